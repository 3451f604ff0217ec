// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend aarch64 needs a 64-bit Arm core; choose another, or set
#include <helpers/two_layers.hpp>

template struct tigris::execution::backend_check<two_layers::model_type,
                                                 tigris::kernels::core_feature::neon>;
