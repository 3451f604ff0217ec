# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_test.py NAME MODEL TOOL: the comparison refuses what it should."""

import json
import re
import subprocess
import sys
import unittest

from compare import compare, difference, plans_in, without_the_tools_own

TOOL, MODEL, NAME = sys.argv.pop(), sys.argv.pop(), sys.argv.pop()
OPTIONS = "--align 4 --input rows"


class CompareTest(unittest.TestCase):
    def setUp(self):
        plan = subprocess.run([TOOL, "analyze", MODEL, "--name", NAME, "--json", *OPTIONS.split()],
                              text=True, capture_output=True, check=True).stdout
        plan = without_the_tools_own(plan)
        self.output = f"$ {OPTIONS}\n{plan}"

    def differences(self, output):
        return len(compare(TOOL, MODEL, NAME, output)[1])

    def test_the_same_plan(self):
        self.assertEqual((2, []), compare(TOOL, MODEL, NAME, self.output * 2))

    def test_every_altered_number_and_name(self):
        lines = self.output.splitlines()
        for i, line in enumerate(lines[1:], 1):
            altered = lines[:i] + [re.sub(r"\w(\W*)$", r"#\1", line)] + lines[i + 1:]
            if altered != lines and i < 60:
                self.assertEqual(1, self.differences("\n".join(altered) + "\n"), line)

    def test_a_plan_begins_with_the_version_of_its_keys(self):
        (_, plan), = plans_in(self.output)
        self.assertEqual(("schema_version", 3), next(iter(json.loads(plan).items())))

    def test_a_member_that_the_tool_alone_prints_is_named(self):
        (options, plan), = plans_in(self.output)
        other = json.dumps({**json.loads(plan), "other": 1}, indent=2) + "\n"
        self.assertIn("has", difference(options, plan, other, 0))

    def test_another_target(self):
        self.assertEqual(1, self.differences(self.output.replace("--input rows", "--input arena")))

    def test_a_plan_that_ends_early(self):
        self.assertEqual(1, self.differences(self.output.rstrip()[:-1]))

    def test_an_exit_status_that_does_not_fit_the_plan(self):
        (options, plan), = plans_in(self.output)
        self.assertEqual("", difference(options, plan, plan, 0))
        self.assertIn("exit status", difference(options, plan, plan, 2))


if __name__ == "__main__":
    unittest.main()
