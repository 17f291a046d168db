"""Proves that an online euchre game was dealt and scored fairly, or says what does not fit."""

__version__ = "0.1.0"
