// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/markdown.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("a name with fences stays inside of them") {
    analysis a = small_model().result();
    a.model.tensor_names[std::size_t(a.model.inputs[0])] = "```\n# x";
    const std::string text = to_markdown(a, {});
    CHECK(contains(text, "\n````text\n"));
    CHECK_FALSE(contains(text, "\n# x"));
}

TEST_CASE("a comparison says what grew, and by how much") {
    const plan_comparison both{
        {{"RAM", 1000, 2229}, {"flash", 1000, 700}, {"MACs", 100, 104, false}}, true};
    CHECK(both.text() == "RAM +1.2 KB, flash -300 B, MACs +4.0 %");
    CHECK(changed_number{"x", 100, 102}.grew_beyond(1.9));
    CHECK_FALSE(changed_number{"x", 100, 102}.grew_beyond(2));
    CHECK_FALSE(changed_number{"x", 100, 50}.grew_beyond(0));
    CHECK(changed_number{"x", 0, 1}.grew_beyond(50));
}
