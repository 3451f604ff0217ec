// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/operator_table.hpp>

#include <onnx2hpp/operators/list.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace onnx2hpp;

TEST_CASE("an operator is found by its name and domain, and has one entry") {
    std::set<std::string_view> types;
    for (const operator_entry& entry : all_operators().entries()) {
        CAPTURE(entry.type);
        CHECK(types.insert(entry.type).second);
        node n;
        const std::size_t dot = entry.type.rfind('.');
        n.domain = dot == entry.type.npos ? "" : entry.type.substr(0, dot);
        n.op_type = entry.type.substr(dot == entry.type.npos ? 0 : dot + 1);
        CHECK(all_operators().find(n) == &entry);
    }
    CHECK(!all_operators().find({.op_type = "Glue"}));
    CHECK(!all_operators().find({.op_type = "QGemm"}));
}

TEST_CASE("an entry says what becomes of the operator") {
    for (const operator_entry& entry : all_operators().entries()) {
        CAPTURE(entry.type);
        const bool is_loaded = entry.type == "Constant";               // becomes an initializer
        const bool is_labeled = entry.type == "tigris.DepthwiseConv";  // behind all shapes
        CHECK((entry.expand || entry.shape || is_loaded || is_labeled));
        const bool is_its_shape = entry.type == "ConstantOfShape";  // whose rule makes it, too
        if (entry.shape) CHECK((entry.lower || entry.expand || entry.evaluate || is_its_shape));
        if (entry.lower) CHECK((entry.shape || is_labeled));
        if (entry.unary || entry.binary) CHECK((entry.lower != nullptr));
    }
}

TEST_CASE("what only the tool makes has its domain and a line on its page, and no versions") {
    std::ifstream file(std::string(TIGRIS_TESTS) + "/../docs/reference/internal_operators.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    for (const operator_entry& entry : all_operators().entries()) {
        CAPTURE(entry.type);
        const bool is_own = entry.type.starts_with(std::string(own_domain) + ".");
        CHECK(entry.versions.empty() == is_own);
        if (is_own) CHECK(page.find("`" + std::string(entry.type) + "`") != page.npos);
    }
}
