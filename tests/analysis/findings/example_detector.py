"""A detector of one's own: answers that took longer than a minute."""

from inspector.analysis.findings import Detector, Severity, Wording


def find(conversation):
    for record in conversation.conversation.requests:
        milliseconds = record.timing.duration_ms
        if milliseconds is not None and milliseconds > 60_000:
            yield DETECTOR.finding(
                where=conversation.request(record),
                data={"milliseconds": milliseconds},
                seconds=milliseconds // 1000,
            )


DETECTOR = Detector(
    id="slow-answer",
    title="Slow answer",
    severity=Severity.INFO,
    meaning="The model took longer than a minute.",
    remedy="Ask for less at once.",
    wordings={
        "": Wording(message="answered after {seconds} s", explanation="", remedy="Ask for less at once.")
    },
    conversation=find,
)
