"""Charts painted by the program itself: clear, themed, reachable by keyboard."""
