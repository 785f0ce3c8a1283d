"""Charts painted by the program itself (DESIGN "Dependencies weighed"): clear, themed, reachable by keyboard."""
