// Result<T>: the value of an operation that can fail, or the Error that says why.
//
// A subset of std::expected<T, Error>, which g++ 12 offers only with -std=c++23
// and which clang 14/15 do not see at all with libstdc++ 12. Replace this class
// with an alias once the toolchain floor is g++ 13 / clang 19.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace kcast {

// What kind of failure it is; callers branch on this, never on the message.
enum class ErrorCode {
  InvalidInput,  // the user's file, flag or request is wrong
  NotFound,      // a file, kernel, device or model that does not exist
  Unsupported,   // valid, but this build or device cannot do it
  Io,            // the operating system refused
  External,      // a compiler, profiler or library failed
  Internal,      // our bug
};

struct Error {
  ErrorCode code;
  std::string message;  // one line, lower case, no final dot, names the object

  // The same error, with what the caller was doing in front of the message.
  Error context(std::string_view doing) && {
    return Error{code, std::string(doing) + ": " + std::move(message)};
  }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  // Implicit, so that a function body can `return value;` or `return Error{...};`.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // The value, or the error. Asking for the side that is not there is a bug in
  // the caller and throws std::bad_variant_access.
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

// The result of an operation with nothing to return.
struct Unit {};
using Status = Result<Unit>;

}  // namespace kcast

// Evaluates `expr` (a Result<T>); on error returns it from the enclosing
// function, otherwise binds the value: KCAST_TRY(auto features, analyze(source));
#define KCAST_TRY(decl, expr) KCAST_TRY_AS(KCAST_CONCAT(result_, __LINE__), decl, expr)
#define KCAST_TRY_AS(tmp, decl, expr)      \
  auto tmp = (expr);                       \
  if (!tmp) return std::move(tmp).error(); \
  decl = *std::move(tmp)
// The same for an `expr` with nothing to bind: KCAST_OK(write_file(path, text));
#define KCAST_OK(expr) KCAST_OK_AS(KCAST_CONCAT(status_, __LINE__), expr)
#define KCAST_OK_AS(tmp, expr) \
  if (auto tmp = (expr); !tmp) return std::move(tmp).error()
#define KCAST_CONCAT(a, b) KCAST_CONCAT_EXPANDED(a, b)
#define KCAST_CONCAT_EXPANDED(a, b) a##b
