// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
    .section .rodata.compared_model, "a"
    .balign 16
    .global compared_model
compared_model:
    .incbin COMPARE_MODEL
