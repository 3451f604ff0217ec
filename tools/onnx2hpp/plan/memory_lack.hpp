// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a model lacks of a memory: the verdict, the sentence and the exit code come from this.

#include <cstdint>
#include <string>

namespace onnx2hpp {

/// region: one of a board's memories, by its number.
enum class lacking_memory { fast, slow, flash, region };

/// A memory that is too small for a model.
struct memory_lack {
    std::string sentence;                          // which memory, and what would help
    lacking_memory memory = lacking_memory::fast;  // the memory that the sentence names
    int region = -1;                               // its number, where it is one of a board's
    std::int64_t bytes = 0;                        // bytes that it would need more
};

}  // namespace onnx2hpp
