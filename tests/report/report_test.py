# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report_test.py TOOL ROOT: pages and exports are what other programs read."""

import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

ROOT, TOOL = Path(sys.argv.pop()), sys.argv.pop()
FASHION = ROOT / "examples/fashion/fashion_int8.onnx"
SMALL = ROOT / "tests/models/conv_int8/model.onnx"
WITHOUT_END = {"meta", "br", "link", "hr", "input"}


def run(*words, status=0):
    result = subprocess.run([TOOL, *map(str, words)], text=True, capture_output=True)
    if result.returncode != status:
        raise AssertionError(f"{words}: exit status {result.returncode}\n{result.stderr}")
    return result


class Page(HTMLParser):
    """What is open, and the elements and texts that were found."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found, self.texts = [], [], []
        self.feed(text)
        if self.open:
            raise AssertionError(f"never closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in WITHOUT_END:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing, line {self.getpos()[0]}")

    def handle_data(self, text):
        self.texts.append(text)


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name):
        return self.folder / name


class ReportTest(InFolder):
    def page(self, *words):
        out = self.file("page.html")
        run("report", *words, "-o", out)
        return Page(out.read_text())

    def test_a_page_is_well_formed(self):
        page = self.page(FASHION, "-m", "12K")
        headings = [tag for tag, _ in page.found if tag in ("h1", "h2", "h3", "h4")]
        self.assertEqual(1, headings.count("h1"))
        self.assertEqual(1, headings.count("h2"))
        for tag, attributes in page.found:
            if tag == "svg":
                self.assertEqual("img", attributes["role"])
            if tag == "table":
                self.assertIn(("caption", {}), page.found)

    def test_several_models(self):
        page = self.page(FASHION, SMALL)
        self.assertEqual(2, sum(tag == "h2" for tag, _ in page.found))
        self.assertIn("fashion_int8", page.texts)

    def test_budgets(self):
        page = self.page(FASHION, "--budgets", "8K,16K")
        self.assertIn("With 8192 bytes of fast memory", page.texts)
        self.assertIn("With 16384 bytes of fast memory", page.texts)

    def test_a_file_that_is_called_like_the_end_of_a_script(self):
        folder = self.file("<")
        folder.mkdir()
        evil = folder / "script>.onnx"  # so that the path has </script>
        evil.write_bytes(SMALL.read_bytes())
        text = "".join(self.page(evil).texts)
        self.assertIn("</script>", text)

    def test_tensors_with_names_that_are_markup(self):
        model = SMALL.read_bytes()
        self.assertIn(b"Conv", model)
        evil = self.file("evil.onnx")
        evil.write_bytes(model.replace(b"image", b"<i>\"x"))
        self.assertNotEqual(model, evil.read_bytes())
        page = self.page(evil)
        self.assertNotIn("i", [tag for tag, _ in page.found])
        self.assertIn("<i>", "".join(page.texts))

    def test_what_is_missing_is_said(self):
        self.assertIn("-o is missing", run("report", SMALL, status=1).stderr)
        self.assertIn("model is missing", run("report", "-o", self.file("p"), status=1).stderr)
        wrong = run("report", SMALL, FASHION, "--name", "m", "-o", self.file("p"), status=1)
        self.assertIn("--name is for one model", wrong.stderr)

    def test_a_page_never_replaces_a_model(self):
        copy = self.file("m.onnx")
        copy.write_bytes(SMALL.read_bytes())
        run("report", copy, "-o", copy, status=1)
        self.assertEqual(SMALL.read_bytes(), copy.read_bytes())

    def test_a_page_appears_whole_or_not_at_all(self):
        out = self.file("page.html")
        out.write_text("before")
        run("report", SMALL, self.file("none.onnx"), "-o", out, status=1)
        self.assertEqual("before", out.read_text())
        self.assertEqual(["page.html"], [path.name for path in self.folder.iterdir()])

    def test_the_same_model_gives_the_same_bytes(self):
        for name in ("a", "b"):
            run("report", FASHION, "-m", "12K", "-o", self.file(name))
        self.assertEqual(self.file("a").read_bytes(), self.file("b").read_bytes())


if __name__ == "__main__":
    unittest.main()
