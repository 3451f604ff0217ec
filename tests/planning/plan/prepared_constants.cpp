// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/plan/prepared_constants.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Two steps: the first reads constants 1 and 2, the second constant 2 again.
struct two_steps {
    tensor_facts tensors[5]{{.bytes = 64},
                            {.kind = tensor_kind::constant, .bytes = 30},
                            {.kind = tensor_kind::constant, .bytes = 9},
                            {.bytes = 64},
                            {.bytes = 64}};
    step_facts steps[2]{
        {.op = {.macs = 100},
         .kernel = {.prepared_bytes = 50, .prepared_inputs = 0b110},
         .first_input = 0,
         .inputs = 3,
         .first_output = 3,
         .outputs = 1},
        {.op = {.macs = 100}, .first_input = 4, .inputs = 2, .first_output = 6, .outputs = 1}};
    int16_t edges[7]{0, 1, 2, 3, 3, 2, 4};

    network view() const { return {{tensors, 5}, {steps, 2}, {edges, 7}}; }
};

/// What becomes of the first step's task, with 1000 bytes of flash taken before.
struct prepared {
    task_plan task{};
    plan_totals totals{.flash_bytes = 1000, .macs = 200};

    explicit prepared(const target& wanted, int32_t rows = 8, int32_t tile = 1,
                      prepared_home home = prepared_home::instead) {
        const two_steps n;
        task.step = 0;
        task.tile = tile;
        task.kernel = n.steps[0].kernel;
        task.kernel.record_bytes = 16;
        task.kernel.prepared_at = home;
        task.constant_bytes = 39;
        prepare_constants(n.view(), wanted, rows, task, totals);
    }
};

}  // namespace

TEST_CASE("prepared constants stand for those that they are made of") {
    const two_steps n;
    const constants_replaced found = find_replaced(n.view(), 0);
    CHECK(found.bytes == 39);
    CHECK(found.unread == 32);  // the 30 bytes that nobody else reads, up to a word
    CHECK(is_read_once(n.view(), 1));
    CHECK_FALSE(is_read_once(n.view(), 2));
}

TEST_CASE("they take the flash of their words, and save the record and what nobody reads") {
    const prepared p{target{}};
    CHECK(p.task.prepared);
    CHECK(p.totals.flash_bytes == 1000 + 52 - 32 - 16);
    CHECK(p.task.constant_bytes == 50);
}

TEST_CASE("nothing is prepared without calls for one row, policy, or flash") {
    CHECK_FALSE(prepared(target{}, 8, 2).task.prepared);
    CHECK_FALSE(prepared(target{}, 1).task.prepared);
    CHECK_FALSE(prepared(target{.optimize = optimize::size}).task.prepared);
    CHECK_FALSE(prepared(target{.flash = 1003}).task.prepared);
    CHECK(prepared(target{.flash = 1004}).task.prepared);
}

TEST_CASE("beside those that they are made of, they take their words; in a blob nothing more") {
    const prepared beside({.flash = 1052}, 8, 1, prepared_home::beside);
    CHECK(beside.task.prepared);
    CHECK(beside.totals.flash_bytes == 1052);
    CHECK_FALSE(prepared({.flash = 1051}, 8, 1, prepared_home::beside).task.prepared);
    const prepared in_blob({.flash = 1000}, 8, 1, prepared_home::blob);
    CHECK(in_blob.task.prepared);
    CHECK(in_blob.totals.flash_bytes == 1000);
    CHECK(in_blob.task.constant_bytes == 50);
}
