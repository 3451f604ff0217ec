// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/precise.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/signal/numbers.hpp>

#include <cmath>

namespace onnx2hpp {
namespace {

struct mel_filters {
    std::int64_t filters, length, rate;
    double lowest, highest;
    std::int64_t bins() const { return length / 2 + 1; }
};

double mel_of(double hertz) { return 2595 * precise::log10(1 + hertz / 700); }

double hertz_of(double mel) { return 700 * (precise::pow(10, mel / 2595) - 1); }

/// The bins at which the triangles begin, peak and end.
extents edges_of(const mel_filters& m) {
    const double low = mel_of(m.lowest);
    const double step = (mel_of(m.highest) - low) / static_cast<double>(m.filters + 2);
    extents edges;
    for (std::int64_t i = 0; i < m.filters + 2; ++i) {
        const double hertz = hertz_of(static_cast<double>(i) * step + low);
        edges.push_back(static_cast<std::int64_t>(
            std::floor(static_cast<double>(m.length + 1) * hertz / static_cast<double>(m.rate))));
    }
    return edges;
}

/// The triangle from `low` over `peak` to `high`, at `bin`.
double triangle(std::int64_t low, std::int64_t peak, std::int64_t high, std::int64_t bin) {
    if (bin == peak) return 1;
    if (bin >= low && bin < peak)
        return static_cast<double>(bin - low) / static_cast<double>(peak - low);
    if (bin > peak && bin < high)
        return static_cast<double>(high - bin) / static_cast<double>(high - peak);
    return 0;
}

/// Source: ONNX MelWeightMatrix-17.
bool expand_mel_weight_matrix(expansion& e) {
    const mel_filters m{integer_at(e, 0), integer_at(e, 1), integer_at(e, 2), number_at(e, 3),
                        number_at(e, 4)};
    if (m.filters < 1 || m.length < 1 || m.rate < 1 || !(m.lowest >= 0 && m.highest >= m.lowest))
        fail_bad_input(e.at, "its inputs make no filters");
    require_table(e, m.bins(), m.filters);
    const extents edges = edges_of(m);
    std::vector<double> weights;
    for (std::int64_t bin = 0; bin < m.bins(); ++bin)
        for (std::size_t i = 0; i + 2 < edges.size(); ++i)
            weights.push_back(triangle(edges[i], edges[i + 1], edges[i + 2], bin));
    e.give(0, e.constant(make_tensor(asked_type(e), {m.bins(), m.filters}, weights)));
    return true;
}

}  // namespace

namespace operators {

operator_entries mel_weight_matrix_operators() {
    return {
        {.type = "MelWeightMatrix",
         .versions = {{.since = {17},
                       .inputs = {5, 5},
                       .attributes = {integer("output_datatype")}}},
         .expand = expand_mel_weight_matrix},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
