// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The generated headers live together in one program, and compile without a warning.

#include "blocks_int16.hpp"
#include "conv_float.hpp"
#include "conv_int16.hpp"
#include "conv_int8.hpp"
#include "forest_float.hpp"
#include "mix_int8.hpp"
#include "wave_float.hpp"
#include "wave_int8.hpp"
