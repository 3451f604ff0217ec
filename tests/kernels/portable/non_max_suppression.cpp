// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/non_max_suppression.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int batches = 2, classes = 3, box_count = 12, most = 20;

struct detections {
    float boxes[batches * box_count * 4]{};
    float scores[batches * classes * box_count]{};
};

/// Corners in eighths, of which some are exchanged; scores in tenths, so that some are equal.
detections random_detections(random_numbers& r) {
    detections d;
    for (float& x : d.boxes) x = float(r.between(0, 16)) / 8;
    for (float& x : d.scores) x = float(r.between(0, 10)) / 10;
    return d;
}

double overlap(const float* a, const float* b) {
    double shared = 1, area_a = 1, area_b = 1;
    for (int axis = 0; axis < 2; ++axis) {
        const auto [a0, a1] = std::minmax(a[axis], a[axis + 2]);
        const auto [b0, b1] = std::minmax(b[axis], b[axis + 2]);
        shared *= std::max(0.0f, std::min(a1, b1) - std::max(a0, b0));
        area_a *= a1 - a0, area_b *= b1 - b0;
    }
    return shared > 0 ? shared / (area_a + area_b - shared) : 0;
}

/// By sorting, and a flag for each box. Source: ONNX NonMaxSuppression.
std::vector<std::array<int64_t, 3>> expected(const detections& d,
                                             const ops::non_max_suppression& op) {
    std::vector<std::array<int64_t, 3>> rows;
    for (int b = 0; b < batches; ++b)
        for (int c = 0; c < classes; ++c) {
            const float* scores = d.scores + (b * classes + c) * box_count;
            std::vector<int> order(box_count);
            std::iota(order.begin(), order.end(), 0);
            std::stable_sort(order.begin(), order.end(),
                             [&](int i, int k) { return scores[i] > scores[k]; });
            std::vector<int> taken;
            for (const int i : order) {
                const bool is_out = std::any_of(taken.begin(), taken.end(), [&](int k) {
                    return overlap(d.boxes + (b * box_count + i) * 4,
                                   d.boxes + (b * box_count + k) * 4) > double(op.largest_overlap);
                });
                if (scores[i] > op.lowest_score && !is_out && int(taken.size()) < op.most_of_class)
                    taken.push_back(i);
            }
            for (const int i : taken) rows.push_back({b, c, i});
        }
    return rows;
}

std::array<int64_t, 3 * (most + 1)> run(const detections& d, const ops::non_max_suppression& op) {
    node_case n;
    n.add_input({.dims = {3, {batches, box_count, 4}}});
    n.add_input({.dims = {3, {batches, classes, box_count}}});
    set_output_of(n, op, dtype::i64, {});
    REQUIRE(n.all().output().dims == shape{2, {op.most + 1, 3}});
    const auto layer = layer_of<float>(op, n.all(), {}, rounding::nearest);
    std::array<int64_t, 3 * (most + 1)> out{};
    out.fill(-7);
    constexpr plain_key<ops::non_max_suppression> G{};
    REQUIRE(key_of(op, n.all(), rounding::tflite) == G);
    whole<G>(portable_tag{}, layer, out.data(), +d.boxes, +d.scores);
    return out;
}

void check(const ops::non_max_suppression& op, uint64_t seed) {
    random_numbers r(seed);
    const detections d = random_detections(r);
    auto rows = expected(d, op);
    if (int(rows.size()) > op.most) rows.resize(std::size_t(op.most));
    const auto out = run(d, op);
    REQUIRE(out[std::size_t(3 * op.most)] == int64_t(rows.size()));
    for (std::size_t i = 0; i < std::size_t(op.most); ++i)
        for (std::size_t k = 0; k < 3; ++k)
            REQUIRE(out[3 * i + k] == (i < rows.size() ? rows[i][k] : 0));
}

}  // namespace

TEST_CASE("of boxes that overlap the best stays, class by class") {
    for (uint64_t seed = 1; seed < 50; ++seed) {
        check({.most = most, .most_of_class = box_count, .largest_overlap = 0.3f}, seed);
        check({.most = most, .most_of_class = 2, .largest_overlap = 0.5f, .lowest_score = 0.45f},
              seed);
        check({.most = 5, .most_of_class = 3, .largest_overlap = 1}, seed);
        check({.most = 4, .most_of_class = 0, .largest_overlap = 0.1f}, seed);
    }
}

TEST_CASE("boxes that are said by center and extents are the same boxes") {
    random_numbers r(3);
    detections corners = random_detections(r), centered = corners;
    for (int i = 0; i < batches * box_count; ++i)
        for (int axis = 0; axis < 2; ++axis) {
            const auto [low, high] =
                std::minmax(corners.boxes[4 * i + axis], corners.boxes[4 * i + axis + 2]);
            centered.boxes[4 * i + axis] = (low + high) / 2;
            centered.boxes[4 * i + axis + 2] = high - low;
        }
    ops::non_max_suppression op{.most = most, .most_of_class = box_count, .largest_overlap = 0.25f};
    const auto wanted = run(corners, op);
    op.centered = true;
    CHECK(run(centered, op) == wanted);
}
