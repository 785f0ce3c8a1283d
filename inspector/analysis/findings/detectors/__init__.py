"""The detectors that ship with the program, one a file; `registry.BUILT_IN` names them."""
