"""Vectors of read-back: `fs_read` over real files, its model form, `read_file` and surrogate-safe ends."""

from __future__ import annotations

import base64
import os
import tempfile
from pathlib import Path
from typing import Any

from inspector.pipeline import read_back
from inspector.pipeline.read_back.decoding import decode_file
from inspector.wire import encode_utf8
from tests.golden.values import first_difference

FOLDER = "<DIR>"


def run(given: dict[str, Any]) -> Any:
    return _FUNCTIONS[given["fn"]](given)


def difference(expected: Any, actual: Any) -> str | None:
    """The recorded fields; of the detector only its verdict, as its names for plain ASCII change no byte."""
    if isinstance(expected, dict) and "result" in expected:
        actual = {key: value for key, value in actual.items() if key in expected}
        if isinstance(detected := expected.get("detected"), dict):
            expected = {**expected, "detected": {"isText": detected["isText"]}}
        elif "detected" in expected:
            actual["detected"] = None
    return first_difference(expected, actual)


def _fs_read(given: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        place = Path(given["filePath"].replace(FOLDER, folder))
        data = _make(given["file"], place, folder)
        files = read_back.DiskFiles()
        allowed = [path.replace(FOLDER, folder) for path in given["allowed"] or ()]
        request = given["request"]
        result = read_back.fs_read(
            request["path"].replace(FOLDER, folder),
            allowed=read_back.AllowList.of(allowed, files),
            offset=request.get("offset"),
            limit=request.get("limit"),
            cap=read_back.DEFAULT_CAP if given["charCap"] is None else given["charCap"],
            files=files,
        ).to_json()
        if isinstance(result.get("message"), str):
            result["message"] = str(result["message"]).replace(folder, FOLDER)
        return {
            "result": result,
            "modelOutput": read_back.fs_read_model_output(result),
            "detected": {"isText": decode_file(data) is not None},
        }


def _make(file: dict[str, Any], place: Path, folder: str) -> bytes:
    if file.get("none"):
        return b""
    if file.get("dir"):
        place.mkdir()
        return b""
    if "fill" in file:
        unit, size = file["fill"]["unit"].encode(), file["fill"]["bytes"]
        data = (unit * (size // len(unit) + 1))[:size]
    else:
        data = encode_utf8(file["text"]) if "text" in file else base64.b64decode(file["b64"])
    place.write_bytes(data)
    if "symlinkAt" in file:
        Path(file["symlinkAt"].replace(FOLDER, folder)).symlink_to(place)
    return data


def _read_file(given: dict[str, Any]) -> dict[str, Any]:
    def extract(_entry_id: str) -> read_back.ExtractedText | None:
        if given["getByIdFails"]:
            return None
        return read_back.ExtractedText(given["ext"], given["extractedText"], given["ocrText"])

    request = given["request"]
    result = read_back.read_file(
        request["filename"],
        attachments=[
            read_back.Attachment(item["handle"], item["fileEntryId"], item["displayName"])
            for item in given["attachments"]
        ],
        extract=extract,
        offset=request.get("offset"),
        limit=request.get("limit"),
    ).to_json()
    return {"result": result, "modelOutput": read_back.read_file_model_output(result)}


_FUNCTIONS = {
    "executeFsRead": _fs_read,
    "fs_read.toModelOutput": lambda given: read_back.fs_read_model_output(given["output"]),
    "readFile": _read_file,
    "surrogateSafeEnd": lambda given: read_back.surrogate_safe_end(given["text"], given["end"]),
}
