// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c_interface/staged_net.h>
#include <tigris/c_interface.hpp>

#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

namespace {

using namespace tigris::test;
constexpr staged_model<conv_int8::model> model{};
constexpr tigris::target board = [] {
    tigris::target t = staged_model<conv_int8::model>::default_target;
    t.alignment = 4;
    return t;
}();

}  // namespace

TIGRIS_EXPORT_C(model, board, staged_net);

extern "C" void fill_source() { fill_source_block<conv_int8::model>(); }
