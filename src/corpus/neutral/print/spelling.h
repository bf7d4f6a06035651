// How types and numbers are written in a language and a style.
#pragma once

#include <string>
#include <string_view>

#include "corpus/neutral/language.h"
#include "corpus/neutral/print/print.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// What is printed, and how; the program and the style must outlive it.
struct Spelling {
  const Program& program;
  Language language;
  const PrintStyle& style;

  bool is_c() const { return language == Language::OpenCl; }
  std::string type_name(const Type& type) const;  // of an element
  std::string vector_name(Scalar scalar, int lanes) const;
  std::string literal(const Expr& expr) const;
  std::string pointer(const std::string& type, std::string_view qualifiers,
                      const std::string& name) const;
  std::string_view space_word(Space space) const;
};

}  // namespace kcast::corpus
