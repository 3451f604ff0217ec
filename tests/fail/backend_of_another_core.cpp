// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend (helium needs a core with Helium|x86 needs a PC with AVX2)
#include <helpers/two_layers.hpp>

#ifdef __arm__
constexpr tigris::target board{.backend = tigris::helium};
#else
constexpr tigris::target board{.backend = tigris::x86};
#endif
constinit tigris::workspace<two_layers::model, board> memory{};

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
