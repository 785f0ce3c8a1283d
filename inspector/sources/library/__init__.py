"""A folder of sessions as a library: every session of every format found in it, newest first."""
