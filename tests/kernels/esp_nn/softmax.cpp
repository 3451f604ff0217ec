// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/esp_nn/softmax.hpp>

#include <helpers/library_softmax.hpp>
#include <tigris/kernels/esp_nn/facts.hpp>

#include <doctest/doctest.h>

TEST_CASE("softmax") { tigris::test::check_softmaxes<tigris::kernels::esp_nn_tag>(); }
