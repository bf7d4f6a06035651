# Writes OUTPUT, a C++ source with the texts of FILES (separated by |) as raw strings.
string(REPLACE "|" ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
  file(READ ${file} text)
  file(RELATIVE_PATH name ${ROOT} ${file})
  string(APPEND entries "    {\"${name}\", R\"kcast_embed(${text})kcast_embed\"},\n")
endforeach()
list(LENGTH files count)
file(WRITE ${OUTPUT}.new "#include \"base/named_text.h\"

namespace kcast {
namespace {
constexpr NamedText kTexts[${count}] = {
${entries}};
}  // namespace

std::span<const NamedText> ${ACCESSOR}() { return kTexts; }
}  // namespace kcast
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
