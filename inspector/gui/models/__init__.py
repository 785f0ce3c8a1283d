"""Item models: thin Qt adapters of the presenters, with lazy children."""
