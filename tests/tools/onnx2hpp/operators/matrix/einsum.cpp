// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <map>
#include <sstream>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

using shapes = std::vector<extents>;

onnx_model build(const std::string& equation, const shapes& dims, dtype type = dtype::f32) {
    model_builder b;
    std::vector<value_id> inputs;
    for (const extents& d : dims) inputs.push_back(b.input(d, type));
    const value_id y = b.node("Einsum", inputs, {{"equation", equation}}, 12);
    for (const value_id v : inputs) b.output(b.node("Identity", {v}));
    b.output(y);
    return b.build();
}

/// The sum by its definition: for all values of all letters, the product of the elements there is
/// added to the element of the result. A letter's extents of 1 broadcast.
elements by_definition(const std::vector<std::string>& terms, const std::string& result,
                       const shapes& dims, const std::vector<elements>& x) {
    std::map<char, std::int64_t> extent, at;
    for (std::size_t i = 0; i < terms.size(); ++i)
        for (std::size_t k = 0; k < terms[i].size(); ++k)
            extent[terms[i][k]] = std::max(extent[terms[i][k]], dims[i][k]);
    const auto place = [&](const std::string& term, const extents& d) {
        std::int64_t index = 0;
        for (std::size_t k = 0; k < term.size(); ++k)
            index = index * d[k] + (d[k] == 1 ? 0 : at[term[k]]);
        return static_cast<std::size_t>(index);
    };
    extents all;
    for (const char c : result) all.push_back(extent[c]);
    elements sums(static_cast<std::size_t>(element_count(all)));
    std::int64_t count = 1;
    for (const auto& [label, size] : extent) count *= size;
    for (std::int64_t n = 0; n < count; ++n) {
        std::int64_t rest = n;
        for (const auto& [label, size] : extent) at[label] = rest % size, rest /= size;
        double product = 1;
        for (std::size_t i = 0; i < terms.size(); ++i) product *= x[i][place(terms[i], dims[i])];
        sums[place(result, all)] += product;
    }
    return sums;
}

/// Compares an equation with the definition of `letters`, which says the same without an ellipsis
/// and with an arrow.
void check(const std::string& equation, const std::string& letters, const shapes& dims) {
    CAPTURE(equation);
    const std::vector<elements> all = results_of(build(equation, dims));
    std::stringstream left(letters.substr(0, letters.find('>')));
    std::vector<std::string> terms;
    for (std::string term; terms.size() < dims.size(); terms.push_back(term), term.clear())
        std::getline(left, term, ',');
    const elements expected =
        by_definition(terms, letters.substr(letters.find('>') + 1), dims, all);
    REQUIRE(all.back().size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(all.back()[k] == doctest::Approx(expected[k]));
}

verdict verdict_of_einsum(const std::string& equation, const shapes& dims,
                          dtype type = dtype::f32) {
    return verdict_of([&] { build(equation, dims, type); });
}

}  // namespace

TEST_CASE("one input is transposed, summed, and reduced to diagonals") {
    check("ij->ji", "ij>ji", {{3, 4}});
    check("ba", "ba>ab", {{3, 4}});
    check("ij -> i", "ij>i", {{3, 4}});
    check("ij->", "ij>", {{3, 4}});
    check("ii", "ii>", {{4, 4}});
    check("iij->ji", "iij>ji", {{3, 3, 4}});
    check("ijij->ij", "ijij>ij", {{2, 3, 2, 3}});
    check("iii->i", "iii>i", {{3, 3, 3}});
    check("...ii->...i", "abii>abi", {{2, 3, 4, 4}});
    check("i...->...i", "iab>abi", {{2, 3, 4}});
    check("->", ">", {{}});
}

TEST_CASE("two inputs are multiplied along what they share") {
    check("i,i", "i,i>", {{5}, {5}});
    check("i,j->ji", "i,j>ji", {{3}, {4}});
    check("bhqd,bhkd->bhqk", "bhqd,bhkd>bhqk", {{2, 3, 4, 5}, {2, 3, 6, 5}});
    check("bqhd,bkhd->bhqk", "bqhd,bkhd>bhqk", {{2, 4, 3, 5}, {2, 6, 3, 5}});
    check("ij,kl->", "ij,kl>", {{3, 2}, {4, 2}});
    check(",i->i", ",i>i", {{}, {3}});
}

TEST_CASE("the axes of an ellipsis and extents of 1 broadcast") {
    check("...ij,...jk", "abij,bjk>abik", {{2, 1, 3, 4}, {3, 4, 5}});
    check("...,...->...", "ab,b>ab", {{2, 3}, {3}});
    check("ij,jk->ik", "ij,jk>ik", {{3, 1}, {4, 2}});
    check("ij,ij->ij", "ij,ij>ij", {{1, 4}, {3, 4}});
}

TEST_CASE("more inputs are multiplied from left to right") {
    check("ijk,ikl,ilm->jm", "ijk,ikl,ilm>jm", {{2, 3, 4}, {2, 4, 2}, {2, 2, 3}});
    check("i,i,i->", "i,i,i>", {{4}, {4}, {4}});
    check("a,b,c->cab", "a,b,c>cab", {{2}, {3}, {4}});
}

TEST_CASE("a product with a constant matrix is a fully connected layer") {
    model_builder b;
    b.output(b.node("Einsum", {b.input({1, 6, 4}), b.constant({4, 5})},
                    {{"equation", std::string("btc,cd->btd")}}, 12));
    CHECK(op_types(b.build()) == names{"Reshape", "MatMul", "Reshape", "Identity"});
}

TEST_CASE("an Einsum that means nothing, or two things, is refused") {
    constexpr auto unsupported = outcome::unsupported;
    CHECK(verdict_of_einsum("i1->i", {{2, 2}}).says(bad, "is not made of letters"));
    CHECK(verdict_of_einsum("i......->i", {{2, 2}}).says(bad, "is not made of letters"));
    CHECK(verdict_of_einsum("i->i->i", {{2}}).says(bad, "is not made of letters"));
    CHECK(verdict_of_einsum("i->i", {{2}, {2}}).says(bad, "has 1 terms for 2 inputs"));
    CHECK(verdict_of_einsum("ij->i", {{2}}).says(bad, "has 2 letters for input 0"));
    CHECK(verdict_of_einsum("ij...->i...", {{2}}).says(bad, "has 2 letters for input 0"));
    CHECK(verdict_of_einsum("i->j", {{2}}).says(bad, "that no input has"));
    CHECK(verdict_of_einsum("i->ii", {{2}}).says(bad, "names an axis of its result twice"));
    CHECK(verdict_of_einsum("...i->i", {{2, 3}}).says(bad, "but not for its result"));
    CHECK(verdict_of_einsum("ii->i", {{2, 3}}).says(bad, "a diagonal of axes of 2 and 3"));
    CHECK(verdict_of_einsum("i,i->i", {{2}, {3}}).says(bad, "both 2 and 3 elements"));
    CHECK(verdict_of_einsum("aB", {{2, 3}}).says(unsupported, "small letters and capitals"));
    CHECK(verdict_of_einsum("i->i", {{2}}, dtype::boolean).says(bad, "input 0 is bool"));
    CHECK(verdict_of_einsum("ij->i", {{2, 0}}).says(unsupported, "is empty"));
}
