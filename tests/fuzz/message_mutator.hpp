// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random changes of a protobuf message that leave it a message of the same kind.

#include <google/protobuf/message.h>

#include <random>
#include <string>
#include <vector>

namespace fuzz {

using random_source = std::minstd_rand;

/// A number from 0 to `count - 1`; `count` must be positive.
std::size_t below(random_source& random, std::size_t count);

/// True once in `odds` times.
bool once_in(random_source& random, std::size_t odds);

template <class T>
T& one_of(random_source& random, std::vector<T>& choices) {
    return choices[below(random, choices.size())];
}

template <class T>
const T& one_of(random_source& random, const std::vector<T>& choices) {
    return choices[below(random, choices.size())];
}

/// The message and all below it.
std::vector<google::protobuf::Message*> all_messages(google::protobuf::Message& root);

/// Changes, adds, repeats or removes one field somewhere in `root`. Texts come from `words`, now
/// and then; messages from elsewhere in `root`.
void mutate_message(google::protobuf::Message& root, const std::vector<std::string>& words,
                    random_source& random);

/// Replaces a message somewhere in `root` by one of its kind in `donor`.
void cross_over(google::protobuf::Message& root, google::protobuf::Message& donor,
                random_source& random);

}  // namespace fuzz
