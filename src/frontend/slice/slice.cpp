#include "frontend/slice/slice.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "frontend/slice/generated.h"
#include "frontend/slice/items.h"
#include "frontend/slice/layout.h"
#include "frontend/slice/lines.h"
#include "frontend/slice/needs.h"
#include "frontend/slice/prelude.h"

namespace kcast::frontend {

namespace {

struct Stretch {
  int64_t begin;
  int64_t end;
};

class SliceWriter {
 public:
  explicit SliceWriter(const ParsedUnit& unit)
      : unit_(unit),
        layout_(unit),
        items_(find_items(unit, layout_)),
        needs_(unit, layout_, items_) {}

  std::string write(const std::vector<const clang::FunctionDecl*>& kernels, Reach& reach) {
    for (const clang::FunctionDecl* kernel : kernels) {
      if (can_be_written(*kernel)) needs_.add_kernel(*kernel, reach);
    }
    choose_items();
    find_cuts();
    find_macros();
    write_parts();
    for (const clang::FunctionDecl* kernel : kernels)
      write_instantiation(*kernel);
    close_scopes(0);
    if (lines_.empty()) return "";
    return slice_prelude(needs_.builtins, builtin_macros_) + lines_.render();
  }

 private:
  void choose_items();
  void find_cuts();
  void find_cuts_in(const clang::CXXRecordDecl& record);
  bool is_kept(int64_t position) const;
  void find_macros();
  void use_macro(const std::string& name, const clang::MacroInfo& macro);
  std::string macro_text(const clang::MacroInfo& macro) const;

  void write_parts();
  void write_item(const SliceItem& item);
  void write_stretch(Stretch stretch);
  void write_directive(const SlicePiece& piece);
  void write_define(const std::string& name, clang::SourceLocation place, std::string_view text);
  void write_instantiation(const clang::FunctionDecl& kernel);
  void open_scopes(const std::vector<const clang::Decl*>& scopes);
  void close_scopes(size_t n_left);
  bool is_expanded(const SliceItem& item) const;
  bool is_surplus(const clang::Decl* declaration) const;
  std::pair<std::string, unsigned> place_of(clang::SourceLocation location) const;

  const ParsedUnit& unit_;
  SliceLayout layout_;
  std::vector<SliceItem> items_;
  SliceNeeds needs_;
  std::vector<const SliceItem*> kept_;      // in order
  std::vector<Stretch> cuts_;               // in order
  std::map<int64_t, std::string> defines_;  // position of a needed #define: its macro
  std::map<std::string, const clang::MacroInfo*> command_line_macros_;
  std::map<std::string, std::string> builtin_macros_;  // name with parameters: body
  std::set<std::string> defined_;                      // macros that the slice has defined so far
  std::vector<const clang::Decl*> open_;               // scopes
  SliceLines lines_;
};

// Using-directives and aliases of namespaces name nothing that is reached; they
// stay where their namespace does.
void SliceWriter::choose_items() {
  for (const SliceItem& item : items_) {
    bool keep = needs_.is_needed(item);
    if (const auto* directive =
            llvm::dyn_cast<clang::UsingDirectiveDecl>(item.declarations.front())) {
      keep = needs_.is_used(*directive->getNominatedNamespace());
    }
    if (keep) kept_.push_back(&item);
  }
}

void SliceWriter::find_cuts() {
  for (const SliceItem* item : kept_) {
    for (const clang::Decl* declaration : item->declarations) {
      if (const auto* made = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
        declaration = made->getTemplatedDecl();
      }
      const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
      if (record != nullptr && record->isThisDeclarationADefinition()) find_cuts_in(*record);
    }
  }
  for (const clang::SourceLocation word : needs_.lambda_words) {
    const auto begin = layout_.position(word);
    if (begin) cuts_.push_back({*begin, layout_.end_position(word, /*to_semicolon=*/false)});
  }
  std::sort(cuts_.begin(), cuts_.end(),
            [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
}

void SliceWriter::find_cuts_in(const clang::CXXRecordDecl& record) {
  for (const clang::Decl* member : record.decls()) {
    if (member->isImplicit()) continue;
    const clang::FunctionDecl* function = as_function(member);
    if (function != nullptr && needs_.is_cut(*function)) {
      const auto stretch = stretch_of(layout_, *member);
      if (stretch && !stretch->generated) cuts_.push_back({stretch->begin, stretch->end});
    }
    if (const auto* made = llvm::dyn_cast<clang::ClassTemplateDecl>(member)) {
      member = made->getTemplatedDecl();
    }
    const auto* inner = llvm::dyn_cast<clang::CXXRecordDecl>(member);
    if (inner != nullptr && inner->isThisDeclarationADefinition()) find_cuts_in(*inner);
  }
}

bool SliceWriter::is_kept(int64_t position) const {
  const auto item = std::partition_point(
      kept_.begin(), kept_.end(), [&](const SliceItem* kept) { return kept->end <= position; });
  if (item == kept_.end() || (*item)->begin > position || is_expanded(**item)) return false;
  return std::none_of(cuts_.begin(), cuts_.end(), [&](const Stretch& cut) {
    return cut.begin <= position && position < cut.end;
  });
}

void SliceWriter::find_macros() {
  for (const PreprocessorRecord::Expansion& expansion : unit_.record.expansions) {
    const auto position = layout_.position(expansion.place);
    if (position && is_kept(*position)) use_macro(expansion.name, *expansion.macro);
  }
}

void SliceWriter::use_macro(const std::string& name, const clang::MacroInfo& macro) {
  const clang::SourceLocation place = macro.getDefinitionLoc();
  if (const auto position = layout_.position(place)) {
    defines_[*position] = name;
    return;
  }
  if (unit_.sources().isWrittenInCommandLineFile(place)) {
    if (!name.starts_with("__HIP") && !name.starts_with("__KCAST")) {
      command_line_macros_[name] = &macro;
    }
    return;
  }
  const SliceNeeds::Origin origin = needs_.use_builtin_place(place);
  if (origin == SliceNeeds::Origin::Toolkit) return;
  if (origin == SliceNeeds::Origin::Everywhere && nvrtc_has_macro(name)) return;
  const std::string text = macro_text(macro);
  // A parameter list follows the name without a blank.
  size_t head = name.size();
  if (macro.isFunctionLike()) head = text.find(')') + 1;
  builtin_macros_[text.substr(0, head)] = std::string(trim(std::string_view(text).substr(head)));
}

// The definition behind the word #define, on one line.
std::string SliceWriter::macro_text(const clang::MacroInfo& macro) const {
  const clang::SourceManager& sources = unit_.sources();
  const auto [file, begin] = sources.getDecomposedLoc(macro.getDefinitionLoc());
  clang::SourceLocation last = macro.getDefinitionEndLoc();
  if (last.isInvalid()) last = macro.getDefinitionLoc();
  const unsigned end = sources.getFileOffset(last) +
                       clang::Lexer::MeasureTokenLength(last, sources, unit_.ast().getLangOpts());
  std::string text;
  for (const char c : sources.getBufferData(file).slice(begin, end)) {
    if (c == '\n' && !text.empty() && text.back() == '\\') text.pop_back();
    text += c == '\n' ? ' ' : c;
  }
  return text;
}

std::pair<std::string, unsigned> SliceWriter::place_of(clang::SourceLocation location) const {
  const clang::PresumedLoc place =
      unit_.sources().getPresumedLoc(unit_.sources().getExpansionLoc(location));
  if (place.isInvalid()) return {unit_.file, 1};
  return {place.getFilename(), place.getLine()};
}

void SliceWriter::write_parts() {
  for (const auto& [name, macro] : command_line_macros_) {
    write_define(name, macro->getDefinitionLoc(), "#define " + macro_text(*macro));
  }
  auto item = kept_.begin();
  for (const SlicePiece& piece : layout_.pieces()) {
    const int64_t end = piece.position + (piece.end - piece.begin);
    // Directives inside of an item are written with it.
    const bool inside = item != kept_.begin() && piece.position < (*(item - 1))->end;
    if (piece.kind != SlicePiece::Kind::Text && !inside) {
      const llvm::StringRef text = layout_.text(piece);
      const bool packs = text.contains("pack") || text.contains("nv_");
      if (piece.kind != SlicePiece::Kind::Pragma || packs) write_directive(piece);
    }
    while (item != kept_.end() && (*item)->begin < end)
      write_item(**item++);
  }
}

bool SliceWriter::is_surplus(const clang::Decl* declaration) const {
  const clang::FunctionDecl* function = as_function(declaration);
  return function != nullptr && is_host_only(*function) && !needs_.is_needed(*function);
}

// A macro that also makes host functions is written as what it makes.
bool SliceWriter::is_expanded(const SliceItem& item) const {
  return item.generated &&
         std::any_of(item.declarations.begin(), item.declarations.end(),
                     [&](const clang::Decl* declaration) { return is_surplus(declaration); });
}

void SliceWriter::write_item(const SliceItem& item) {
  open_scopes(item.scopes);
  if (is_expanded(item)) {
    for (const clang::Decl* declaration : item.declarations) {
      if (is_surplus(declaration)) continue;
      const auto [file, line] = place_of(layout_.place(item.begin));
      lines_.add(file, line, expanded_text(unit_, *declaration), false);
    }
    return;
  }
  int64_t begin = item.begin;
  for (const Stretch& cut : cuts_) {
    if (cut.begin < begin || cut.end > item.end) continue;
    write_stretch({begin, cut.begin});
    begin = cut.end;
  }
  write_stretch({begin, item.end});
}

void SliceWriter::write_stretch(Stretch stretch) {
  for (const SlicePiece& piece : layout_.pieces()) {
    const int64_t end = piece.position + (piece.end - piece.begin);
    if (end <= stretch.begin) continue;
    if (piece.position >= stretch.end) break;
    if (piece.kind != SlicePiece::Kind::Text) {
      write_directive(piece);
      continue;
    }
    const int64_t from = std::max(piece.position, stretch.begin);
    const int64_t to = std::min(end, stretch.end);
    const auto [file, line] = place_of(layout_.place(from));
    const llvm::StringRef text = layout_.text(piece).substr(
        static_cast<size_t>(from - piece.position), static_cast<size_t>(to - from));
    // The whole line's indentation belongs to an item that begins the line.
    lines_.add(file, line, {text.data(), text.size()}, from != stretch.begin);
  }
}

void SliceWriter::write_directive(const SlicePiece& piece) {
  const llvm::StringRef text = layout_.text(piece);
  const clang::SourceLocation place = layout_.place(piece.position);
  if (piece.kind == SlicePiece::Kind::Pragma) {
    if (text.contains("once")) return;
    const auto [file, line] = place_of(place);
    lines_.add_directive(file, line, {text.data(), text.size()});
  } else if (piece.kind == SlicePiece::Kind::Define) {
    const auto found = defines_.lower_bound(piece.position);
    const int64_t end = piece.position + (piece.end - piece.begin);
    if (found == defines_.end() || found->first >= end) return;
    write_define(found->second, place, {text.data(), text.size()});
  } else {
    const std::string name = text.substr(1)
                                 .ltrim(" \t")
                                 .substr(5)
                                 .ltrim(" \t")
                                 .take_while([](char c) { return llvm::isAlnum(c) || c == '_'; })
                                 .str();
    if (defined_.erase(name) == 0) return;
    const auto [file, line] = place_of(place);
    lines_.add_directive(file, line, "#undef " + name);
  }
}

void SliceWriter::write_define(const std::string& name, clang::SourceLocation place,
                               std::string_view text) {
  const auto [file, line] = place_of(place);
  if (!defined_.insert(name).second) lines_.add_directive(file, line, "#undef " + name);
  lines_.add_directive(file, line, text);
}

void SliceWriter::open_scopes(const std::vector<const clang::Decl*>& scopes) {
  size_t n_common = 0;
  while (n_common < scopes.size() && n_common < open_.size() &&
         scopes[n_common] == open_[n_common]) {
    ++n_common;
  }
  close_scopes(n_common);
  for (size_t i = n_common; i < scopes.size(); ++i) {
    open_.push_back(scopes[i]);
    std::string text = "extern \"C\" {";
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scopes[i])) {
      text = space->isInline() ? "inline namespace " : "namespace ";
      if (!space->isAnonymousNamespace()) text += space->getNameAsString() + " ";
      text += "{";
    } else if (llvm::cast<clang::LinkageSpecDecl>(scopes[i])->getLanguage() ==
               clang::LinkageSpecLanguageIDs::CXX) {
      text = "extern \"C++\" {";
    }
    const auto [file, line] = place_of(scopes[i]->getBeginLoc());
    lines_.add(file, line, text, false);
  }
}

void SliceWriter::close_scopes(size_t n_left) {
  while (open_.size() > n_left) {
    clang::SourceLocation brace;
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(open_.back())) {
      brace = space->getRBraceLoc();
    } else {
      brace = llvm::cast<clang::LinkageSpecDecl>(open_.back())->getRBraceLoc();
    }
    if (brace.isValid()) {
      const auto [file, line] = place_of(brace);
      lines_.add(file, line, "}", false);
    } else {
      lines_.add(lines_.last_file(), lines_.last_line() + 1, "}", false);
    }
    open_.pop_back();
  }
}

// After the text, inside the namespaces of the template.
void SliceWriter::write_instantiation(const clang::FunctionDecl& kernel) {
  if (!kernel.isTemplateInstantiation() || !can_be_written(kernel)) return;
  close_scopes(0);
  std::string text = instantiation_text(kernel);
  for (const clang::DeclContext* context = kernel.getDeclContext(); context != nullptr;
       context = context->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (space == nullptr) continue;
    const std::string name = space->isAnonymousNamespace() ? "" : space->getNameAsString() + " ";
    text = (space->isInline() ? "inline namespace " : "namespace ") + name + "{ " + text + " }";
  }
  const auto [file, line] = place_of(kernel.getLocation());
  lines_.add_directive(file, line, text);
}

}  // namespace

std::string write_slice(const ParsedUnit& unit,
                        const std::vector<const clang::FunctionDecl*>& kernels, Reach& reach) {
  return SliceWriter(unit).write(kernels, reach);
}

}  // namespace kcast::frontend
