// The open documents and their predictions. Lives in the thread of the loop; only the questions
// themselves are answered by workers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "predict/predictor.h"
#include "serve/lsp/protocol.h"
#include "serve/lsp/shown.h"
#include "serve/lsp/workspace.h"
#include "serve/rpc/loop.h"
#include "serve/rpc/workers.h"

namespace kcast::lsp {

enum class DocumentState : uint8_t { Idle, Computing, Ready, Error };

struct Document {
  std::string uri;
  std::string language_id;
  Text text;
  int64_t version = 0;
  bool is_gpu = false;
  DocumentState state = DocumentState::Idle;
  std::shared_ptr<Shown> shown;  // null: nothing was predicted yet
  std::string shown_key;         // fingerprint of what it answers
  std::string problem;           // why the newest text has no prediction of its own

  bool stale() const { return shown != nullptr && shown->version != version; }
};

// What the session tells the outside.
struct SessionEvents {
  std::function<void(const Document&)> status_changed;
  std::function<void(const Document&)> results_changed;  // something else is shown than before
  std::function<void(const std::string&)> log;
  // Work that takes long begins and ends.
  std::function<void(const Document&, bool begins)> progress;
};

class Session {
 public:
  Session(predict::Predictor& predictor, rpc::Loop& loop, rpc::Workers& workers,
          SessionEvents events)
      : predictor_(predictor), loop_(loop), workers_(workers), events_(std::move(events)) {}
  ~Session() { stop_all(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start(Workspace workspace, Encoding encoding);
  // Sets the flags of all work; workers that are waited for after it end soon.
  void stop_all();
  Workspace& workspace() { return *workspace_; }
  Encoding encoding() const { return encoding_; }

  void open(Document document);
  struct Edit {
    std::optional<Range> range;  // nothing: the whole text
    std::string text;
  };
  void change(const std::string& uri, int64_t version, const std::vector<Edit>& edits);
  void save(const std::string& uri);
  void close(const std::string& uri);
  void files_changed();
  void settings_changed(Settings settings);

  const Document* find(const std::string& uri) const;
  std::vector<const Document*> documents() const;

  // Predicts the newest text now, whatever the trigger.
  void predict_now(const std::string& uri);

  // Calls back once, when the newest text has been predicted or could not be; at once where it has.
  // False where the document is closed first.
  void when_predicted(const std::string& uri, std::function<void(bool)> done);

  // A question of its own. The callback comes in the loop's thread, also when it was cancelled.
  using OnAnswer = std::function<void(const Answer&)>;
  void ask(const Document& document, const QuestionOptions& options, const rpc::CancelFlag& cancel,
           OnAnswer done);

 private:
  struct Work {
    Document document;
    bool has_timer = false;
    rpc::Loop::TimerId timer = 0;
    rpc::Loop::TimerId progress_timer = 0;
    bool shows_progress = false;
    rpc::CancelFlag running;  // null: nothing runs
    std::string running_key;
    std::vector<TextEdit> edits;  // since the running question was asked
    std::vector<std::function<void(bool)>> waiting;
  };
  Result<Question> question_of(const Document& document, const QuestionOptions& options);
  void schedule(Work& work, bool now);
  void begin(Work& work, Question question);
  void finish(const std::string& uri, const std::string& key, const Text& text, int64_t version,
              const std::shared_ptr<const Answer>& answer);
  void show(Work& work, const std::string& key, const Answer& answer, const Text& text,
            int64_t version);
  void fail(Work& work, const std::string& message);
  void stop(Work& work);
  void stop_timer(Work& work);
  void end_progress(Work& work);
  void settle(Work& work);
  void schedule_those_that_include(const std::string& uri);

  predict::Predictor& predictor_;
  rpc::Loop& loop_;
  rpc::Workers& workers_;
  SessionEvents events_;
  std::unique_ptr<Workspace> workspace_;
  Encoding encoding_ = Encoding::Utf16;
  std::map<std::string, Work> works_;
  AnswerCache cache_;
};

}  // namespace kcast::lsp
