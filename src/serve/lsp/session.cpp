#include "serve/lsp/session.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace kcast::lsp {

namespace {

using namespace std::chrono_literals;

// Work that is done sooner shows no progress: it would flicker.
constexpr auto kProgressAfter = 400ms;

std::string base_name(const std::string& uri) {
  const size_t slash = uri.rfind('/');
  return slash == std::string::npos ? uri : uri.substr(slash + 1);
}

EditorText editor_text(const Document& document) {
  return {document.uri, document.language_id, document.text.str()};
}

}  // namespace

void Session::stop_all() {
  for (auto& [uri, work] : works_)
    stop(work);
}

void Session::start(Workspace workspace, Encoding encoding) {
  workspace_ = std::make_unique<Workspace>(std::move(workspace));
  encoding_ = encoding;
}

const Document* Session::find(const std::string& uri) const {
  const auto found = works_.find(uri);
  return found == works_.end() ? nullptr : &found->second.document;
}

std::vector<const Document*> Session::documents() const {
  std::vector<const Document*> out;
  for (const auto& [uri, work] : works_)
    out.push_back(&work.document);
  return out;
}

void Session::open(Document document) {
  close(document.uri);
  workspace_->forget_files();
  Work& work = works_[document.uri];
  work.document = std::move(document);
  work.document.is_gpu = Workspace::is_gpu_text(editor_text(work.document));
  if (workspace_->settings().trigger != Trigger::Manual) schedule(work, true);
}

void Session::change(const std::string& uri, int64_t version, const std::vector<Edit>& edits) {
  const auto found = works_.find(uri);
  if (found == works_.end()) return;
  Work& work = found->second;
  Document& document = work.document;
  for (const Edit& edit : edits) {
    TextEdit change{edit.range.value_or(Range{}), edit.text};
    if (!edit.range) change = difference(document.text, edit.text, encoding_);
    document.text.replace(change.range, change.text, encoding_);
    if (document.shown) shift_shown(*document.shown, change.range, change.text, encoding_);
    if (work.running) work.edits.push_back(std::move(change));
  }
  document.version = version;
  document.is_gpu = document.is_gpu || Workspace::is_gpu_text(editor_text(document));
  if (workspace_->settings().trigger == Trigger::Type) schedule(work, false);
  schedule_those_that_include(uri);
}

void Session::save(const std::string& uri) {
  files_changed();
  const auto found = works_.find(uri);
  if (found == works_.end()) return;
  if (workspace_->settings().trigger == Trigger::Save) schedule(found->second, true);
}

void Session::close(const std::string& uri) {
  const auto found = works_.find(uri);
  if (found == works_.end()) return;
  stop(found->second);
  const std::vector<std::function<void(bool)>> waiting = std::move(found->second.waiting);
  works_.erase(found);
  for (const auto& done : waiting)
    done(false);
}

void Session::files_changed() {
  workspace_->forget_files();
  cache_.clear();
  for (auto& [uri, work] : works_) {
    // Headers may have changed under the same text.
    work.document.shown_key.clear();
    if (workspace_->settings().trigger == Trigger::Type) schedule(work, false);
  }
}

void Session::settings_changed(Settings settings) {
  if (settings == workspace_->settings()) return;
  workspace_->set_settings(std::move(settings));
  for (auto& [uri, work] : works_) {
    if (workspace_->settings().trigger != Trigger::Manual) schedule(work, true);
    if (work.document.shown && events_.results_changed) events_.results_changed(work.document);
  }
}

void Session::schedule_those_that_include(const std::string& uri) {
  const std::string name = base_name(uri);
  for (auto& [other, work] : works_) {
    if (other == uri || workspace_->settings().trigger != Trigger::Type) continue;
    const std::string& text = work.document.text.str();
    if (text.find(name + "\"") != std::string::npos || text.find(name + ">") != std::string::npos) {
      schedule(work, false);
    }
  }
}

Result<Question> Session::question_of(const Document& document, const QuestionOptions& options) {
  std::vector<EditorText> headers;
  for (const auto& [uri, work] : works_) {
    if (uri != document.uri) headers.push_back(editor_text(work.document));
  }
  return workspace_->question(editor_text(document), headers, options);
}

void Session::stop_timer(Work& work) {
  if (work.has_timer) loop_.cancel(work.timer);
  work.has_timer = false;
}

void Session::stop(Work& work) {
  stop_timer(work);
  if (work.running) *work.running = true;
  work.running.reset();
  work.running_key.clear();
  end_progress(work);
}

void Session::end_progress(Work& work) {
  loop_.cancel(work.progress_timer);
  if (work.shows_progress && events_.progress) events_.progress(work.document, false);
  work.shows_progress = false;
}

void Session::schedule(Work& work, bool now) {
  Document& document = work.document;
  if (!document.is_gpu) return settle(work);
  Result<Question> question = question_of(document, {});
  if (!question) {
    stop(work);
    return fail(work, question.error().message);
  }
  if (work.running && work.running_key == question->key) return;
  // Newer text supersedes older work.
  stop(work);
  if (document.shown && document.shown_key == question->key) {
    document.shown->version = document.version;
    if (document.state != DocumentState::Ready || !document.problem.empty()) {
      document.state = document.problem.empty() ? DocumentState::Ready : DocumentState::Error;
    }
    if (events_.status_changed) events_.status_changed(document);
    return settle(work);
  }
  if (const auto known = cache_.find(question->key)) {
    return show(work, question->key, *known, document.text, document.version);
  }
  if (now) return begin(work, *std::move(question));
  work.has_timer = true;
  const auto pause = std::chrono::milliseconds(workspace_->settings().debounce_ms);
  work.timer = loop_.at(rpc::Loop::Clock::now() + pause,
                        [this, uri = document.uri, asked = *std::move(question)]() mutable {
                          const auto found = works_.find(uri);
                          if (found == works_.end()) return;
                          found->second.has_timer = false;
                          begin(found->second, std::move(asked));
                        });
}

void Session::begin(Work& work, Question question) {
  Document& document = work.document;
  work.running = rpc::make_cancel_flag();
  work.running_key = question.key;
  work.edits.clear();
  document.state = DocumentState::Computing;
  if (events_.status_changed) events_.status_changed(document);
  work.progress_timer =
      loop_.at(rpc::Loop::Clock::now() + kProgressAfter, [this, uri = document.uri] {
        const auto found = works_.find(uri);
        if (found == works_.end() || !found->second.running) return;
        found->second.shows_progress = true;
        if (events_.progress) events_.progress(found->second.document, true);
      });
  workers_.submit(
      [this, uri = document.uri, text = document.text, version = document.version,
       cancel = work.running, asked = std::move(question)] {
        auto answer = std::make_shared<const Answer>(answer_question(predictor_, asked, *cancel));
        if (answer->cancelled) return;
        loop_.post([this, uri, text, version, key = asked.key, answer] {
          finish(uri, key, text, version, answer);
        });
      },
      true);
}

void Session::finish(const std::string& uri, const std::string& key, const Text& text,
                     int64_t version, const std::shared_ptr<const Answer>& answer) {
  cache_.add(key, answer);
  const auto found = works_.find(uri);
  if (found == works_.end() || found->second.running_key != key) return;
  Work& work = found->second;
  end_progress(work);
  work.running.reset();
  work.running_key.clear();
  show(work, key, *answer, text, version);
}

void Session::show(Work& work, const std::string& key, const Answer& answer, const Text& text,
                   int64_t version) {
  Document& document = work.document;
  const ShownSource source{text, workspace_->name_of(document.uri, document.language_id), version,
                           encoding_};
  document.shown = make_shown(answer, source, document.shown.get());
  for (const TextEdit& edit : work.edits)
    shift_shown(*document.shown, edit.range, edit.text, encoding_);
  work.edits.clear();
  document.shown_key = key;
  document.problem = document.shown->problem;
  document.state = document.problem.empty() ? DocumentState::Ready : DocumentState::Error;
  if (events_.results_changed) events_.results_changed(document);
  if (events_.status_changed) events_.status_changed(document);
  settle(work);
}

void Session::fail(Work& work, const std::string& message) {
  Document& document = work.document;
  document.problem = message;
  document.shown_key.clear();
  document.state = DocumentState::Error;
  if (events_.log) events_.log(message);
  if (events_.status_changed) events_.status_changed(document);
  settle(work);
}

void Session::settle(Work& work) {
  const std::vector<std::function<void(bool)>> waiting = std::exchange(work.waiting, {});
  for (const auto& done : waiting)
    done(true);
}

void Session::predict_now(const std::string& uri) {
  const auto found = works_.find(uri);
  if (found != works_.end()) schedule(found->second, true);
}

void Session::when_predicted(const std::string& uri, std::function<void(bool)> done) {
  const auto found = works_.find(uri);
  if (found == works_.end()) return done(false);
  found->second.waiting.push_back(std::move(done));
  if (found->second.has_timer || found->second.running) return;
  schedule(found->second, true);
}

void Session::ask(const Document& document, const QuestionOptions& options,
                  const rpc::CancelFlag& cancel, OnAnswer done) {
  Result<Question> question = question_of(document, options);
  if (!question) {
    Answer answer;
    answer.error = question.error();
    return done(answer);
  }
  if (const auto known = cache_.find(question->key)) return done(*known);
  workers_.submit([this, cancel, done = std::move(done), asked = *std::move(question)] {
    auto answer = std::make_shared<const Answer>(answer_question(predictor_, asked, *cancel));
    loop_.post([this, key = asked.key, answer, done] {
      if (!answer->cancelled) cache_.add(key, answer);
      done(*answer);
    });
  });
}

}  // namespace kcast::lsp
