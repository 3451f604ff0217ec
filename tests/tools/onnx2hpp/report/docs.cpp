// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/docs.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("pages of models with one name call headers and models by different names") {
    const reported_model one{"m.onnx", {}, {small_model().result()}, {}, {}, {}};
    const std::vector<output_file> files = offline_docs({one, one}, "docs");
    REQUIRE(files.size() == 9);
    CHECK(contains(files[0].bytes, "#include \"m.hpp\""));
    CHECK_FALSE(contains(files[0].bytes, "--name"));
    CHECK(contains(files[4].path, "m_2.md"));
    for (const char* part : {"#include \"m_2.hpp\"", "m_2::model", "--name m_2"})
        CHECK_MESSAGE(contains(files[4].bytes, part), std::string(part));
    CHECK_FALSE(contains(files[4].bytes, "m::model"));
}
