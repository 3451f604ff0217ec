// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants of a model in a blob. A run reads a blob only if it is whole and belongs to the model.

#include <stddef.h>
#include <tigris/execution/memory/lz4.hpp>
#include <tigris/execution/memory/status.hpp>
#include <tigris/execution/plans/constant_places.hpp>
#include <tigris/model/weight_blob.hpp>

namespace tigris::execution {

constexpr bool is_header_of(const blob_header& h, const weight_blob& wanted) {
    return h.magic == blob_magic && h.format == blob_format && h.layout == wanted.layout &&
           int64_t(h.bytes) == wanted.bytes;
}

/// Checks that `bytes` bytes at `begin` hold the wanted blob. Faults:
///
/// * null_arena, misaligned_arena, undersized_arena;
/// * foreign_weights: the bytes are no blob, or the blob of another model;
/// * damaged_constants: the checksum differs.
[[gnu::noinline]] inline status check_blob(const void* begin, size_t bytes,
                                           const weight_blob& wanted) {
    if (begin == nullptr) return status::null_arena;
    if (reinterpret_cast<uintptr_t>(begin) % constant_alignment != 0)
        return status::misaligned_arena;
    blob_header header{};
    if (bytes < sizeof(header)) return status::undersized_arena;
    __builtin_memcpy(&header, begin, sizeof(header));
    if (!is_header_of(header, wanted)) return status::foreign_weights;
    if (bytes < size_t(wanted.bytes)) return status::undersized_arena;
    const auto* checked = static_cast<const unsigned char*>(begin) + blob_checked_from;
    return checksum_of(checked, int32_t(wanted.bytes) - blob_checked_from) == header.checksum
               ? status::ok
               : status::damaged_constants;
}

/// The address of a model's blob, if the model has one.
template <auto Model, bool = has_blob<Model>>
class blob_binding {
public:
    constexpr const unsigned char* weights() const { return begin_; }
    constexpr status weights_readiness() const {
        return begin_ ? status::ok : status::unbound_weights;
    }

protected:
    /// Binds a blob if it is good. In any case, forgets the blob that was bound before.
    status set_weights(const void* begin, size_t bytes) {
        begin_ = nullptr;
        const status found = check_blob(begin, bytes, Model.blob);
        if (found == status::ok) begin_ = static_cast<const unsigned char*>(begin);
        return found;
    }

private:
    const unsigned char* begin_ = nullptr;
};
template <auto Model>
class blob_binding<Model, false> {
public:
    static constexpr status weights_readiness() { return status::ok; }
};

}  // namespace tigris::execution
