// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The call that the plugin of ../count watches.

extern "C" {

/// Reads the byte at `where`: an event with that address. Costs the caller a call.
void tigris_bench_mark(const void* where);

/// What the whole measurement is marked with.
extern const char tigris_bench_start;
extern const char tigris_bench_stop;

/// Marks the end of a kernel's call, whose beginning is marked with its layer's record.
extern const char tigris_bench_leave;

}  // extern "C"
