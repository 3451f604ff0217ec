// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/depfile.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("a depfile is a rule of make") {
    CHECK(depfile_text("net.hpp", {"net.onnx", "net.bin"}) ==
          "net.hpp: \\\n  net.onnx \\\n  net.bin\n");
}

TEST_CASE("what make takes for something else is escaped") {
    CHECK(depfile_text("a b.hpp", {"c#.onnx", "$d.onnx", "e\\ f", "g\\h", "line\nbreak"}) ==
          "a\\ b.hpp: \\\n  c\\#.onnx \\\n  $$d.onnx \\\n  e\\\\\\ f \\\n  g\\h\n");
}
