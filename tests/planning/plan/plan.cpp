// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/plan/plan.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris::planning;

namespace {

/// Windows of `kernel` rows, `stride` rows apart, that are kept from one to the next. Of each, the
/// `newest` rows come in parts of 3 bytes and the others have slots of 10 bytes.
struct kept {
    int kernel = 0;
    int stride = 0;
    int newest = 0;
    int above = 0;

    buffer_plan buffer() const {
        return {.rows = kernel - newest,
                .row_bytes = 10,
                .newest = newest,
                .stride = stride,
                .above = above,
                .part_bytes = 3};
    }
    /// The place of image row y in the first window that reads it.
    int place_in_window(int y) const {
        int window = 0;
        while (y + above - window * stride >= kernel) ++window;
        return y + above - window * stride;
    }
};

/// Calls check(k, y) for rows y of kept windows of all small extents.
template <class Check>
void each_row(Check check) {
    for (int kernel = 1; kernel <= 6; ++kernel)
        for (int stride = 1; stride <= kernel; ++stride)
            for (int newest = 1; newest <= stride; ++newest)
                for (int above = 0; above < kernel; ++above)
                    for (int y = 0; y < 20; ++y) check(kept{kernel, stride, newest, above}, y);
}

}  // namespace

TEST_CASE(
    "rows of a kept window lie in image order, as the first window that reads them has them") {
    int different = 0, rows = 0;
    each_row([&](const kept& k, int y) {
        const int place = k.place_in_window(y);
        if (place >= k.kernel - k.newest) return;
        different += k.buffer().kept_slot(y) != place;
        ++rows;
    });
    CHECK(different == 0);
    CHECK(rows > 1000);
}

TEST_CASE("columns of the newest rows wait behind all slots") {
    int different = 0, rows = 0;
    each_row([&](const kept& k, int y) {
        const int place = k.place_in_window(y), whole = k.kernel - k.newest;
        if (place < whole) return;
        different += k.buffer().newest_place(y) != whole * 10 + (place - whole) * 3;
        ++rows;
    });
    CHECK(different == 0);
    CHECK(rows > 1000);
}

TEST_CASE("new rows are counted from the first that a window does not share") {
    int different = 0;
    each_row([&](const kept& k, int y) {
        const int place = k.place_in_window(y), shared = k.kernel - k.stride;
        if (place >= shared) different += k.buffer().new_row(y) != place - shared;
    });
    CHECK(different == 0);
}

TEST_CASE("a buffer takes its slots and the parts of its newest rows") {
    CHECK(kept{5, 2, 1, 0}.buffer().bytes() == 4 * 10 + 3);
    CHECK(buffer_plan{.rows = 1 << 20, .row_bytes = 1 << 20}.bytes() == std::int64_t(1) << 40);
}

TEST_CASE("what is planned of fast memory is all but the prefix") {
    CHECK(plan_totals{.fast_peak_bytes = 100, .prefix_bytes = 30}.planned_fast_bytes() == 70);
}

TEST_CASE("a plan's views show all of its arrays, and one element where it has none") {
    plan<plan_size{.tensors = 3, .steps = 2, .rows = {.tasks = 4, .reads = 5, .tensors = 6}}> made;
    const plan_view seen = view_of(made);
    CHECK(seen.tensors.size == 3);
    CHECK(seen.steps.size == 2);
    CHECK(seen.tasks.size == 4);
    CHECK(seen.segments.size == 4);
    CHECK(seen.reads.size == 5);
    CHECK(seen.buffers.size == 6);
    seen.totals.calls = 7;
    seen.tasks[3].tile = 9;
    CHECK(made.calls == 7);
    CHECK(made.tasks[3].tile == 9);
    plan<plan_size{.tensors = 1, .steps = 1, .rows = {.tensors = 1}}> none;
    CHECK(view_of(none).tasks.size == 1);
    CHECK(view_of(none).segments.size == 1);
}
