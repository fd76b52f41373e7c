"""Settlement of whole games."""
