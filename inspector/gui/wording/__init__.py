"""Words for what presenters state as facts; every text goes through the translator."""
