# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layering test finds what it is there to find."""

import tempfile
import unittest
from pathlib import Path

from check_includes import violations


def violations_of(headers):
    """Of a tree that holds core.hpp and the given headers: path below tigris/ -> text."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"core.hpp": "", **headers}.items():
            file = Path(folder, "tigris", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return violations(Path(folder))


class LayeringTest(unittest.TestCase):
    def test_headers_of_lower_folders_may_be_included(self):
        self.assertEqual([], violations_of({
            "support/a.hpp": "#include <stdint.h>\n",
            "ops/b.hpp": "#include <tigris/support/a.hpp>\n",
            "planning/c.hpp": "#include <tigris/ops/b.hpp>\n",
            "core.hpp": "#include <tigris/planning/c.hpp>\n"}))

    def test_headers_of_higher_folders_may_not(self):
        self.assertEqual(1, len(violations_of({
            "ops/a.hpp": "", "model/b.hpp": "#include <tigris/ops/a.hpp>\n"})))

    def test_planning_and_kernels_do_not_know_each_other(self):
        self.assertEqual(2, len(violations_of({
            "planning/a.hpp": "#include <tigris/kernels/b.hpp>\n",
            "kernels/b.hpp": "  #  include <tigris/planning/a.hpp>\n"})))

    def test_no_folder_includes_the_one_include(self):
        self.assertEqual(1, len(violations_of({"execution/a.hpp": "#include <tigris/core.hpp>\n"})))

    def test_core_needs_no_hosted_library_however_deep(self):
        self.assertEqual(1, len(violations_of({
            "core.hpp": "#include <tigris/ops/a.hpp>\n",
            "ops/a.hpp": "#include <tigris/support/b.hpp>\n",
            "support/b.hpp": "#include <array>\n",
            "reflection.hpp": "#include <boost/hana.hpp>\n"})))

    def test_quotes_are_refused(self):
        self.assertEqual(1, len(violations_of({
            "ops/a.hpp": "", "ops/b.hpp": '#include "a.hpp"\n'})))

    def test_a_folder_without_a_place_is_refused(self):
        self.assertEqual(1, len(violations_of({"misc/a.hpp": ""})))


if __name__ == "__main__":
    unittest.main()
