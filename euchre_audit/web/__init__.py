"""The verifier in the browser: one HTML file that shares no check with the Python."""

from .page import page

__all__ = ["page"]
