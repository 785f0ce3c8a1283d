"""What can be wrong around a blob store, told to the user."""

from __future__ import annotations

from inspector.model.problems import register_templates

register_templates(
    {
        "store-too-old": (
            "{path}: this database is of an application before the blob store: {found} is missing. "
            "Open it once with a newer application, or choose another database."
        ),
        "copy-is-other": (
            "{path}: holds something else than an unfinished copy of {source}. Choose another folder, or remove it."
        ),
        "copy-in-source": "{path}: lies inside the data it would be a copy of. Choose another folder.",
    }
)
