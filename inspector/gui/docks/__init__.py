"""The tabs of the panel at the bottom, one package each; `table` declares them."""
