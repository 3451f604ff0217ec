// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the backend arm_dsp needs a core with DSP instructions; add -mcpu= with your core
#include <helpers/two_layers.hpp>

template struct tigris::execution::backend_check<two_layers::model_type,
                                                 tigris::kernels::core_feature::dsp>;
