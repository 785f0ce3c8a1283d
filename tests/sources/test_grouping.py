"""Which prompts make one conversation."""

from __future__ import annotations

from inspector.model.request import RequestPurpose
from inspector.sources.grouping import Prompt, Thread, group_prompts, judge_purpose

MAIN, SUMMARIZE = RequestPurpose.MAIN, RequestPurpose.SUMMARIZE


def prompt(
    *messages: int, run: str = "", lane: str = "", summary: int = 0, purpose: RequestPurpose = MAIN
) -> Prompt:
    return Prompt(run, lane, (100,), messages, summary, purpose)


def test_growing_prompts_are_one_conversation_over_runs() -> None:
    assert group_prompts([prompt(1, run="a"), prompt(1, 2, 3, run="a"), prompt(1, 2, 3, 4, 5, run="b")]) == [
        0,
        0,
        0,
    ]


def test_other_openings_are_other_conversations() -> None:
    assert group_prompts([prompt(1), prompt(2), prompt(1, 3, 4), prompt(2, 5, 6)]) == [0, 1, 0, 1]


def test_a_changed_middle_stays_in_the_conversation() -> None:
    assert group_prompts([prompt(1, 2, 3, 4, 5), prompt(1, 2, 9, 4, 5), prompt(1, 4, 5, 6, 7)]) == [0, 0, 0]


def test_a_dropped_beginning_stays_in_the_conversation() -> None:
    assert group_prompts([prompt(1, 2, 3, 4, 5), prompt(3, 4, 5, 6, 7)]) == [0, 0]


def test_a_fold_that_kept_a_tail() -> None:
    assert group_prompts([prompt(8), prompt(1, 2, 3, 4), prompt(50, 3, 4, 5, summary=7)]) == [0, 1, 1]


def test_a_fold_that_kept_nothing_follows_its_run() -> None:
    prompts = [prompt(1, 2, 3, run="a"), prompt(8, run="b"), prompt(50, 9, summary=7, run="a")]
    assert group_prompts(prompts) == [0, 1, 0]


def test_a_summarise_call_belongs_to_what_it_summarises() -> None:
    prompts = [prompt(8, 9), prompt(1, 2, 3, 4), prompt(1, 2, 3, 77, purpose=SUMMARIZE), prompt(8, 9, 10, 11)]
    assert group_prompts(prompts) == [0, 1, 1, 0]


def test_sub_agents_with_equal_prompts_are_kept_apart() -> None:
    assert group_prompts([prompt(1, lane="x"), prompt(1, lane="y"), prompt(1, 2, 3, lane="y")]) == [0, 1, 1]


def test_a_shared_single_message_is_no_tie() -> None:
    assert group_prompts([prompt(1, 2, 3, 4), prompt(9, 4, 5, 6, 7)]) == [0, 1]


def test_prompts_without_messages_follow_their_run() -> None:
    assert group_prompts([prompt(1, run="a"), prompt(run="a"), prompt(run="b")]) == [0, 0, 1]


def test_side_calls_are_known_by_their_instruction() -> None:
    instruction = (
        "You have been working on the task described above but have not yet completed it. "
        "Write a continuation summary that will allow you"
    )
    assert judge_purpose("You are helpful", instruction, has_tools=True) is SUMMARIZE
    assert judge_purpose("Write a title for the conversation", "hi", has_tools=False) is RequestPurpose.TITLE
    assert judge_purpose("", "给这段对话起一个标题", has_tools=False) is RequestPurpose.TITLE
    assert judge_purpose("You are helpful", "What is the title of this book?", has_tools=False) is MAIN


HEAD = "You keep the stock list of a small hardware shop and answer in short sentences. Build {}."


def headed(system: int, text: str, *messages: int, opening: str = "", run: str = "") -> Prompt:
    return Prompt(run, "", (system,), messages, 0, MAIN, head=text, opening=opening)


def test_a_system_prompt_that_changes_a_little_stays_in_the_conversation() -> None:
    prompts = [
        headed(number, HEAD.format(number), *range(2 * number + 1), run=str(number)) for number in range(4)
    ]
    assert group_prompts(prompts) == [0, 0, 0, 0]


def test_one_question_under_quite_another_system_prompt_is_another_conversation() -> None:
    prompts = [
        headed(1, HEAD.format(1), 1, run="a"),
        headed(2, "Translate to German, nothing else.", 1, 2, 3, run="b"),
    ]
    assert group_prompts(prompts) == [0, 1]


def test_a_first_message_that_changes_a_little_stays_while_the_prompt_grows() -> None:
    question = "How many boxes of nails are on the second shelf?"
    first = headed(1, HEAD, 1, opening=f"<reminder>Be brief.</reminder>{question}")
    assert group_prompts([first, headed(1, HEAD, 2, 3, 4, opening=question)]) == [0, 0]
    assert group_prompts([first, headed(1, HEAD, 2, opening=question)]) == [0, 1]
    assert group_prompts([first, headed(1, HEAD, 2, 3, 4, opening="And how many screws, by the way?")]) == [
        0,
        1,
    ]


def test_a_history_that_lies_at_the_provider_is_chained_by_its_ids() -> None:
    def chained(message: int, previous: str, response: str) -> Prompt:
        return Prompt("", "", (), (message,), 0, MAIN, thread=Thread(previous, response))

    prompts = [
        chained(1, "", "r1"),
        chained(2, "", "r2"),
        chained(3, "r1", "r3"),
        chained(4, "r2", "r4"),
        chained(5, "r3", "r5"),
        chained(6, "lost", "r6"),
    ]
    assert group_prompts(prompts) == [0, 1, 0, 1, 0, 0]


def test_more_ways_to_ask_for_a_summary() -> None:
    for text in (
        "Provide a detailed summary of our conversation above so that another agent can continue.",
        "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM.",
        "Please summarize the conversation so far.",
    ):
        assert judge_purpose("", text, has_tools=True) is SUMMARIZE
    assert judge_purpose("", "What is a summary judgement?", has_tools=False) is MAIN
