#include "frontend/lower/libraries.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/Archive.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kcast::frontend {

namespace {

// What libdevice calls a function of ours: "__nv_sinf" for "__kc_sin_f32"; empty for half
// precision, which it does not have.
std::string name_in_libdevice(llvm::StringRef name) {
  constexpr llvm::StringRef kOurs = "__kc_";
  if (!name.consume_front(kOurs)) return "";
  if (name.consume_back("_f32")) return ("__nv_" + name + "f").str();
  if (name.consume_back("_f64")) return ("__nv_" + name).str();
  return "";
}

}  // namespace

Status link_bitcode(llvm::Module& module, llvm::MemoryBufferRef bitcode) {
  const std::string name = bitcode.getBufferIdentifier().str();
  auto library = llvm::getLazyBitcodeModule(bitcode, module.getContext());
  if (!library) {
    return Error{ErrorCode::Internal, name + ": " + llvm::toString(library.takeError())};
  }
  (*library)->setDataLayout(module.getDataLayout());
  (*library)->setTargetTriple(module.getTargetTriple());
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
    return Error{ErrorCode::Internal, name + ": cannot be linked"};
  }
  return Unit{};
}

llvm::MemoryBufferRef buffer_of(std::string_view bytes, llvm::StringRef name) {
  return {llvm::StringRef(bytes.data(), bytes.size()), name};
}

Status link_archive(llvm::Module& module, std::string_view bytes, llvm::StringRef name) {
  llvm::StringSet<> missing;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty()) {
      missing.insert(function.getName());
    }
  }
  if (missing.empty()) return Unit{};
  auto archive = llvm::object::Archive::create(buffer_of(bytes, name));
  if (!archive) {
    return Error{ErrorCode::Internal, name.str() + ": " + llvm::toString(archive.takeError())};
  }
  std::map<uint64_t, llvm::MemoryBufferRef> members;  // by place, each once
  for (const llvm::object::Archive::Symbol& symbol : (*archive)->symbols()) {
    if (!missing.contains(symbol.getName())) continue;
    auto member = symbol.getMember();
    if (!member) {
      return Error{ErrorCode::Internal, name.str() + ": " + llvm::toString(member.takeError())};
    }
    auto contents = member->getMemoryBufferRef();
    if (!contents) {
      return Error{ErrorCode::Internal, name.str() + ": " + llvm::toString(contents.takeError())};
    }
    members.emplace(member->getChildOffset(), *contents);
  }
  for (const auto& [place, bitcode] : members) {
    KCAST_OK(link_bitcode(module, bitcode));
  }
  return Unit{};
}

Status link_libdevice(llvm::Module& module, std::string_view bitcode) {
  const llvm::MemoryBufferRef bytes = buffer_of(bitcode, "libdevice");
  auto library = llvm::getLazyBitcodeModule(bytes, module.getContext());
  if (!library) {
    return Error{ErrorCode::InvalidInput,
                 "libdevice cannot be read: " + llvm::toString(library.takeError())};
  }
  std::vector<std::pair<llvm::Function*, std::string>> found;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) continue;
    std::string theirs = name_in_libdevice(function.getName());
    const llvm::Function* const same = theirs.empty() ? nullptr : (*library)->getFunction(theirs);
    if (same == nullptr || same->getFunctionType() != function.getFunctionType()) continue;
    found.emplace_back(&function, std::move(theirs));
  }
  for (const auto& [function, name] : found)
    function->setName(name);
  return link_bitcode(module, bytes);
}

}  // namespace kcast::frontend
