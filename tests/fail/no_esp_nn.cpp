// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend esp_nn needs ESP-NN on the include path
#define TIGRIS_HAS_ESP_NN
#include <tigris/tigris.hpp>
