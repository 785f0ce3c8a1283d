"""Tables: the same cells in every format, escaped for each."""

from __future__ import annotations

from inspector.reports.tables import Column, Table, shown, stacked, to_csv, to_html, to_markdown

TABLE = Table(
    "Names <b>",
    (Column("name", "who", ""), Column("n", "how many"), Column("share", "of all", "%")),
    (("a | b <i>", 1234567, 0.5), ('say "x", y', -3, None)),
    ("first note & more",),
)


def test_figures_for_people() -> None:
    assert shown(1234567) == "1\u202f234\u202f567"
    assert shown(-4200) == "−4\u202f200"
    assert shown(-0.0151, "%") == "−1.5\u202f%"
    assert shown(None, "%") == "–"
    assert shown(True) == "yes"
    assert shown("") == ""


def test_csv_is_for_machines() -> None:
    assert to_csv(TABLE).splitlines() == [
        "name,n,share",
        "a | b <i>,1234567,0.5",
        '"say ""x"", y",-3,',
    ]


def test_markdown_escapes_what_would_break_the_table() -> None:
    text = to_markdown("T", [TABLE])
    assert "| a \\| b \\<i> | 1\u202f234\u202f567 | 50\u202f% |" in text
    assert "| --- | ---: | ---: |" in text
    assert "## Names \\<b>" in text
    assert "- first note & more" in text
    broken = Table("t", (Column("a", "a"),), (("two\nlines",),))
    assert "| two lines |" in to_markdown("T", [broken])


def test_html_escapes_everything_and_needs_nothing_else() -> None:
    page = to_html("<script>", [TABLE])
    assert "<script>" not in page
    assert "a | b &lt;i&gt;" in page
    assert '<td class="n">1\u202f234\u202f567</td>' in page
    assert "first note &amp; more" in page
    assert "src=" not in page
    assert "href=" not in page


def test_optional_columns_that_say_nothing_are_left_out_for_people_only() -> None:
    columns = (Column("a", "a"), Column("b", "b", optional=True), Column("c", "c", optional=True))
    table = Table("t", columns, ((0, 0, 1), (0, None, 0)))
    assert [column.name for column in table.condensed().columns] == ["a", "c"]
    assert table.condensed().rows == ((0, 1), (0, 0))
    assert to_csv(table).startswith("a,b,c\n")
    assert "| a | c |" in to_markdown("T", [table])


def test_tables_of_one_kind_stand_under_one_header() -> None:
    short = Table("t", (Column("n", "n"),), ((1,),))
    long = Table("t", (Column("n", "n"), Column("p", "p")), ((2, "x"),))
    joined = stacked(Column("who", "who"), [("first", short), ("second", long)])
    assert [column.name for column in joined.columns] == ["who", "n", "p"]
    assert joined.rows == (("first", 1, None), ("second", 2, "x"))
    assert stacked(Column("who", "who"), []).rows == ()
