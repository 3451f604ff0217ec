// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/depthwise_conv.hpp>

#include <helpers/backend_windows.hpp>
#include <tigris/kernels/blocked/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

TEST_CASE("depthwise convolutions") { check_depthwise_convs<blocked_tag>(); }
