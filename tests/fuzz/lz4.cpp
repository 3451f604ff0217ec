// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes LZ4 in memory of exactly the bytes that it may touch. The input: two bytes for the size
// of the output, then a block. What liblz4 makes of the same bytes has to come back, too.
#include <tigris/execution/memory/lz4.hpp>

#include <lz4.h>
#include <lz4hc.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using bytes = std::vector<std::uint8_t>;

void require(bool holds) {
    if (!holds) __builtin_trap();
}

/// A copy has a heap block of its own, so that sanitizers see a step beyond both ends.
std::optional<bytes> decode(const bytes& block, std::size_t size) {
    const bytes in(block.begin(), block.end());
    bytes out(size);
    if (!tigris::execution::decode_lz4(in.data(), std::int32_t(in.size()), out.data(),
                                       std::int32_t(size)))
        return {};
    return out;
}

/// Where liblz4 decodes the block, too, both agree. It refuses some endings that we take.
void decode_as_liblz4(const bytes& block, std::size_t size) {
    const std::optional<bytes> found = decode(block, size);
    bytes theirs(size);
    const int length =
        LZ4_decompress_safe(reinterpret_cast<const char*>(block.data()),
                            reinterpret_cast<char*>(theirs.data()), int(block.size()), int(size));
    if (found && length >= 0) require(theirs == *found && std::size_t(length) == size);
}

bytes compress(const bytes& plain) {
    static std::vector<char> state(static_cast<std::size_t>(LZ4_sizeofStateHC()));
    bytes block(std::size_t(LZ4_compressBound(int(plain.size()))));
    const int size =
        LZ4_compress_HC_extStateHC(state.data(), reinterpret_cast<const char*>(plain.data()),
                                   reinterpret_cast<char*>(block.data()), int(plain.size()),
                                   int(block.size()), LZ4HC_CLEVEL_MAX);
    block.resize(std::size_t(size));
    return block;
}

/// A whole block gives its bytes. A block cut short, and one for other sizes, are refused.
void decode_what_was_compressed(const bytes& plain, std::size_t cut) {
    if (plain.empty()) return;
    bytes block = compress(plain);
    require(decode(block, plain.size()) == plain);
    require(!decode(block, plain.size() + 1));
    require(!decode(block, plain.size() - 1));
    block.resize(cut % block.size());
    require(!decode(block, plain.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t number = data[0] | std::size_t(data[1]) << 8;
    const bytes rest(data + 2, data + size);
    decode_as_liblz4(rest, number);
    decode_what_was_compressed(rest, number);
    return 0;
}
