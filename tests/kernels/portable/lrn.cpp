// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/lrn.hpp>

#include <helpers/axes_case.hpp>
#include <helpers/check.hpp>
#include <helpers/seeds.hpp>

#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 67);
    const shape dims{4, {r.between(1, 2), r.between(1, 3), r.between(1, 3), r.between(1, 9)}};
    const ops::lrn op{r.between(1, 6), 0.5f, 0.75f, 1.5f};
    node_case n;
    n.add_input({.dims = dims});
    set_output_of(n, op, dtype::f32, {});
    if (key_of(op, n.all(), rounding::tflite) != plain_key<ops::lrn>{}) return false;
    float in[axes_case_capacity]{}, out[axes_case_capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = float(r.between(-9, 9)) / 3;
    run_along_axes<plain_key<ops::lrn>{}, float>(op, n, in, out);
    for (int i = 0; i < int(element_count(dims)); ++i) {
        double energy = 0;
        for (int k = -(op.size - 1) / 2; k <= op.size / 2; ++k) {
            const int channel = i % dims[3] + k;
            if (channel >= 0 && channel < dims[3]) energy += double(in[i + k]) * in[i + k];
        }
        const double wanted = in[i] / std::pow(1.5 + 0.5 / op.size * energy, 0.75);
        if (!(std::abs(double(out[i]) - wanted) < 1e-5)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("windows of channels, cut off at both ends") {
    for (int seed = 0; seed < seeds(200); ++seed) CHECK(agrees(seed));
}
