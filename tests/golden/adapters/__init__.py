"""One adapter a vector file: `run(input) -> output`, both in the decoded form of `tests.golden.values`.

An adapter may also define `difference(expected, actual) -> str | None` when equality is not plain (say why
there), and `OPTIONAL_FUNCTIONS`, names of functions the product does without, whose vectors are left out.
"""
