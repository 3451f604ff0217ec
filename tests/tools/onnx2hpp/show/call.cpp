// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/call.hpp>

#include <onnx2hpp/show/matter.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("a call with many arguments is broken behind commas") {
    analysis a = small_model().result();
    const int input = a.model.inputs[0];
    a.model.inputs.assign(12, input);
    std::istringstream lines(spell_call(a));
    std::string run, line;
    while (std::getline(lines, line)) {
        CHECK_MESSAGE(line.size() <= summary_columns, line);
        const std::size_t begin = line.find_first_not_of(' ', 9);
        if (contains(line, "run(") || !run.empty())
            run += (run.empty() ? "" : " ") + line.substr(begin);
    }
    CHECK(run == make_call(a, false).run + ';');
}
