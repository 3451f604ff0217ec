// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/cell_form.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

const cell_form a = form_of(0, 2), b = form_of(1, 2), c = form_of(2, 2);
const cell_form one = constant_form({1}), minus_one = constant_form({-1});

matrix_view two_by_four() {
    const std::vector<float> elements{1, 2, 3, 4, 5, 6, 7, 8};
    return {tensor_of(tigris::dtype::f32, {2, 4}, elements), false, 0, 2, 0, 4};
}

}  // namespace

TEST_CASE("sums of products are equal however they are written") {
    const auto difference = sum(a, *product(b, minus_one));
    const auto written = sum(*product(*difference, c), b);
    const auto multiplied = sum(*product(a, c), *product(*product(b, c), minus_one));
    CHECK(*written == *sum(*multiplied, b));
    CHECK(product(a, b) == product(b, a));
}

TEST_CASE("what cancels is gone, and equal terms are one") {
    CHECK(sum(a, *product(a, minus_one))->terms.empty());
    const auto twice = sum(a, a);
    REQUIRE(twice->terms.size() == 1);
    CHECK(twice->terms[0].coefficient == std::vector<double>{2});
}

TEST_CASE("only numbers are wider than they are") {
    CHECK(sum(a, one)->width == 2);
    CHECK(!sum(a, form_of(3, 1)));
    CHECK(!product(a, form_of(3, 1)));
    CHECK(!sum(a, constant_form({1, 2, 3})));
}

TEST_CASE("a form that becomes long is none") {
    cell_form long_one{2};
    for (int atom = 0; atom < 8; ++atom) long_one = *sum(long_one, form_of(atom, 2));
    CHECK(!sum(long_one, form_of(8, 2)));
    CHECK(!product(long_one, *sum(a, b)));
}

TEST_CASE("a part of an activation is the activation of a part") {
    cell_atoms atoms;
    const cell_form x = form_of(atoms.add_input(2), 2);
    const auto gates = atoms.product(x, two_by_four());
    const auto whole = atoms.activated(*gates, {"Tanh"});
    const auto part = atoms.sliced(*gates, 1, 3);
    REQUIRE(part);
    CHECK(atoms.sliced(whole, 1, 3) == atoms.activated(*part, {"Tanh"}));
    CHECK(element_of(part->terms[0].factors[0].matrix, 1, 0) == 6);
    CHECK(!atoms.sliced(x, 0, 1));
}

TEST_CASE("a product of atoms that a matrix follows is an atom") {
    cell_atoms atoms;
    const cell_form x = form_of(atoms.add_input(2), 2), y = form_of(atoms.add_input(2), 2);
    const auto both = atoms.product(*product(x, y), two_by_four());
    REQUIRE(both);
    CHECK(atoms[both->terms[0].factors[0].atom].of == product(x, y));
    CHECK(!atoms.product(*sum(x, one), two_by_four()));
    CHECK(!atoms.product(form_of(0, 3), two_by_four()));
}

TEST_CASE("a transposed matrix is read along its columns") {
    matrix_view m = two_by_four();
    m.is_transposed = true;
    CHECK(element_of(m, 3, 1) == 8);
    m.first_row = 1;
    CHECK(element_of(m, 0, 1) == 6);
}
