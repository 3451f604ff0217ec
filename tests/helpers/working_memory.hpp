// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Working memory for a kernel: as much as its facts ask for, anywhere, with guards on both sides.

#include <tigris/model/kernel_facts.hpp>

#include <cstring>
#include <vector>

namespace tigris::test {

class working_memory {
public:
    /// For a call that makes `rows` rows, `offset` bytes from an aligned address.
    working_memory(const kernel_facts& facts, int rows, int offset)
        : bytes_(static_cast<std::size_t>(scratch_of(facts, rows))),
          begin_(guard + static_cast<std::size_t>(offset)),
          memory_(begin_ + bytes_ + guard, garbage) {}

    void* begin() { return memory_.data() + begin_; }

    /// Whether nothing was written outside.
    bool is_intact() const {
        for (std::size_t i = 0; i < memory_.size(); ++i)
            if ((i < begin_ || i >= begin_ + bytes_) && memory_[i] != garbage) return false;
        return true;
    }

private:
    static constexpr std::size_t guard = 32;
    static constexpr unsigned char garbage = 0xA5;

    std::size_t bytes_;
    std::size_t begin_;
    std::vector<unsigned char> memory_;
};

/// A backend's tag, with its working memory if its kernels take any.
template <class Tag>
Tag tag_with_memory(working_memory& memory) {
    Tag tag{};
    tag.scratch = memory.begin();
    return tag;
}

}  // namespace tigris::test
