"""A complete game of every house."""
