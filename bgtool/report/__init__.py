"""Records to text and other output."""
