#include "frontend/slice/items.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace kcast::frontend {

namespace {

bool has_body_text(const clang::Decl& declaration) {
  const clang::FunctionDecl* function = as_function(&declaration);
  return function != nullptr && function->doesThisDeclarationHaveABody() &&
         !function->isDefaulted() && !function->isDeletedAsWritten();
}

class ItemCollector {
 public:
  explicit ItemCollector(const SliceLayout& layout) : layout_(layout) {}

  void collect(const clang::DeclContext& context) {
    for (clang::Decl* declaration : context.noload_decls()) {
      if (declaration->isImplicit()) continue;
      const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration);
      const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration);
      if (space != nullptr || (linkage != nullptr && linkage->hasBraces())) {
        if (!layout_.position(declaration->getLocation())) continue;
        scopes_.push_back(declaration);
        collect(*llvm::cast<clang::DeclContext>(declaration));
        scopes_.pop_back();
      } else {
        add(declaration);
      }
    }
  }

  std::vector<SliceItem> items;

 private:
  void add(clang::Decl* declaration) {
    const auto stretch = stretch_of(layout_, *declaration);
    if (!stretch) return;
    SliceItem item;
    item.begin = stretch->begin;
    item.end = stretch->end;
    item.generated = stretch->generated;
    item.declarations = {declaration};
    for (const clang::Decl* scope : scopes_) {
      // A macro that makes the declaration may make the namespace around it too.
      const bool same_macro = item.generated && scope->getBeginLoc().isMacroID() &&
                              layout_.position(scope->getBeginLoc()) == item.begin;
      if (!same_macro) item.scopes.push_back(scope);
    }
    items.push_back(std::move(item));
  }

  const SliceLayout& layout_;
  std::vector<const clang::Decl*> scopes_;
};

}  // namespace

const clang::FunctionDecl* as_function(const clang::Decl* declaration) {
  if (const auto* made = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
    return made->getTemplatedDecl();
  }
  if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration)) {
    if (!linkage->hasBraces() && !linkage->decls_empty())
      return as_function(*linkage->decls_begin());
  }
  if (const auto* friendly = llvm::dyn_cast<clang::FriendDecl>(declaration)) {
    return friendly->getFriendDecl() == nullptr ? nullptr : as_function(friendly->getFriendDecl());
  }
  return llvm::dyn_cast<clang::FunctionDecl>(declaration);
}

bool is_host_only(const clang::FunctionDecl& function) {
  return !function.hasAttr<clang::CUDADeviceAttr>() && !function.hasAttr<clang::CUDAGlobalAttr>() &&
         !function.isConstexpr() && !function.isDefaulted() && !function.isDeletedAsWritten() &&
         !function.isImplicit();
}

std::optional<SliceStretch> stretch_of(const SliceLayout& layout, const clang::Decl& declaration) {
  const clang::SourceManager& sources = declaration.getASTContext().getSourceManager();
  const clang::SourceLocation begin = declaration.getBeginLoc();
  const clang::SourceLocation end = declaration.getEndLoc();
  const auto position = layout.position(begin);
  if (!position || !layout.position(end)) return std::nullopt;
  SliceStretch out;
  out.begin = *position;
  out.generated = begin.isMacroID() && end.isMacroID() &&
                  sources.getExpansionLoc(begin) == sources.getExpansionLoc(end);
  out.end = layout.end_position(end, !out.generated && !has_body_text(declaration));
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(begin));
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset);
  // Clang's range leaves standard attributes in front of a declaration out.
  if (before.rtrim().ends_with("]]")) {
    const size_t attribute = before.rfind("[[");
    const auto moved =
        layout.position(begin.isFileID() && attribute != llvm::StringRef::npos
                            ? begin.getLocWithOffset(-static_cast<int>(before.size() - attribute))
                            : clang::SourceLocation());
    if (moved) out.begin = *moved;
  }
  return out;
}

std::vector<SliceItem> find_items(const ParsedUnit& unit, const SliceLayout& layout) {
  ItemCollector collector(layout);
  collector.collect(*unit.ast().getTranslationUnitDecl());
  std::stable_sort(collector.items.begin(), collector.items.end(),
                   [](const SliceItem& a, const SliceItem& b) { return a.begin < b.begin; });
  std::vector<SliceItem> merged;
  for (SliceItem& item : collector.items) {
    if (!merged.empty() && item.begin < merged.back().end) {
      SliceItem& whole = merged.back();
      whole.end = std::max(whole.end, item.end);
      whole.declarations.insert(whole.declarations.end(), item.declarations.begin(),
                                item.declarations.end());
    } else {
      merged.push_back(std::move(item));
    }
  }
  return merged;
}

}  // namespace kcast::frontend
