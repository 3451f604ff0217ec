// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/identifier.hpp>

#include <algorithm>
#include <iterator>

namespace onnx2hpp {
namespace {

// clang-format off
// Sorted: keywords of C++20 and C23, alternative tokens, and the two namespaces that every header
// uses.
constexpr std::string_view taken_words[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "std", "struct", "switch", "template", "this", "thread_local", "throw", "tigris",
    "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned",
    "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq"};

// Sorted: what C's headers, and those of common C libraries, put into the global namespace.
constexpr std::string_view c_names[] = {
    "BUFSIZ", "CLOCKS_PER_SEC", "EOF", "FILE", "HUGE_VAL", "INFINITY", "L_ctermid", "L_cuserid",
    "L_tmpnam", "NAN", "NULL", "P_tmpdir", "RAND_MAX", "SEEK_CUR", "SEEK_END", "SEEK_SET",
    "SHT_GNU_verdef", "SHT_GNU_verneed", "SHT_GNU_versym", "SHT_SUNW_move", "SHT_SUNW_syminfo",
    "SIGABRT", "SIGINT", "abort", "abs", "access", "acct", "acos", "acosh", "alarm", "asctime",
    "asin", "asinh", "assert", "atan", "atan2", "atanh", "atexit", "atof", "atoi", "atol",
    "atoll", "basename", "bcmp", "bcopy", "brk", "bsearch", "bzero", "calloc", "cbrt", "ceil",
    "chdir", "chown", "clearenv", "clock", "clock_t", "close", "copysign", "cos", "cosh",
    "crypt", "ctermid", "ctime", "daemon", "daylight", "difftime", "div", "div_t", "double_t",
    "dprintf", "drand48", "drem", "dup", "dup2", "encrypt", "environ", "erf", "erfc", "errno",
    "exit", "exp", "exp10", "exp2", "expm1", "fabs", "fclose", "fdim", "feof", "ferror",
    "fflush", "ffs", "fgetc", "fgetpos", "fgets", "fileno", "finite", "float_t", "floor", "fma",
    "fmax", "fmin", "fmod", "fopen", "fork", "fpos_t", "fprintf", "fputc", "fputs", "fread",
    "free", "freopen", "frexp", "fscanf", "fseek", "fsetpos", "ftell", "fwrite", "gamma",
    "getc", "getchar", "getenv", "getline", "getpid", "gets", "gmtime", "hypot", "ilogb",
    "imaxabs", "imaxdiv", "index", "initstate", "int16_t", "int32_t", "int64_t", "int8_t",
    "int_fast16_t", "int_fast32_t", "int_fast64_t", "int_fast8_t", "int_least16_t",
    "int_least32_t", "int_least64_t", "int_least8_t", "intmax_t", "intptr_t", "isalnum",
    "isalpha", "isatty", "isblank", "iscntrl", "isdigit", "isfinite", "isgraph", "isinf",
    "islower", "isnan", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "j0", "j1",
    "jmp_buf", "jn", "kill", "labs", "lconv", "ldexp", "ldiv", "ldiv_t", "lgamma", "link",
    "linux", "llabs", "lldiv", "lldiv_t", "llrint", "llround", "localtime", "log", "log10",
    "log1p", "log2", "logb", "longjmp", "lrint", "lround", "lseek", "main", "malloc",
    "math_errhandling", "max_align_t", "mblen", "mbstowcs", "mbtowc", "memchr", "memcmp",
    "memcpy", "memmove", "memset", "mktime", "modf", "nan", "nearbyint", "nextafter", "nice",
    "no_argument", "nullptr_t", "open", "optional_argument", "pause", "perror", "physadr",
    "pipe", "pow", "pow10", "printf", "ptrdiff_t", "putc", "putchar", "putenv", "puts", "qsort",
    "quad", "raise", "rand", "random", "read", "realloc", "remainder", "remove", "remquo",
    "rename", "required_argument", "rewind", "rindex", "rint", "rmdir", "round", "scalb",
    "scalbln", "scalbn", "scanf", "select", "setbuf", "setjmp", "setlocale", "setstate",
    "setuid", "setvbuf", "sig_atomic_t", "sigaction", "signal", "signgam", "significand", "sin",
    "sincos", "sinh", "size_t", "sleep", "sprintf", "sqrt", "srand", "srandom", "sscanf",
    "st_atime", "st_ctime", "st_mtime", "stderr", "stdin", "stdout", "stime", "strcat",
    "strchr", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strftime",
    "strlen", "strncat", "strncmp", "strncpy", "strpbrk", "strrchr", "strspn", "strstr",
    "strtod", "strtof", "strtok", "strtol", "strtoul", "strxfrm", "swab", "sync", "system",
    "tan", "tanh", "tgamma", "time", "time_t", "timespec", "timeval", "timezone", "tm",
    "tmpfile", "tmpnam", "tolower", "toupper", "trunc", "truncate", "tzname", "tzset",
    "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uint_fast16_t", "uint_fast32_t",
    "uint_fast64_t", "uint_fast8_t", "uint_least16_t", "uint_least32_t", "uint_least64_t",
    "uint_least8_t", "uintmax_t", "uintptr_t", "ungetc", "unix", "unlink", "usleep", "va_arg",
    "va_end", "va_list", "va_start", "vfork", "vprintf", "wait", "write", "y0", "y1", "yn"};
// Sorted: prefixes of names that C libraries declare, such as mtx_init and atomic_flag_clear.
constexpr std::string_view taken_prefixes[] = {
    "ac", "aio", "argp_err_exit", "atomic", "atomic_flag", "bintime", "cnd", "fanotify",
    "inet6_opt", "inet6_option", "inet6_rth", "inotify", "mtx", "ns_o", "nss", "obstack",
    "posix_spawn_file_actions", "posix_spawnattr", "pthread_attr", "pthread_barrier",
    "pthread_barrierattr", "pthread_cond", "pthread_condattr", "pthread_mutex", "pthread_mutexattr",
    "pthread_rwlock", "pthread_rwlockattr", "pthread_spin", "res", "sem", "si", "ssi", "td"};
// clang-format on

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_character(char c) { return is_digit(c) || c == '_' || is_small(c) || is_capital(c); }

bool has_small_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_small);
}

/// PRIx8, SCNd32 and so on, which C reserves.
bool is_format_macro(std::string_view text) {
    const bool begins = text.starts_with("PRI") || text.starts_with("SCN");
    return begins && text.size() > 3 && is_small(text[3]);
}

/// Who else uses the word, to stand after it.
std::optional<std::string_view> reason_why_taken(std::string_view text) {
    if (!has_small_letter(text) && !text.ends_with('_'))
        return "has no small letter, so it could be a macro";
    if (is_format_macro(text)) return "could be a macro of <inttypes.h>";
    if (text == "std" || text == "tigris") return "is a namespace of every header";
    if (std::binary_search(std::begin(taken_words), std::end(taken_words), text))
        return "is a word of C or C++";
    if (std::binary_search(std::begin(c_names), std::end(c_names), text))
        return "is a name of the C library";
    return {};
}

bool is_taken(std::string_view text) { return reason_why_taken(text).has_value(); }

}  // namespace

std::optional<std::string_view> mistake_in_identifier(std::string_view text) {
    if (text.empty()) return "is empty";
    if (!std::all_of(text.begin(), text.end(), is_word_character))
        return "has other characters than letters, digits and underlines";
    if (is_digit(text.front())) return "begins with a digit";
    if (text.front() == '_') return "begins with an underline";
    if (text.find("__") != std::string_view::npos) return "has two underlines in a row";
    return reason_why_taken(text);
}

bool is_taken_prefix(std::string_view text) {
    return std::binary_search(std::begin(taken_prefixes), std::end(taken_prefixes), text);
}

bool may_be_macro(std::string_view text) {
    return !has_small_letter(text) || std::none_of(text.begin(), text.end(), is_capital);
}

std::string identifier_from(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const char kept = is_word_character(c) ? c : '_';
        if (kept != '_' || (!result.empty() && result.back() != '_')) result += kept;
    }
    if (!result.empty() && result.back() == '_') result.pop_back();
    if (result.empty()) return "model";
    if (is_digit(result.front())) return "model_" + result;
    return is_taken(result) ? result + "_" : result;
}

}  // namespace onnx2hpp
