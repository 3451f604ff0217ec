// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/model/edge.hpp>

#include <helpers/check.hpp>
#include <helpers/two_by_two.hpp>

#include <doctest/doctest.h>

#include <type_traits>

using namespace tigris;

namespace {

using sum = output_edge<two_by_two::model>;
using kept = output_edge<two_by_two::model, 1>;

}  // namespace

TEST_CASE("an edge has the extent and type of its tensor") {
    static_assert(sum::extent == 6 && sum::dims == shape{2, {2, 3}});
    static_assert(std::is_same_v<sum::type, float>);
    static_assert(sum::scale == 0 && sum::zero_point == 0);
    CHECK(sizeof(sum::buffer) == 6 * sizeof(float));
}

TEST_CASE("edges are found by the names of inputs and outputs, not of others") {
    using model = two_by_two::model_type;
    TIGRIS_HOLDS(find_edge<model>("a") == 0);
    TIGRIS_HOLDS(find_edge<model>("kept") == 3);
    TIGRIS_HOLDS(find_edge<model>("k") == -1);
    TIGRIS_HOLDS(find_edge<model>("") == -1);
}

TEST_CASE("a buffer of another edge does not convert") {
    static_assert(!std::is_convertible_v<sum::buffer, kept::buffer>);
    static_assert(std::is_same_v<output_buffer<two_by_two::model, 1>, kept::buffer>);
    output_buffer<two_by_two::model> buffer{};
    buffer[5] = 2;
    CHECK(buffer.data()[5] == 2);
    CHECK(buffer.size() == 6);
}

TEST_CASE("edges are counted from 0") {
    CHECK(tensor_of_input<two_by_two::model, 1>() == two_by_two::model.inputs[1]);
    CHECK(tensor_of_output<two_by_two::model, 1>() == 3);
}

TEST_CASE("what replaces a missing buffer has no memory") {
    TIGRIS_HOLDS(missing::data() == nullptr);
}
