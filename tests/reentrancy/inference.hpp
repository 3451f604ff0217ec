// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Two models whose memory is whose caller's.

#include <tigris/core.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>

namespace reentrancy {

using bytes_workspace = tigris::workspace<conv_int8::model, tigris::target{}, tigris::external>;
using floats_workspace = tigris::workspace<conv_float::model>;

using bytes_in = tigris::input_edge<conv_int8::model>;
using bytes_out = tigris::output_edge<conv_int8::model>;
using floats_in = tigris::input_edge<conv_float::model>;
using floats_out = tigris::output_edge<conv_float::model>;

tigris::status classify(bytes_workspace& memory, const bytes_in::type (&in)[bytes_in::extent],
                        bytes_out::type (&out)[bytes_out::extent]);
void classify(floats_workspace& memory, const floats_in::type (&in)[floats_in::extent],
              floats_out::type (&out)[floats_out::extent]);

}  // namespace reentrancy
