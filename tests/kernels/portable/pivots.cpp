// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/pivots.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>
#include <helpers/seeds.hpp>

#include <cmath>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// By Laplace's rule along the first row.
double determinant(const std::vector<std::vector<double>>& m) {
    if (m.empty()) return 1;
    double sum = 0;
    for (std::size_t column = 0; column < m.size(); ++column) {
        std::vector<std::vector<double>> minor;
        for (std::size_t row = 1; row < m.size(); ++row) {
            minor.push_back(m[row]);
            minor.back().erase(minor.back().begin() + std::ptrdiff_t(column));
        }
        sum += (column % 2 ? -1 : 1) * m[0][column] * determinant(minor);
    }
    return sum;
}

bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 71);
    const int size = r.between(1, 5), matrices = r.between(1, 3);
    node_case n;
    n.add_input({.dims = {3, {matrices, size, size}}});
    set_output_of(n, ops::pivots{}, dtype::f32, {});
    if (key_of(ops::pivots{}, n.all(), rounding::tflite) != plain_key<ops::pivots>{}) return false;
    float m[3 * 25]{};
    for (float& x : m) x = float(r.between(-3, 3));
    std::vector<double> wanted;
    for (int i = 0; i < matrices; ++i) {
        std::vector<std::vector<double>> matrix(std::size_t(size), std::vector<double>{});
        for (int k = 0; k < size * size; ++k)
            matrix[std::size_t(k / size)].push_back(m[i * size * size + k]);
        wanted.push_back(determinant(matrix));
    }
    run_along_axes<plain_key<ops::pivots>{}, float>(ops::pivots{}, n, m, m);
    for (int i = 0; i < matrices; ++i) {
        double product = 1;
        for (int k = 0; k < size * size; ++k) product *= m[i * size * size + k];
        if (!(std::abs(product - wanted[std::size_t(i)]) < 1e-3)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("the product of a matrix of pivots is the determinant, in place") {
    for (int seed = 0; seed < seeds(300); ++seed) CHECK(agrees(seed));
}
