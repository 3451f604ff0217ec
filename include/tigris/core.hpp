// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The library without Boost and without a hosted standard library: <stdint.h> and <stddef.h> only.

#include <tigris/support/language.hpp>  // first

#include <tigris/execution/evaluate.hpp>
#include <tigris/execution/run.hpp>
#include <tigris/execution/shared_workspace.hpp>
#include <tigris/model/weight_facts.hpp>
#include <tigris/support/header_format.hpp>
