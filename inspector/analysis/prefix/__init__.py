"""Why a prompt's prefix was or was not read from the provider's cache: measured, predicted, cause."""
