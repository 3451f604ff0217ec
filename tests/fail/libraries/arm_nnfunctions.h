// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands for the header of CMSIS-NN, whose contents the errors come before.
#pragma once
