// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Numbers with units in a board's file. All throw failure(bad_input) for what they do not
// understand.

#include <cstdint>
#include <string_view>

namespace onnx2hpp {

/// `240 MHz`: a number of Hz, kHz, MHz or GHz, with or without a fraction.
std::uint64_t parse_clock(std::string_view text);

/// `0.125`: cycles, from 0 to 1000, with at most three decimals. The result is in thousandths.
std::uint32_t parse_cycles(std::string_view text);

/// `0x20000000`, of up to 64 bits.
std::uint64_t parse_address(std::string_view text);

/// A power of two from `least` to 65536.
std::uint32_t parse_power_of_two(std::string_view text, std::uint32_t least);

/// A number from 0 to 100, with a percent sign after it.
std::uint32_t parse_percent(std::string_view text);

}  // namespace onnx2hpp
