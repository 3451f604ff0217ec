// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
#include <helpers/two_layers.hpp>
#include <tigris/execution/shared_workspace.hpp>

tigris::shared_workspace<
    tigris::workspace<two_layers::model, tigris::target{.fast = 16, .alignment = 4}>,
    tigris::workspace<two_layers::model>>
    memory;
