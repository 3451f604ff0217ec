// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model for programs in C: the functions that PREFIX.h declares, defined in one C++ file.
// PREFIX.h comes from onnx2hpp --c (docs/how_to/c_interface.md).

#include <tigris/support/language.hpp>  // first

#include <tigris/execution/exported.hpp>

/// Defines the functions of `model` for `target` that PREFIX.h declares, at namespace scope and
/// after that header. Fails to compile where the header was written for another target.
#define TIGRIS_EXPORT_C(model, target, prefix)                                                    \
    using prefix##_exported =                                                                     \
        ::tigris::execution::exported<model, target, prefix##_context,                            \
                                      0u TIGRIS_C_FUNCTIONS_##prefix(TIGRIS_C_BIT)>;              \
    static_assert(sizeof(prefix##_exported::check) > 0);                                          \
    static_assert(prefix##_exported::suits<sizeof(prefix##_context), alignof(prefix##_context)>,  \
                  "tigris: the C header was written for another target: its context or its list " \
                  "of functions is not this one's; convert the model again with --c");            \
    TIGRIS_C_FUNCTIONS_##prefix(TIGRIS_C_DEFINE) static_assert(true)

#define TIGRIS_C_BIT(prefix, function, ...) \
    | ::tigris::execution::bit_of(::tigris::execution::c_function::function)
#define TIGRIS_C_DEFINE(prefix, function, ...) \
    TIGRIS_C_DEFINE_##function(prefix __VA_OPT__(, ) __VA_ARGS__)

// Names of parameters end with '_', as inputs and outputs do only where they are words of C.

#define TIGRIS_C_DEFINE_init(prefix)                                            \
    extern "C" prefix##_status prefix##_init(prefix##_context* context_) {      \
        return static_cast<prefix##_status>(prefix##_exported::init(context_)); \
    }
#define TIGRIS_C_DEFINE_run(prefix, ...)                                                          \
    extern "C" prefix##_status prefix##_run(prefix##_context* context_, const prefix##_io* io_) { \
        constexpr auto members_ = [](const prefix##_io& all_) {                                   \
            const auto& [__VA_ARGS__] = all_;                                                     \
            return ::tigris::inputs(__VA_ARGS__);                                                 \
        };                                                                                        \
        static_assert(sizeof(prefix##_exported::check_of_run<decltype(members_(*io_))>) > 0);     \
        return static_cast<prefix##_status>(prefix##_exported::run(context_, io_, members_));     \
    }
#define TIGRIS_C_DEFINE_run_in_workspace(prefix)                               \
    extern "C" prefix##_status prefix##_run(prefix##_context* context_) {      \
        return static_cast<prefix##_status>(prefix##_exported::run(context_)); \
    }
#define TIGRIS_C_DEFINE_bind(prefix)                                                  \
    extern "C" prefix##_status prefix##_bind(prefix##_context* context_, int region_, \
                                             void* begin_, size_t bytes_) {           \
        return static_cast<prefix##_status>(                                          \
            prefix##_exported::bind(context_, region_, begin_, bytes_));              \
    }
#define TIGRIS_C_DEFINE_bind_weights(prefix)                                              \
    extern "C" prefix##_status prefix##_bind_weights(prefix##_context* context_,          \
                                                     const void* begin_, size_t bytes_) { \
        return static_cast<prefix##_status>(                                              \
            prefix##_exported::bind_weights(context_, begin_, bytes_));                   \
    }
#define TIGRIS_C_DEFINE_hydrate(prefix)                                                    \
    extern "C" [[gnu::weak]] void prefix##_hydrate_constants(prefix##_context* context_) { \
        prefix##_exported::copy_staged(context_);                                          \
    }                                                                                      \
    inline void hydrate_constants_in(prefix##_context* context_) {                         \
        prefix##_hydrate_constants(context_);                                              \
    }                                                                                      \
    extern "C" prefix##_status prefix##_hydrate(prefix##_context* context_) {              \
        return static_cast<prefix##_status>(prefix##_exported::hydrate(context_));         \
    }                                                                                      \
    extern "C" prefix##_status prefix##_mark_hydrated(prefix##_context* context_) {        \
        return static_cast<prefix##_status>(prefix##_exported::mark_hydrated(context_));   \
    }                                                                                      \
    extern "C" prefix##_status prefix##_clear_hydrated(prefix##_context* context_) {       \
        return static_cast<prefix##_status>(prefix##_exported::clear_hydrated(context_));  \
    }                                                                                      \
    extern "C" int prefix##_find_staged(prefix##_context* context_, int number_,           \
                                        prefix##_staged* found_) {                         \
        return prefix##_exported::find_staged(context_, number_, found_);                  \
    }
#define TIGRIS_C_DEFINE_reset(prefix)                                            \
    extern "C" prefix##_status prefix##_reset(prefix##_context* context_) {      \
        return static_cast<prefix##_status>(prefix##_exported::reset(context_)); \
    }
#define TIGRIS_C_DEFINE_status_name(prefix)                    \
    extern "C" const char* prefix##_status_name(int status_) { \
        return ::tigris::execution::name_of_number(status_);   \
    }
#define TIGRIS_C_DEFINE_input(prefix, index, name)                                       \
    extern "C" decltype(prefix##_exported::input<index>(nullptr)) prefix##_input_##name( \
        prefix##_context* context_) {                                                    \
        return prefix##_exported::input<index>(context_);                                \
    }
#define TIGRIS_C_DEFINE_output(prefix, index, name)                                        \
    extern "C" decltype(prefix##_exported::output<index>(nullptr)) prefix##_output_##name( \
        prefix##_context* context_) {                                                      \
        return prefix##_exported::output<index>(context_);                                 \
    }
