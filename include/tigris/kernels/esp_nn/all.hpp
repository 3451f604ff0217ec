// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every kernel by ESP-NN, where TIGRIS_HAS_ESP_NN says that the library is; the portable ones stand
// in for those that are missing.

#include <tigris/kernels/esp_nn/facts.hpp>
#include <tigris/kernels/portable/all.hpp>

#ifdef TIGRIS_HAS_ESP_NN
#include <tigris/kernels/esp_nn/binary.hpp>
#include <tigris/kernels/esp_nn/conv.hpp>
#include <tigris/kernels/esp_nn/depthwise_conv.hpp>
#include <tigris/kernels/esp_nn/gemm.hpp>
#include <tigris/kernels/esp_nn/pool.hpp>
#include <tigris/kernels/esp_nn/softmax.hpp>
#else
template <>
inline constexpr bool tigris::kernels::has_library<tigris::kernels::esp_nn_tag> = false;
#endif
