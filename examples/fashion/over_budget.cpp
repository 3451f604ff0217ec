// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler says when a model does not fit: this file does not compile, on purpose.

#include "classify.hpp"

using namespace tigris::literals;
constexpr tigris::target tiny{.fast = 4_KiB};
constinit tigris::workspace<fashion_int8::model, tiny> memory{};

void classify(const fashion::image& in, fashion::scores& out) {
    tigris::run(fashion_int8::model, memory, in, out);
}
