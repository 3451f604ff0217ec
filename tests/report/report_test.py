# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report_test.py TOOL CXX ROOT: pages and exports are what other programs read."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from pathlib import Path

ROOT, CXX, TOOL = Path(sys.argv.pop()), sys.argv.pop(), sys.argv.pop()
FRAME = ROOT / "examples/07_state/gru_frame.onnx"
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

    def test_what_does_not_fit_is_a_page_and_a_note(self):
        out = self.file("page.html")
        noted = run("report", FASHION, "-m", "1K", "-o", out).stderr
        self.assertIn("note: the report shows a plan that does not fit: fashion_int8 fits in ", noted)
        self.assertTrue(out.exists())
        self.assertNotIn("does not fit", run("report", FASHION, "--budgets", "1K", "-o", out).stderr)

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


class ExportTest(InFolder):
    OPTIONS = ("-m", "1536", "-m", "1M", "--input", "rows")

    def setUp(self):
        super().setUp()
        run("analyze", FASHION, *self.OPTIONS, "--effort", "none", "--svg", self.file("m.svg"),
            "--dot", self.file("m.dot"), "--trace", self.file("t.json"), "--model-explorer",
            self.file("e.json"))
        self.plan = json.loads(run("analyze", FASHION, *self.OPTIONS, "--effort", "none", "--json",
                                   "--calls").stdout)

    def test_the_map_is_svg(self):
        root = xml.parse(self.file("m.svg")).getroot()
        self.assertEqual("{http://www.w3.org/2000/svg}svg", root.tag)
        text = "".join(root.itertext())
        for region in ("fast: ", "slow: "):
            self.assertIn(region, text)
        for buffer in self.plan["buffers"]:
            if buffer["home"] == "arena":
                self.assertIn(f"{buffer['tensor']}: {buffer['bytes']} bytes at {buffer['offset']}", text)

    def test_the_graph_is_dot(self):
        text = self.file("m.dot").read_text()
        for number, step in enumerate(self.plan["steps"]):
            self.assertEqual(1, text.count(f'step{number} [label="{step["name"]}'))
        for number in range(len(self.plan["segments"])):
            self.assertIn(f"subgraph cluster{number} {{\n    label=\"segment {number} ", text)
        dot = shutil.which("dot")
        if dot:
            drawn = subprocess.run([dot, "-Tsvg", self.file("m.dot")], capture_output=True, check=True)
            self.assertEqual(b"", drawn.stderr)
            xml.fromstring(drawn.stdout)

    def test_the_trace_has_the_calls_of_the_run(self):
        trace = json.loads(self.file("t.json").read_text())
        calls = [event for event in trace["traceEvents"] if event["ph"] == "X"]
        self.assertEqual(self.plan["calls"],
                         [[self.task_of(c), c["args"]["first row"], c["args"]["rows"]] for c in calls])
        for one, other in zip(calls, calls[1:]):
            self.assertEqual(one["ts"] + one["dur"], other["ts"])
            self.assertGreater(one["dur"], 0)
        live = {e["args"]["bytes"] for e in trace["traceEvents"] if e["ph"] == "C"}
        self.assertEqual({s["live_bytes"] for s in self.plan["steps"] if s["task"] >= 0}, live)
        spans = [e["ph"] for e in trace["traceEvents"] if e["ph"] in "be"]
        arena = sum(b["home"] == "arena" and b["bytes"] > 0 for b in self.plan["buffers"])
        self.assertEqual([arena, arena], [spans.count("b"), spans.count("e")])

    def test_readers_of_traces_understand_each_event(self):
        """As Perfetto's reader of JSON: numbers for pid and ts, a slice's dur, a pair of b and e for each id and name, and
        counters that are numbers. Names of threads come with their numbers, and time never goes back on a thread."""
        ends, last = {}, {}
        for event in json.loads(self.file("t.json").read_text())["traceEvents"]:
            self.assertIn(event["ph"], "MXCbe")
            self.assertIsInstance(event["pid"], int)
            if event["ph"] == "M":
                self.assertIsInstance(event["args"]["name"], str)
                continue
            self.assertGreaterEqual(event["ts"], 0)
            if event["ph"] == "X":
                self.assertGreaterEqual(event["ts"], last.get(event["tid"], 0))
                last[event["tid"]] = event["ts"] + event["dur"]
            elif event["ph"] == "C":
                self.assertTrue(all(isinstance(value, int) for value in event["args"].values()))
            else:
                self.assertRegex(event["id"], "^0x[0-9a-f]+$")
                ends.setdefault((event["cat"], event["id"], event["name"]), []).append((event["ph"], event["ts"]))
        for (begin, first), (end, then) in ends.values():
            self.assertEqual(["b", "e"], [begin, end])
            self.assertLessEqual(first, then)

    def task_of(self, event):
        """Tasks of a segment have different names."""
        segment = self.plan["segments"][event["tid"] - 1]
        tasks = range(segment["first_task"], segment["first_task"] + segment["task_count"])
        found, = [k for k in tasks if self.name_of(self.plan["tasks"][k]) == event["name"]]
        return found

    def name_of(self, task):
        return task["step"] or f"{task['does']} {self.plan['buffers'][task['output']]['tensor']}"

    def test_model_explorer_gets_a_list_of_graphs(self):
        graph, = json.loads(self.file("e.json").read_text())
        nodes = {node["id"]: node for node in graph["nodes"]}
        self.assertEqual(len(graph["nodes"]), len(nodes))
        for number, step in enumerate(self.plan["steps"]):
            node = nodes[f"step{number}"]
            self.assertEqual(step["operator"], node["label"])
            self.assertIn({"key": "name", "value": step["name"]}, node["attrs"])
            if step["segment"] >= 0:
                self.assertTrue(node["namespace"].startswith(f"segment {step['segment']} "))
        for node in nodes.values():
            for edge in node["incomingEdges"]:
                self.assertIn(edge["sourceNodeId"], nodes)
                self.assertEqual({"sourceNodeId", "sourceNodeOutputId", "targetNodeInputId"}, set(edge))

    def test_an_export_never_replaces_a_model_or_another_export(self):
        copy = self.file("m.onnx")
        copy.write_bytes(SMALL.read_bytes())
        run("analyze", copy, "--dot", copy, status=1)
        run("analyze", copy, "--dot", self.file("x"), "--svg", self.file("x"), status=1)
        self.assertEqual(SMALL.read_bytes(), copy.read_bytes())


class DocsTest(InFolder):
    def docs(self, model, *options):
        """The page of a model; the model's headers lie beside it."""
        run("report", model, "--docs", self.folder, "--name", "net", "--effort", "none", *options)
        run(model, "-o", self.file("net.hpp"), "--name", "net", "--c", "-q", "--effort", "none", *options)
        return self.file("net.md").read_text()

    def compile(self, text, fence, command, ending):
        found = re.findall(f"^```{fence}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        for snippet in found:
            source = self.file("snippet" + ending)
            source.write_text(snippet)
            subprocess.run([*command, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", self.folder,
                            "-I", ROOT / "include", source], check=True)
        return len(found)

    def test_snippets_compile(self):
        staged = ["--board", "stm32h743", "--place", "CONSTANT=:DTCM"]
        for model, options in ((SMALL, []), (SMALL, ["--input", "arena", "--output", "arena"]),
                               (FRAME, ["--state", "auto"]), (FASHION, ["--input", "rows", "--output", "rows"]),
                               (SMALL, staged), (SMALL, ["--weights", "blob"]),
                               (SMALL, ["--weights", "blob", *staged])):
            with self.subTest(model=model.name, options=options):
                text = self.docs(model, *options)
                self.assertEqual(1, self.compile(text, "cpp", [CXX, "-std=c++20"], ".cpp"))
                self.assertEqual(1, self.compile(text, "c", ["cc", "-std=c99"], ".c"))
                self.assertEqual(2 if "blob" in options else 0, text.count("bind_weights("))

    def test_pages_have_all_tensors_by_kind_and_pictures(self):
        text = self.docs(FRAME, "--state", "auto")
        listed = json.loads(run("tensors", FRAME, "--state", "auto", "--name", "net", "--effort", "none",
                                "--json").stdout)["tensors"]
        for tensor in listed:
            section = text.split(f"### {tensor['kind']}")[1].split("###")[0]
            name = re.sub(r"([_\\[\]()#+!|~$@*`{}])", r"\\\1", tensor["id"])
            self.assertIn(f"| {name} |", section)
        pictures = re.findall(r"!\[.+?\]\((.+?)\)", text)
        self.assertEqual(["net_map.svg", "net_live.svg", "net_graph.svg"], pictures)
        for name in pictures:
            xml.parse(self.file(name))
        self.assertIn("[net](net.md)", self.file("README.md").read_text())

    def test_a_folder_that_cannot_be_made(self):
        self.file("taken").write_text("")
        run("report", SMALL, "--docs", self.file("taken"), status=1)


class AgainstTest(InFolder):
    def setUp(self):
        super().setUp()
        self.before = self.file("before.json")
        self.plan = json.loads(run("analyze", FASHION, "-m", "16K", "--json").stdout)
        self.write()

    def write(self, **totals):
        self.before.write_text(json.dumps({**self.plan, "totals": {**self.plan["totals"], **totals}}))

    def analyze(self, *words, status=0):
        return run("analyze", FASHION, "-m", "16K", "--against", self.before, *words, status=status)

    def test_the_same_plan(self):
        result = self.analyze()
        self.assertEqual("RAM +0 B, flash +0 B, MACs +0 %\n", result.stdout)
        self.assertNotIn("--against", result.stderr)

    def test_a_plan_of_another_model_or_target_is_noted(self):
        other = run("analyze", FASHION, "-m", "64K", "--backend", "blocked", "--json").stdout
        self.before.write_text(json.dumps({**json.loads(other), "model": "other"}))
        said = self.analyze("--tolerance", "9999").stderr
        self.assertIn("note: --against", said)
        self.assertIn('model was "other", is "fashion_int8"; fast_bytes was 65536, is 16384; '
                      'backend was "blocked", is "portable"\n', said)
        self.before.write_text(run("analyze", FASHION, "--json").stdout)
        self.assertIn("fast_bytes was unlimited, is 16384", self.analyze("--tolerance", "9999").stderr)

    def test_growth_is_an_exit_code(self):
        self.write(flash_bytes=self.plan["totals"]["flash_bytes"] - 300)
        result = self.analyze(status=4)
        self.assertEqual("RAM +0 B, flash +300 B, MACs +0 %\n", result.stdout)
        self.assertIn("flash from ", result.stderr)
        self.analyze("--tolerance", "1%")
        self.analyze("--tolerance", "0.1", status=4)

    def test_what_shrinks_is_well(self):
        macs = self.plan["totals"]["macs"]
        self.write(macs=2 * macs, fast_peak_bytes=self.plan["totals"]["fast_peak_bytes"] + 2048)
        self.assertIn("RAM -2.0 KB", self.analyze().stdout)
        self.assertIn("MACs -50 %", self.analyze().stdout)

    def test_what_no_longer_fits(self):
        run("analyze", FASHION, "-m", "1K", "--against", self.before, "--tolerance", "9999",
            status=4)

    def test_what_never_fitted_is_over_budget_as_before(self):
        self.before.write_text(run("analyze", FASHION, "-m", "1K", "--json", status=2).stdout)
        run("analyze", FASHION, "-m", "1K", "--against", self.before, status=2)

    def test_other_files_are_errors(self):
        for text in ("", "[]", "{}", "{\"schema_version\": 1}", "{\"schema_version\": 3}", "\xff",
                     json.dumps({**self.plan, "totals": {}})):
            self.before.write_text(text)
            self.assertIn("--against", self.analyze(status=1).stderr)
        self.before.unlink()
        self.analyze(status=1)
        self.assertIn("--tolerance", run("analyze", FASHION, "--tolerance", "2%", status=1).stderr)
        self.write()
        for percent in ("x", "-1", "2%%", "", "1e9"):
            self.analyze("--tolerance=" + percent, status=1)

    def test_markdown_has_the_changes(self):
        self.write(flash_bytes=self.plan["totals"]["flash_bytes"] + 300)
        text = self.analyze("--markdown").stdout
        self.assertIn("| flash, bytes |", text)
        self.assertIn("| -300 |", text)
        self.assertIn("```text\n", text)
        for step in self.plan["steps"]:
            self.assertIn(step["name"].replace("_", "\\_"), text)

    def test_forms_of_printing_exclude_each_other(self):
        for words in (["--json", "--markdown"], ["--markdown", "--sweep"], ["--sweep", "8K"]):
            self.analyze(*words, status=1)


if __name__ == "__main__":
    unittest.main()
