#include "base/process/part.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

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

// scripts/part of the checkout with these words; `what` is what it makes.
Status run_script(const fs::path& checkout, const std::vector<std::string>& words,
                  const std::string& what) {
  KCAST_TRY(const TempDir work, TempDir::make("kcast-part"));
  // The script writes there, and not to stderr, why it failed: it is this command's error.
  const fs::path reason = work.path() / "reason";
  std::vector<std::string> command = {(checkout / "scripts" / "part").string()};
  command.insert(command.end(), words.begin(), words.end());
  KCAST_TRY(const int status, run_passthrough({command, {"KCAST_REASON=" + reason.string()}}));
  if (status == 0) return Unit{};
  if (status == 128 + SIGINT) {
    // The script had the keyboard. What Ctrl-C does to this process, it does now.
    static_cast<void>(std::raise(SIGINT));
    return Error{ErrorCode::External, what + ": interrupted"};
  }
  const auto said = read_file(reason);
  if (said && !said->empty()) return Error{ErrorCode::Unsupported, std::string(trim(*said))};
  return Error{ErrorCode::External,
               "scripts/part " + join(words, " ") + ": exit status " + std::to_string(status)};
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
  KCAST_TRY([[maybe_unused]] const Unit made,
            run_script(checkout, {std::string(name)}, std::string(name)));
  return path;
}

Status fetch_group(std::string_view group) {
  const fs::path checkout = checkout_of(executable_dir());
  if (checkout.empty()) {
    return Error{ErrorCode::Unsupported, "./kcast of a checkout fetches the group " +
                                             std::string(group) + " (scripts/fetch)"};
  }
  return run_script(checkout, {"--group", std::string(group)}, "group " + std::string(group));
}

}  // namespace kcast
