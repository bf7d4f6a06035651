# Writes OUTPUT, a C++ source with the texts of FILES (separated by |, below ROOT) as raw strings,
# and ACCESSOR in NAMESPACE.
# Their length is a part of the literal: the compiler would count a megabyte of characters slowly.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  string(APPEND entries "    {\"${file}\", R\"kcast_embed(${text})kcast_embed\"sv},\n")
endforeach()
list(LENGTH files count)
file(WRITE ${OUTPUT}.new "#include \"base/named_text.h\"

namespace ${NAMESPACE} {
namespace {
using namespace std::string_view_literals;
constexpr NamedText kTexts[${count}] = {
${entries}};
}  // namespace

std::span<const NamedText> ${ACCESSOR}() { return kTexts; }
}  // namespace ${NAMESPACE}
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
