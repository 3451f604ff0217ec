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

TEST_CASE_TEMPLATE("runs of any length are joined", T, arm_dsp_tag, helium_tag) {
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

}  // namespace

TEST_CASE("a backend that inherits from one of these moves by its code") {
    test::joins::check<extended_tag>();
    test::curves::check<extended_tag>();
}
