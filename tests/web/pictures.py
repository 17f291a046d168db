"""Makes the README's pictures of the page and of a report: ``python -m tests.web.pictures``.

They are ``examples/pictures/verifier.png`` and ``report.png``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from euchre_audit.web import page
from tests.cli.run import euchre_audit
from tests.web.case import EXAMPLES

PICTURE = EXAMPLES / "pictures" / "verifier.png"
REPORT = EXAMPLES / "pictures" / "report.png"


def main() -> int:
    """Take the picture of a tampered hand, a step before its fault is seen."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is needed: apt-get install chromium", file=sys.stderr)
        return 2
    PICTURE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "verifier.html"
        path.write_text(page(), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 680, "height": 900})
        shown.goto(path.as_uri())
        shown.set_input_files("#file", EXAMPLES / "tampered-hand.json")
        shown.wait_for_selector("#result .verdict")
        for _ in range(12):
            shown.keyboard.press("ArrowRight")
        shown.evaluate("document.activeElement.blur()")
        box = shown.locator("#result").bounding_box()
        assert box is not None
        clip = {"x": 0, "y": box["y"] - 4, "width": 680, "height": box["height"] - 30}
        shown.screenshot(path=PICTURE, full_page=True, clip=clip)
        path.write_text(euchre_audit("verify", "examples/tampered-hand.json", "--format", "html").out, "utf-8")
        shown.set_viewport_size({"width": 900, "height": 1000})
        shown.goto(path.as_uri())
        shown.screenshot(path=REPORT)
        browser.close()
    for picture in (PICTURE, REPORT):
        print(f"{picture.name}: {picture.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
