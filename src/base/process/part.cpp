#include "base/process/part.h"

#include <csignal>
#include <cstdlib>

#include "base/files.h"
#include "base/process/passthrough.h"
#include "base/text.h"

namespace kcast {

namespace fs = std::filesystem;

namespace {

// Empty where no checkout builds into the folder, or none that started this process.
fs::path checkout_of(const fs::path& folder) {
  const char* checkout = std::getenv("KCAST_CHECKOUT");
  if (checkout == nullptr) return {};
  std::error_code error;
  const bool same = fs::equivalent(folder, fs::path(checkout) / "build" / "release" / "bin", error);
  return same && !error ? fs::path(checkout) : fs::path();
}

Status make_part(const fs::path& checkout, std::string_view name) {
  KCAST_TRY(const TempDir work, TempDir::make("kcast-part"));
  // The script writes there, and not to stderr, why it failed: it is this command's error.
  const fs::path reason = work.path() / "reason";
  KCAST_TRY(const int status,
            run_passthrough({{(checkout / "scripts" / "part").string(), std::string(name)},
                             {"KCAST_REASON=" + reason.string()}}));
  if (status == 0) return Unit{};
  if (status == 128 + SIGINT) {
    // The script had the keyboard. What Ctrl-C does to this process, it does now.
    static_cast<void>(std::raise(SIGINT));
    return Error{ErrorCode::External, std::string(name) + ": interrupted"};
  }
  const auto said = read_file(reason);
  if (said && !said->empty()) return Error{ErrorCode::Unsupported, std::string(trim(*said))};
  return Error{ErrorCode::External,
               "scripts/part " + std::string(name) + ": exit status " + std::to_string(status)};
}

}  // namespace

Result<fs::path> find_part(const fs::path& folder, std::string_view name) {
  fs::path path = folder / name;
  std::error_code ignored;
  if (fs::exists(path, ignored)) return path;
  const fs::path checkout = checkout_of(folder);
  if (checkout.empty()) {
    return Error{
        ErrorCode::Unsupported,
        std::string(name) + " is not beside kcast; ./kcast in a checkout fetches and builds it"};
  }
  KCAST_TRY([[maybe_unused]] const Unit made, make_part(checkout, name));
  return path;
}

}  // namespace kcast
