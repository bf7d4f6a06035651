// Lines of a slice, each with its place in the user's files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kcast::frontend {

// Collects text in the order of the output and keeps line numbers true: small gaps
// become empty lines, others a #line directive. The result depends only on the text
// and the places, so that a slice's own slice is the same.
class SliceLines {
 public:
  // Adds text that starts in `line` of `file`. With `joined`, text on the line that
  // came last goes on there; otherwise a blank separates the two.
  void add(const std::string& file, unsigned line, std::string_view text, bool joined);
  // Adds a whole directive.
  void add_directive(const std::string& file, unsigned line, std::string_view text);
  // Where the last line stands; for what has no place of its own.
  const std::string& last_file() const { return lines_.back().file; }
  unsigned last_line() const { return lines_.back().line; }

  bool empty() const { return lines_.empty(); }
  std::string render() const;

 private:
  struct Line {
    std::string file;
    unsigned line = 0;
    std::string text;
    bool is_directive = false;
  };
  std::vector<Line> lines_;
};

}  // namespace kcast::frontend
