// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/moves.hpp>

#include <helpers/backend_conversions.hpp>
#include <helpers/backend_curves.hpp>
#include <helpers/backend_joins.hpp>
#include <helpers/backend_resizes.hpp>
#include <helpers/backend_slices.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/moves/look_up.hpp>
#include <tigris/kernels/arm_dsp/moves/spans.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/helium/moves/look_up.hpp>
#include <tigris/kernels/helium/moves/spans.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using kernels::arm_dsp_tag, kernels::helium_tag;

TEST_CASE_TEMPLATE("spans of any length are joined", T, arm_dsp_tag, helium_tag) {
    test::joins::check<T>();
}

TEST_CASE_TEMPLATE("codes of another quantization", T, arm_dsp_tag, helium_tag) {
    test::check_conversions<T>();
}

TEST_CASE_TEMPLATE("parts of rows", T, arm_dsp_tag, helium_tag) { test::slices::check<T>(); }

TEST_CASE_TEMPLATE("the nearest pixel", T, arm_dsp_tag, helium_tag) { test::resizes::check<T>(); }

TEST_CASE_TEMPLATE("codes of a curve", T, arm_dsp_tag, helium_tag) { test::curves::check<T>(); }

namespace {

/// A user's backend that adds something to one of the library's.
struct extended_tag : helium_tag {};

/// One that comes before all kernels of a layer, whatever it is.
struct counting_tag : helium_tag {};
int calls = 0;
template <auto G, class Layer, class In, class Out>
void rows(counting_tag, const Layer& layer, Out* out, int32_t row_count,
          const kernels::row_window<In>& in) {
    ++calls;
    rows<G>(helium_tag{}, layer, out, row_count, in);
}

}  // namespace

TEST_CASE("a backend that inherits from one of these moves by its code") {
    test::joins::check<extended_tag>();
    test::curves::check<extended_tag>();
}

TEST_CASE("kernels of a tag that inherits come before those of its base") {
    test::curves::check<counting_tag>();
    CHECK(calls > 0);
}
