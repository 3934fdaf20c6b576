"""Positions to numbers: one friendly face over the compiled kernels."""
