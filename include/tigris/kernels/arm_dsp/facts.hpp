// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the kernels for the DSP extension.

#include <tigris/kernels/portable/facts.hpp>
