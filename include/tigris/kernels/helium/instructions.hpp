// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The instructions of Helium; plain C++ that does the same elsewhere.

#include <tigris/kernels/helium/instructions/assembler.hpp>
#include <tigris/kernels/helium/instructions/emulated.hpp>
