"""The presentation view "Citation skeletons": one answer with live citations and the sources behind them."""
