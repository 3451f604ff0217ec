// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/two_pass/variants.hpp>

#include <helpers/squeeze_excite.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

tigris::target with_percent(std::uint32_t percent) {
    return {.alignment = 4, .costs = {.recompute_percent = percent}};
}

/// Two blocks, of which the first takes more memory.
lowered_model two_blocks() {
    scaled_network net;
    const value_id small = net.node("MaxPool", {net.block(net.image())},
                                    {{"kernel_shape", extents{2, 2}}, {"strides", extents{2, 2}}});
    net.output(net.block(small));
    return net.lowered();
}

}  // namespace

TEST_CASE("each variant has one second pass more, that of the largest tensor first") {
    const std::vector<variant> found = variants_of(two_blocks(), with_percent(90));
    REQUIRE(found.size() == 3);
    CHECK(names_of_second_passes(found[0].model).empty());
    CHECK(names_of_second_passes(found[1].model) ==
          std::vector<std::string>{"Conv_0_again", "Conv_1_again"});
    CHECK(names_of_second_passes(found[2].model).size() == 4);
    CHECK(found[1].macs_again == 16 * 16 * 64 * (16 + 9));
    CHECK(found[2].macs_again == found[1].macs_again / 4 * 5);
    for (int i = 1; i < 3; ++i)
        CHECK(found[std::size_t(i)].plans().smallest_fast_bytes(false) <
              found[std::size_t(i) - 1].plans().smallest_fast_bytes(false));
}

TEST_CASE("no variant does more again than the target allows") {
    const lowered_model m = two_blocks();
    CHECK(variants_of(m, with_percent(0)).size() == 1);
    CHECK(variants_of(m, with_percent(10)).size() == 1);
    const std::vector<variant> all = variants_of(m, with_percent(90));
    std::int64_t macs = 0;
    for (const auto& step : all[0].network.steps) macs += step.op.macs;
    const auto percent = std::uint32_t(all[1].macs_again * 100 / macs + 1);
    CHECK(variants_of(m, with_percent(percent)).size() == 2);
    CHECK(variants_of(m, with_percent(percent - 1)).size() == 1);
}

TEST_CASE("what second passes leave may be recomputed") {
    for (const variant& v : variants_of(two_blocks(), with_percent(90))) {
        std::int64_t all = 0;
        for (const auto& step : v.network.steps) all += step.op.macs;
        const std::int64_t most = macs_allowed(v.network, v.target.costs) + v.macs_again;
        CHECK(most <= (all - v.macs_again) / 100 * 90);
        CHECK(most >= (all - v.macs_again) / 100 * 90 - all / 50);
    }
}

TEST_CASE("second passes that spare nothing are left out") {
    scaled_network net;
    value_id x = net.image();
    x = net.node("Transpose", {net.conv(x, 16, 256, 3)}, {{"perm", extents{0, 1, 3, 2}}});
    net.output(net.block(net.conv(x, 256, 16)));
    CHECK(find_second_passes(net.lowered()).size() == 1);
    CHECK(variants_of(net.lowered(), with_percent(90)).size() == 1);
}

TEST_CASE("the least memory is that of the best variant") {
    const std::vector<variant> found = variants_of(squeeze_excite(), with_percent(15));
    REQUIRE(found.size() == 2);
    CHECK(smallest_fast_bytes(found, false) == found[1].plans().smallest_fast_bytes(false));
    CHECK(found[0].plans().smallest_fast_bytes(false) > smallest_fast_bytes(found, false));
}
