// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/make_plan.hpp>

#include <support/random_network.hpp>

#include <doctest/doctest.h>

#include <map>

namespace {

using namespace tigris;
using namespace tigris::planning;

/// Who wrote each byte of the arena last: an execution of the plan with names instead of numbers.
class shadow_memory {
public:
    shadow_memory(const test::owned_network& n, const test::owned_plan& p)
        : n_(n), p_(p), owner_(std::size_t(p.fast_peak_bytes), -1) {}

    /// Runs all steps; false as soon as a step reads bytes that another tensor has overwritten.
    bool run() {
        for (int step = 0; step < int(n_.steps.size()); ++step)
            if (!reads_what_was_written(step) || !write(step)) return false;
        return true;
    }

private:
    bool in_arena(int t) const { return p_.tensors[std::size_t(t)].lives == home::arena; }

    bool reads_what_was_written(int step) const {
        for (const std::int16_t t : n_.view().inputs_of(step))
            if (in_arena(t) && !holds(t)) return false;
        return true;
    }

    bool holds(int t) const {
        const tensor_plan& where = p_.tensors[std::size_t(t)];
        for (std::int64_t k = 0; k < where.bytes; ++k)
            if (meaning(owner_[std::size_t(where.offset + k)]) != meaning(t)) return false;
        return true;
    }

    /// Aliases mean their input's bytes.
    int meaning(int t) const {
        if (t <= 0 || n_.steps[std::size_t(t - 1)].runs != ops::contract::alias) return t;
        return meaning(n_.view().inputs_of(t - 1)[0]);
    }

    bool write(int step) {
        const step_plan& s = p_.steps[std::size_t(step)];
        if (s.scratch_offset + s.scratch_bytes > p_.fast_peak_bytes) return false;
        for (std::int64_t k = 0; k < s.scratch_bytes; ++k)
            owner_[std::size_t(s.scratch_offset + k)] = -2;
        if (!reads_what_was_written(step)) return false;  // scratch must not touch operands
        if (n_.steps[std::size_t(step)].runs == ops::contract::alias) return true;
        const int out = n_.view().outputs_of(step)[0];
        const tensor_plan& where = p_.tensors[std::size_t(out)];
        if (!in_arena(out)) return true;
        if (where.offset + where.bytes > p_.fast_peak_bytes) return false;
        for (std::int64_t k = 0; k < where.bytes; ++k) owner_[std::size_t(where.offset + k)] = out;
        return true;
    }

    const test::owned_network& n_;
    const test::owned_plan& p_;
    std::vector<int> owner_;
};

}  // namespace

TEST_CASE("every step of a plan reads what was written for it") {
    std::map<home, int> census;
    int shared = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto n = test::random_network(seed).make(3 + int(seed % 60));
        const auto p = test::make_plan(n, 4);
        REQUIRE(shadow_memory(n, p).run());
        for (std::size_t t = 0; t < p.tensors.size(); ++t) {
            ++census[p.tensors[t].lives];
            shared += p.tensors[t].storage != int(t);
        }
    }
    MESSAGE("tensors in the arena ", census[home::arena], ", inputs ", census[home::input],
            ", outputs ", census[home::output], ", sharing memory ", shared);
    CHECK(shared > 300);
}

TEST_CASE("the shadow memory notices a plan that is wrong") {
    const auto n = test::random_network(3).make(40);
    auto p = test::make_plan(n, 4);
    for (tensor_plan& t : p.tensors) t.offset = 0;
    CHECK_FALSE(shadow_memory(n, p).run());
}

TEST_CASE("the arena is never below the timeline's peak, nor far above it") {
    std::int64_t peaks = 0, arenas = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto p = test::make_plan(test::random_network(seed).make(50), 4);
        REQUIRE(p.fast_peak_bytes >= p.timeline_peak_bytes);
        peaks += p.timeline_peak_bytes;
        arenas += p.fast_peak_bytes;
    }
    CHECK(double(arenas) < 1.05 * double(peaks));
}

TEST_CASE("offsets are aligned") {
    for (const std::int64_t alignment : {4, 8, 16, 32}) {
        const auto p = test::make_plan(test::random_network(11).make(50), alignment);
        for (const tensor_plan& t : p.tensors) CHECK(t.offset % alignment == 0);
        for (const step_plan& s : p.steps) CHECK(s.scratch_offset % alignment == 0);
    }
}
