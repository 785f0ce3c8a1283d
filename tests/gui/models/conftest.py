"""Qt's model tester as a fixture that fails the test instead of ending the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel
from PySide6.QtTest import QAbstractItemModelTester


@pytest.fixture
def watched(qtlog: object) -> Iterator[Callable[[QAbstractItemModel], None]]:
    """`watched(model)`: every change of the model is checked from now on."""

    def watch(model: QAbstractItemModel) -> None:
        tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, model)
        # Fetching from inside its own reset handler, it would take the insertion for a second change in flight.
        tester.setUseFetchMore(False)

    yield watch
    complaints = [record.message for record in getattr(qtlog, "records", ()) if "FAIL" in record.message]
    assert not complaints
