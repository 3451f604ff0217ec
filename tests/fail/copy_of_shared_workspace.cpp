// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ERRORS g++: 2
// EXPECT: error: (use of deleted function|call to implicitly-deleted copy constructor)
#include <helpers/two_layers.hpp>

tigris::shared_workspace<tigris::workspace<two_layers::model>> shared;

void run_it() {
    auto memory = shared.at<0>();  // a reference was meant
    tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result);
}
