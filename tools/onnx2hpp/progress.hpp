// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Says what the tool is doing, when somebody is watching and it takes long.

#include <chrono>
#include <string_view>

namespace onnx2hpp {

/// Writes to stderr only if that is a terminal and more than a second has passed since
/// construction.
class progress {
public:
    progress();

    /// Names what begins now, such as "folding constants".
    void begin(std::string_view what) const;

private:
    bool watched;
    std::chrono::steady_clock::time_point start;
};

}  // namespace onnx2hpp
