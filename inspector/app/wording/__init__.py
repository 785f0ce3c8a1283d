"""All words of the window; every text goes through the translator."""
