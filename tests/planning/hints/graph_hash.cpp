// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/hints/graph_hash.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::planning;

namespace {

struct small_network {
    tensor_facts tensors[3]{{.kind = tensor_kind::input, .index = 0, .bytes = 64, .bits = 8},
                            {.bytes = 64, .bits = 8},
                            {.kind = tensor_kind::output, .index = 0, .bytes = 64, .bits = 8}};
    step_facts steps[2]{{.first_input = 0, .inputs = 1, .first_output = 1, .outputs = 1},
                        {.first_input = 2, .inputs = 1, .first_output = 3, .outputs = 1}};
    int16_t edges[4]{0, 1, 1, 2};

    std::uint64_t hash() const { return graph_hash({{tensors, 3}, {steps, 2}, {edges, 4}}); }
};

const std::uint64_t unchanged = small_network{}.hash();

template <class Change>
bool differs(const Change& change) {
    small_network n;
    change(n);
    return n.hash() != unchanged;
}

}  // namespace

TEST_CASE("words are mixed as FNV-1a says, in their order") {
    word_hash none, one, two, swapped;
    one.add(7);
    two.add(7, 8);
    swapped.add(8, 7);
    CHECK(none.value() == 14695981039346656037u);
    CHECK(one.value() == (14695981039346656037u ^ 7) * 1099511628211u);
    CHECK(two.value() == (one.value() ^ 8) * 1099511628211u);
    CHECK(swapped.value() != two.value());
}

TEST_CASE("a hash depends on tensors, edges, windows and working memory") {
    using n = small_network;
    CHECK(differs([](n& c) { c.tensors[1].bytes = 65; }));
    CHECK(differs([](n& c) { c.tensors[1].extents.rows = 2; }));
    CHECK(differs([](n& c) { c.edges[2] = 0; }));
    CHECK(differs([](n& c) { c.steps[1].op.reach.kernel = 3; }));
    CHECK(differs([](n& c) { c.steps[1].op.contract = ops::contract::whole; }));
    CHECK(differs([](n& c) { c.steps[0].kernel.scratch_bytes = 1; }));
    CHECK(differs([](n& c) { c.steps[0].writes_slices = true; }));
}

TEST_CASE("a hash does not depend on costs") {
    using n = small_network;
    CHECK_FALSE(differs([](n& c) { c.steps[0].op.macs = 1000; }));
    CHECK_FALSE(differs([](n& c) { c.steps[0].kernel.call_cycles = 7; }));
    CHECK_FALSE(differs([](n& c) { c.steps[0].constant_bytes = 9; }));
}
