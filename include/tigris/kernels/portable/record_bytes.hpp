// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a step's record takes of flash (execution/plans/session.hpp, layer) on cores whose
// addresses have 4 bytes. Machines with 8 count the same.

#include <tigris/kernels/portable/all.hpp>

namespace tigris::kernels {

/// What a record takes more where addresses have 8 bytes, padding included. A record without
/// addresses does not say it. tests/bench/record_bytes.cpp compares.
template <class Record>
constexpr int32_t wide_address_bytes() {
    if constexpr (requires { Record::wide_address_bytes; })
        return Record::wide_address_bytes;
    else
        return 0;
}

template <class T>
T declared();

/// The record of a step of that operator, made for T (execution/plans/session.hpp, record_key).
template <class Op, class T>
using record_of = decltype(layer_of<T>(declared<const Op&>(), declared<const operands&>(),
                                       declared<view<const constant>>(), rounding{}));

template <class Op, class T>
constexpr int32_t record_bytes() {
    using record = record_of<Op, T>;
    return int32_t(sizeof(record)) - (sizeof(void*) > 4 ? wide_address_bytes<record>() : 0);
}

/// What the bytes of a record depend on. Its elements are real numbers, or integers of 8 to 64
/// bits. Real numbers may have weights that are halves, codes, or codes in blocks.
enum class record_kind : uint8_t { reals, bits8, bits16, bits32, bits64, halves, codes, blocks };

constexpr record_kind record_kind_beside(const operands& t) {
    if (t.input(1).type == dtype::f16) return record_kind::halves;
    return t.has_input(3) && t.input(3).dims.rank == 2 ? record_kind::blocks : record_kind::codes;
}

/// What the record of a step with operands `t` is made for.
constexpr record_kind record_kind_of(const operands& t) {
    switch (t.input(0).type) {
        case dtype::f32:
            return t.has_input(1) && t.input(1).type != dtype::f32 ? record_kind_beside(t)
                                                                   : record_kind::reals;
        case dtype::f16: return record_kind::reals;
        case dtype::i8:
        case dtype::u8: return record_kind::bits8;
        case dtype::i16: return record_kind::bits16;
        case dtype::i64:
        case dtype::u64: return record_kind::bits64;
        default: return record_kind::bits32;
    }
}

/// Kinds as bits, one for each enumerator.
using record_kinds = uint32_t;
inline constexpr record_kinds all_record_kinds = 0xff;
constexpr record_kinds bit_of(record_kind kind) { return record_kinds{1} << int(kind); }

/// Most operators read codes and halves as data: their records are those for real numbers.
template <class Op>
constexpr int32_t record_bytes_beside([[maybe_unused]] record_kind kind) {
    if constexpr (may_have_coded_weights<Op>) {
        if (kind == record_kind::halves) return record_bytes<Op, coded<dtype::f16>>();
        if constexpr (is_same<Op, ops::gemm>)
            if (kind == record_kind::blocks) return record_bytes<Op, coded<dtype::i8, 32>>();
        return record_bytes<Op, coded<dtype::i8>>();
    } else {
        return record_bytes<Op, float>();
    }
}

/// Bytes of the record of a step whose kind is among `Kinds`. Compilers instantiate no other
/// records. ops::reshape has no kernel and no record.
template <class Op, record_kinds Kinds>
constexpr int32_t record_bytes_of(record_kind kind) {
    if constexpr (!is_same<Op, ops::reshape>) {
        if constexpr (Kinds & bit_of(record_kind::reals))
            if (kind == record_kind::reals) return record_bytes<Op, float>();
        if constexpr (Kinds & bit_of(record_kind::bits8))
            if (kind == record_kind::bits8) return record_bytes<Op, int8_t>();
        if constexpr (Kinds & bit_of(record_kind::bits16))
            if (kind == record_kind::bits16) return record_bytes<Op, int16_t>();
        if constexpr (Kinds & bit_of(record_kind::bits32))
            if (kind == record_kind::bits32) return record_bytes<Op, int32_t>();
        if constexpr (Kinds & bit_of(record_kind::bits64))
            if (kind == record_kind::bits64) return record_bytes<Op, int64_t>();
        if constexpr ((Kinds >> int(record_kind::halves)) != 0)
            if (kind >= record_kind::halves) return record_bytes_beside<Op>(kind);
    }
    return 0;
}

/// Whether a step's record is in the program, however few steps call the same kernel. Kernels that
/// read it otherwise say so (portable/concat.hpp).
template <class Op>
constexpr bool keeps_record(const Op&, const operands&) {
    return true;
}

/// What a step's record takes of flash for sure.
template <record_kinds Kinds = all_record_kinds, class Op>
constexpr int32_t record_bytes(const Op& op, const operands& t) {
    return keeps_record(op, t) ? record_bytes_of<Op, Kinds>(record_kind_of(t)) : 0;
}

}  // namespace tigris::kernels
