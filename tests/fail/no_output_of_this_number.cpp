// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model has no output of this number; they count from 0
#include <helpers/two_layers.hpp>

tigris::output_buffer<two_layers::model, -1> result;
