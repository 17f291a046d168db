"""Tests see no runner of GitHub Actions, unless they set one up."""

import os

for name in ("GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
    os.environ.pop(name, None)
