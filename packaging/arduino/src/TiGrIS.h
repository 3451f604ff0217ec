// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Arduino finds a library by the headers that lie directly in its src folder.

#include "tigris/tigris.hpp"
