"""The game itself in plain Python: no NumPy, no Numba, no files."""
