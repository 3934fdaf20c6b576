"""Text and bytes to core values and back."""
