// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/progress.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace onnx2hpp {

progress::progress() : watched(isatty(STDERR_FILENO)), start(std::chrono::steady_clock::now()) {}

void progress::begin(std::string_view what) const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (watched && passed.count() > 1)
        fmt::print(stderr, "onnx2hpp: {:.1f} s: {}\n", passed.count(), what);
}

}  // namespace onnx2hpp
