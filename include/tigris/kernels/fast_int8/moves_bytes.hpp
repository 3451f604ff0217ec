// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The tags whose backends move bytes and look them up by code of their own, and what each declares:
//   copy_of(tag)        a type: bytes(to, from, count) moves neighboring bytes, first to last
//   look_up_of(tag)     a type: bytes(to, from, count, table) looks neighboring bytes up
//   rescale_spans(tag)  a function that gives spans of codes another quantization

#include <tigris/kernels/contract/backend.hpp>

namespace tigris::kernels {

template <class Tag>
concept moves_bytes = __is_base_of(cortex_m_tag, Tag);

}  // namespace tigris::kernels
