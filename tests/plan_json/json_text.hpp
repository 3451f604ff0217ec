// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// JSON as the tool lays it out, line by line into `put(const char*)`. No library, no heap.

#include <stdint.h>

namespace plan_json {

template <void (*Put)(const char*)>
class json_text {
public:
    void begin_object(const char* key) { begin(key, '{'); }
    void begin_list(const char* key) { begin(key, '['); }

    void end() {
        --depth_;
        if (!empty_) new_line();
        add(closing_[depth_]);
        empty_ = false;
        if (depth_ == 0) flush();
    }

    void null(const char* key) {
        start(key);
        add("null");
    }
    void member(const char* key, bool value) {
        start(key);
        add(value ? "true" : "false");
    }
    void member(const char* key, const char* text) {
        start(key);
        add_quoted(text);
    }
    template <class Integer>
    void member(const char* key, Integer value) {
        start(key);
        if (value < 0) add('-');
        add_digits(value < 0 ? 0 - uint64_t(value) : uint64_t(value));
    }

private:
    void begin(const char* key, char bracket) {
        if (depth_ > 0) start(key);
        add(bracket);
        closing_[depth_++] = char(bracket + 2);
        empty_ = true;
    }

    void start(const char* key) {
        if (!empty_) add(',');
        empty_ = false;
        new_line();
        if (!key) return;
        add_quoted(key);
        add(": ");
    }

    void new_line() {
        add('\n');
        flush();
        for (int i = 0; i < depth_; ++i) add("  ");
    }

    void add_quoted(const char* text) {
        add('"');
        for (; *text; ++text) {
            if (*text == '"' || *text == '\\') add('\\');
            add(*text);
        }
        add('"');
    }

    void add_digits(uint64_t value) {
        if (value >= 10) add_digits(value / 10);
        add(char('0' + value % 10));
    }

    void add(const char* text) {
        for (; *text; ++text) add(*text);
    }
    void add(char c) {
        if (length_ == sizeof line_ - 1) flush();
        line_[length_++] = c;
    }
    void flush() {
        line_[length_] = 0;
        Put(line_);
        length_ = 0;
    }

    char line_[128];
    unsigned length_ = 0;
    char closing_[8]{};
    int depth_ = 0;
    bool empty_ = true;
};

}  // namespace plan_json
