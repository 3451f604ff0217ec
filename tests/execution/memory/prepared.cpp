// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/memory/prepared.hpp>

#include <helpers/two_depthwise.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr target on_arm{.backend = arm_dsp, .optimize = optimize::speed};

/// Constants in a blob, which has prepared ones of the second layer at byte 640.
struct in_blob : two_depthwise::model_type {
    static constexpr sized_array<constant_place, 5> constant_places{
        {{0, 64}, {0, 160}, {0, 208}, {0, 256}, {0, 288}}};
    static constexpr weight_blob blob{1, 1000};
    static constexpr backend prepared_for = arm_dsp;
    static constexpr sized_array<prepared_place, 1> prepared{
        {{.step = 1, .offset = 640, .bytes = 240}}};
};

using own = session<two_depthwise::model, on_arm>;
using foreign = session<in_blob{}, on_arm>;
using of_another_backend = session<in_blob{}, target{.backend = helium}>;

template <class Session, int Step, bool Prepared>
constexpr auto key_with = [] {
    auto made = key<Session, Step>;
    made.prepared = Prepared;
    return made;
}();

/// A run without constants of its own, and one with a blob.
struct plain_run {
    void* scratch() const { return nullptr; }
};
struct run_with_blob : plain_run {
    const unsigned char* begins[1];

    constants_in_memory<in_blob{}> constants() const { return {begins}; }
};
alignas(16) constexpr unsigned char blob_bytes[1000]{};
constexpr run_with_blob with_blob{{}, {blob_bytes}};

template <bool Prepared>
const auto& record_of(const plain_run& run) {
    return record_of_task<own, 1, key_with<own, 1, Prepared>, layer<own, 1>>(run);
}

/// The address of prepared constants that a kernel gets.
template <class Session, int Step, bool Prepared, class Run>
const void* address_in(const Run& run) {
    return tag_of_task<Session, Step, key_with<Session, Step, Prepared>>(run).prepared;
}

}  // namespace

TEST_CASE("a blob has prepared constants of the steps and the backend that it names") {
    CHECK(place_of_prepared<foreign, 1> == 640);
    CHECK(place_of_prepared<foreign, 0> == 0);
    CHECK(place_of_prepared<of_another_backend, 1> == 0);
    CHECK(place_of_prepared<own, 1> == 0);
}

TEST_CASE("constants are prepared by the compiler if the header has them") {
    CHECK(can_prepare<own, 0>(0));
    CHECK(has_own_prepared<own, 1, key_with<own, 1, true>>);
    CHECK_FALSE(has_own_prepared<own, 1, key_with<own, 1, false>>);
    CHECK_FALSE(has_own_prepared<foreign, 1, key_with<foreign, 1, true>>);
}

TEST_CASE("a kernel gets the address of its prepared constants, in flash or in the blob") {
    CHECK(address_in<own, 1, true>(plain_run{}) == &prepared<own, 1>);
    CHECK(address_in<own, 1, false>(plain_run{}) == nullptr);
    CHECK(address_in<foreign, 1, true>(with_blob) == blob_bytes + 640);
}

TEST_CASE("prepared constants of each step are its own") {
    CHECK(prepared<own, 0>.channels[0].lower[0] != prepared<own, 1>.channels[0].lower[0]);
}

TEST_CASE("the record of prepared constants has no others, and keeps its extents") {
    const auto &full = record_of<false>({}), &rest = record_of<true>({});
    CHECK(&full == &layer<own, 1>);
    CHECK(full.weights.bytes == two_depthwise::second_weights.items);
    CHECK(rest.weights.bytes == nullptr);
    CHECK(rest.result.multipliers == nullptr);
    CHECK(rest.channels_out == full.channels_out);
}

TEST_CASE("a record whose constants come in a blob has their addresses there") {
    const auto record =
        record_of_task<foreign, 1, key_with<foreign, 1, false>, layer<foreign, 1>>(with_blob);
    CHECK(record.weights.bytes == reinterpret_cast<const int8_t*>(blob_bytes + 288));
}
