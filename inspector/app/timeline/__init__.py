"""The timeline: rows of turns, steps and tool outputs, and where a thing stands among them."""
