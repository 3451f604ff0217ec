#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""write_files_test.py TOOL MODEL: runs the tool TOOL on MODEL, and looks at what it did to files."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TOOL, MODEL = map(Path, sys.argv[1:3])
NOBODY = 65534


class WritesFiles(unittest.TestCase):
    """By the user who runs the test."""

    user = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        shutil.copy(TOOL, self.folder / "onnx2hpp")
        shutil.copy(MODEL, self.folder / "model.onnx")
        if self.user is not None:
            os.chmod(self.folder / "model.onnx", 0o644)
            for path in [self.folder, *self.folder.iterdir()]:
                os.chown(path, self.user, self.user)

    def start(self, *arguments, **how):
        """The tool, started in the folder."""
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "user": self.user} | how
        return subprocess.Popen(["./onnx2hpp", "model.onnx", *arguments], cwd=self.folder, **how)

    def run_tool(self, *arguments, **how):
        """Its exit code and what it printed."""
        process = self.start(*arguments, **how)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, (err or b"").decode()

    def convert(self, output, *arguments):
        """The header that a successful run leaves at `output`."""
        code, _, err = self.run_tool("-o", output, *arguments)
        self.assertEqual(code, 0, err)
        return (self.folder / output).read_bytes()

    def names(self):
        return sorted(p.name for p in self.folder.iterdir() if p.name != "onnx2hpp")

    def own(self, path):
        if self.user is not None:
            os.chown(path, self.user, self.user, follow_symlinks=False)
        return path

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.own(self.folder / name)

    def test_names_may_hold_anything(self):
        for name in ["a\nb.hpp", "-o.hpp", "a b.hpp", "\"'.hpp", "x" * 251 + ".hpp", "..hpp"]:
            self.assertIn(b"#pragma once", self.convert(name))
            self.assertEqual(self.names(), sorted([name, "model.onnx"]))
            os.unlink(self.folder / name)

    def test_assemblers_find_weights_of_any_name(self):
        compiler = shutil.which("g++")
        for name in ['a"b', "a b", "a\\b"]:
            self.convert(name + ".hpp", "--weights", "object", "--name", "net")
            done = subprocess.run([compiler, "-c", name + "_weights.S", "-o", "weights.o"],
                                  cwd=self.folder, capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_links_stay_and_lead_to_the_header(self):
        (self.folder / "deep").mkdir()
        self.own(self.folder / "deep")
        self.write("deep/real.hpp", "old")
        os.symlink("real.hpp", self.own(self.folder / "deep") / "inner.hpp")
        os.symlink("deep/inner.hpp", self.folder / "model.hpp")
        self.assertIn(b"#pragma once", self.convert("model.hpp"))
        self.assertTrue((self.folder / "model.hpp").is_symlink())
        self.assertTrue((self.folder / "deep/inner.hpp").is_symlink())
        self.assertIn(b"#pragma once", (self.folder / "deep/real.hpp").read_bytes())

    def test_links_to_nothing_make_what_they_name(self):
        os.symlink("real.hpp", self.folder / "model.hpp")
        self.convert("model.hpp")
        self.assertEqual(self.names(), ["model.hpp", "model.onnx", "real.hpp"])
        self.assertTrue((self.folder / "model.hpp").is_symlink())

    def test_links_in_a_circle_are_an_error(self):
        os.symlink("b", self.folder / "a")
        os.symlink("a", self.folder / "b")
        code, _, err = self.run_tool("-o", "a")
        self.assertEqual((code, err.count("\n")), (1, 1), err)

    def test_rights_of_a_replaced_file_stay(self):
        for rights in [0o600, 0o664, 0o755]:
            os.chmod(self.write("model.hpp", "old"), rights)
            self.convert("model.hpp")
            self.assertEqual((self.folder / "model.hpp").stat().st_mode & 0o777, rights)

    def test_a_new_file_has_the_usual_rights(self):
        before = os.umask(0o027)
        self.addCleanup(os.umask, before)
        self.convert("model.hpp")
        self.assertEqual((self.folder / "model.hpp").stat().st_mode & 0o777, 0o640)

    def test_pipes_and_terminals_get_the_header(self):
        header = self.convert("model.hpp")
        for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]:
            self.assertEqual(self.run_tool("-o", path, "--name", "model"), (0, header, ""))
        controller, terminal = os.openpty()
        process = self.start("-o", "/dev/stdout", "--name", "model", stdout=terminal)
        os.close(terminal)
        self.assertTrue(os.read(controller, 99).startswith(b"// Generated by onnx2hpp"))
        os.close(controller)
        process.communicate(timeout=60)

    def test_a_named_pipe_stays_one(self):
        header = self.convert("model.hpp")
        os.mkfifo(self.folder / "pipe")
        self.own(self.folder / "pipe")
        process = self.start("-o", "pipe", "--name", "model")
        self.assertEqual((self.folder / "pipe").read_bytes(), header)
        self.assertEqual(process.wait(60), 0)
        process.communicate()
        self.assertTrue((self.folder / "pipe").is_fifo())

    def test_what_is_redirected_is_appended_to(self):
        header = self.convert("model.hpp")
        with open(self.write("log", "first\n"), "ab") as log:
            code, _, err = self.run_tool("-o", "/dev/stdout", "--name", "model", stdout=log)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual((self.folder / "log").read_bytes(), b"first\n" + header)

    def test_devices_stay_devices(self):
        for path in ["/dev/null", "/dev/full"]:
            code, _, err = self.run_tool("-o", path)
            self.assertEqual(code, int(path == "/dev/full"), err)
            self.assertTrue(Path(path).is_char_device())

    def test_weights_beside_a_pipe_are_refused(self):
        code, _, err = self.run_tool("-o", "/dev/stdout", "--weights", "object")
        self.assertEqual(code, 1)
        self.assertIn("which is no file", err)
        self.assertFalse(Path("/dev/stdout_weights.bin").exists())

    def test_a_c_interface_beside_a_pipe_is_refused(self):
        code, _, err = self.run_tool("-o", "/dev/stdout", "--c", "--name", "net")
        self.assertEqual(code, 1)
        self.assertIn("--c writes files beside -o '/dev/stdout', which is no file", err)

    def test_a_c_interface_overwrites_nothing_that_is_read(self):
        model = (self.folder / "model.onnx").read_bytes()
        for name in ["model.h", "model.cpp"]:
            os.symlink("model.onnx", self.folder / name)
            code, _, err = self.run_tool("-o", "model.hpp", "--c")
            self.assertEqual(code, 1)
            self.assertIn(f"'{name}' is to be written, but is the model itself", err)
            self.assertEqual((self.folder / "model.onnx").read_bytes(), model)
            os.unlink(self.folder / name)

    def test_the_files_of_a_c_interface_differ(self):
        os.symlink("model.hpp", self.folder / "model.cpp")
        code, _, err = self.run_tool("-o", "model.hpp", "--c")
        self.assertEqual(code, 1)
        self.assertIn("'model.cpp' is to be written, but is written as 'model.hpp'", err)
        self.assertEqual(self.names(), ["model.cpp", "model.onnx"])

    def test_a_c_interface_is_written_whole_or_not_at_all(self):
        os.mkdir(self.folder / "model.cpp")
        code, _, _ = self.run_tool("-o", "model.hpp", "--c")
        self.assertEqual(code, 1)
        self.assertEqual(self.names(), ["model.cpp", "model.onnx"])
        os.rmdir(self.folder / "model.cpp")
        self.assertEqual(self.run_tool("-o", "model.hpp", "--c")[0], 0)
        self.assertEqual(self.names(), ["model.cpp", "model.h", "model.hpp", "model.onnx"])

    def test_a_full_disk_leaves_the_old_file(self):
        self.write("model.hpp", "old")
        full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))}
        code, _, err = self.run_tool("-o", "model.hpp", **full)
        self.assertEqual(code, 1)
        self.assertIn("File too large", err)
        self.assertEqual((self.folder / "model.hpp").read_text(), "old")
        self.assertEqual(self.names(), ["model.hpp", "model.onnx"])

    def test_a_plan_that_cannot_be_printed_is_an_error(self):
        with open("/dev/full", "wb") as full:
            process = subprocess.run(["./onnx2hpp", "analyze", "model.onnx"], cwd=self.folder,
                                     stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(process.returncode, 1)

    def test_words_that_nobody_can_read_change_nothing(self):
        wanted = self.convert("read.hpp", "--name", "m")
        with open("/dev/full", "wb") as full:
            code, _, _ = self.run_tool("-o", "model.hpp", "--name", "m", "--edges", "quantized", stderr=full)
            noted, _, _ = self.run_tool("-o", "unread.hpp", "--name", "m", stderr=full)
            refused, _, _ = self.run_tool("-o", "no.hpp", "--no-such-option", stderr=full)
        self.assertEqual((code, noted, refused), (0, 0, 1))
        self.assertEqual((self.folder / "unread.hpp").read_bytes(), wanted)

    def test_a_model_of_more_than_2_gb_is_not_read(self):
        with open(self.folder / "large.onnx", "wb") as file:
            file.truncate(2**31)
        self.own(self.folder / "large.onnx")
        process = subprocess.Popen(["./onnx2hpp", "large.onnx", "-o", "no.hpp"], cwd=self.folder,
                                   stderr=subprocess.PIPE, user=self.user)
        err = process.stderr.read()
        process.stderr.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 1)
        self.assertIn("is larger than 2 GB", err.decode())
        self.assertLess(used.ru_maxrss, 2**20, "kB; AddressSanitizer cannot run under a limit of addresses")

    def test_signals_leave_no_temporary_file(self):
        """The tool waits for a reader of the assembler file, which is a pipe."""
        os.mkfifo(self.folder / "model_weights.S")
        self.own(self.folder / "model_weights.S")
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE]:
            process = self.start("-o", "model.hpp", "--weights", "object")
            deadline = time.monotonic() + 60
            while len(self.names()) < 4 and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(len(self.names()), 4, "no temporary files are there to be removed")
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, -number)
            self.assertEqual(self.names(), ["model.onnx", "model_weights.S"])

    def test_an_ignored_signal_stays_ignored(self):
        os.mkfifo(self.folder / "pipe")
        self.own(self.folder / "pipe")
        process = self.start("-o", "pipe",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.3)
        process.send_signal(signal.SIGHUP)
        self.assertIn(b"#pragma once", (self.folder / "pipe").read_bytes())
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_the_model_is_not_overwritten_under_any_name(self):
        model = (self.folder / "model.onnx").read_bytes()
        os.symlink("model.onnx", self.folder / "symbolic.hpp")
        os.link(self.folder / "model.onnx", self.folder / "hard.hpp")
        for name in ["model.onnx", "./model.onnx", "symbolic.hpp", "hard.hpp"]:
            code, _, err = self.run_tool("-o", name)
            self.assertEqual(code, 1)
            self.assertIn("is the model itself", err)
            self.assertEqual((self.folder / "model.onnx").read_bytes(), model)

    def test_outputs_differ(self):
        os.symlink("same", self.folder / "model_weights.S")
        os.symlink("same", self.folder / "model_weights.bin")
        code, _, err = self.run_tool("-o", "model.hpp", "--weights", "object")
        self.assertEqual(code, 1)
        self.assertIn("written as 'model_weights.S'", err)
        self.assertFalse((self.folder / "same").exists())


@unittest.skipIf(os.geteuid() != 0, "whoever runs this is not root, and was tested above")
class WritesFilesOfNobody(WritesFiles):
    """By a user without rights."""

    user = NOBODY

    def test_a_folder_without_rights_is_an_error(self):
        self.write("model.hpp", "old")
        os.chmod(self.folder, 0o555)
        code, _, err = self.run_tool("-o", "model.hpp")
        self.assertEqual(code, 1)
        self.assertIn("Permission denied", err)
        self.assertEqual((self.folder / "model.hpp").read_text(), "old")

    def test_a_file_that_may_not_be_written_is_not_replaced(self):
        os.chmod(self.write("model.hpp", "old"), 0o444)
        code, _, err = self.run_tool("-o", "model.hpp")
        self.assertEqual(code, 1)
        self.assertIn("Permission denied", err)
        self.assertEqual((self.folder / "model.hpp").read_text(), "old")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
