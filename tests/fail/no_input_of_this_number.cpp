// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model has no input of this number; they count from 0
#include <helpers/two_layers.hpp>

tigris::input_buffer<two_layers::model, 1> rows;
