"""One adapter a vector file: `run(input) -> output`, both in the decoded form of `tests.golden.values`.

An adapter may also define `matches(expected, actual) -> bool` when equality is not plain (say why there).
"""
