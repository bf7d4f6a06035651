#include "train/trainer.h"

#include <chrono>
#include <cmath>
#include <limits>

#include "base/io/folder_lock.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/rng.h"
#include "base/text.h"
#include "train/checkpoint.h"
#include "train/device.h"
#include "train/run_log.h"
#include "train/train_model.h"

namespace kcast::train {

namespace {

struct Phase {
  std::string name;
  Objective objective = Objective::Language;
  std::vector<encode::TokenShard> shards;
  std::vector<Piece> pieces;
  int64_t steps = 0;
  double learning_rate = 0;
};

Result<std::vector<encode::TokenShard>> open_shards(
    const std::vector<std::filesystem::path>& paths) {
  std::vector<encode::TokenShard> shards;
  for (const auto& path : paths) {
    KCAST_TRY(encode::TokenShard shard, encode::TokenShard::open(path));
    if (!shards.empty() && shard.info().tokenizer != shards[0].info().tokenizer) {
      return Error{
          ErrorCode::InvalidInput,
          path.string() + " was encoded with another tokenizer than " + shards[0].path().string()};
    }
    shards.push_back(std::move(shard));
  }
  return shards;
}

// A run, with what its steps share.
class Run {
 public:
  Run(const TrainConfig& config, ProcessGroup& group, at::Device device, const Say& say)
      : config_(config), group_(group), device_(device), say_(say) {}

  Status prepare();
  Result<TrainReport> run();

 private:
  Status add_phase(std::string name, std::vector<encode::TokenShard> shards, bool pretrain);
  PieceOptions piece_options(bool everything, bool split, Objective objective) const;
  // One step: forward, backward, update. Sets `stop_requested` when some rank was asked to end.
  Result<LogLine> step(Phase& phase, bool& stop_requested);
  Result<double> validate();
  // Everything behind a step; true when the run ends here.
  Result<bool> after_step(Phase& phase, LogLine line, bool stop_requested);
  Status save_as(const char* name);
  Status save_state() {
    return save_checkpoint(config_.out, state_, config_.text, *optimizer_, group_, config_.keep);
  }
  bool leads() const { return group_.rank() == 0; }
  TrainReport report() const;

  const TrainConfig& config_;
  ProcessGroup& group_;
  at::Device device_;
  const Say& say_;
  std::vector<Phase> phases_;
  std::vector<encode::TokenShard> validation_;
  std::vector<Piece> validation_pieces_;
  std::optional<TrainModel> model_;
  std::unique_ptr<Optimizer> optimizer_;
  std::optional<FolderLock> lock_;
  std::optional<RunLog> log_;
  RunState state_;
  TrainEnd end_ = TrainEnd::Finished;
  double last_loss_ = 0;
};

PieceOptions Run::piece_options(bool everything, bool split, Objective objective) const {
  PieceOptions options;
  options.max_length = config_.max_length;
  // A head reads whole samples.
  options.too_long = split && objective == Objective::Language ? TooLong::Split : TooLong::Drop;
  options.everything = everything;
  options.needs_answer = objective == Objective::Language;
  options.prompt_alone = !options.needs_answer;
  return options;
}

Status Run::add_phase(std::string name, std::vector<encode::TokenShard> shards, bool pretrain) {
  Phase phase;
  phase.name = std::move(name);
  phase.shards = std::move(shards);
  const bool language = pretrain || config_.head.kind == HeadKind::Language;
  phase.objective = language ? Objective::Language : Objective::Head;
  PieceList list =
      list_pieces(phase.shards, piece_options(pretrain || config_.loss_on_everything,
                                              pretrain || config_.split_long, phase.objective));
  if (list.pieces.empty()) {
    return Error{ErrorCode::InvalidInput,
                 phase.name + ": no sample is left to train on; " + std::to_string(list.too_long) +
                     " are longer than max_length, " + std::to_string(list.too_short) +
                     " have no token with loss"};
  }
  if (list.too_long + list.too_short > 0 && leads()) {
    say_(phase.name + ": " + std::to_string(list.too_long) + " samples longer than " +
         std::to_string(config_.max_length) + " tokens and " + std::to_string(list.too_short) +
         " without a token that carries loss are left out");
  }
  phase.pieces = std::move(list.pieces);
  const double epochs = pretrain ? config_.pretrain.epochs : config_.epochs;
  const int64_t limit = pretrain ? config_.pretrain.max_steps : config_.max_steps;
  const auto per_epoch = static_cast<double>(
      steps_of_epoch(phase.pieces.size(), static_cast<size_t>(config_.batch_size)));
  phase.steps = std::max<int64_t>(1, std::llround(epochs * per_epoch));
  if (limit > 0) phase.steps = std::min(phase.steps, limit);
  phase.learning_rate = pretrain && config_.pretrain.learning_rate > 0
                            ? config_.pretrain.learning_rate
                            : config_.learning_rate;
  phases_.push_back(std::move(phase));
  return Unit{};
}

Status Run::prepare() {
  if (leads()) {
    KCAST_TRY(lock_, FolderLock::take(config_.out));
  }
  if (!config_.pretrain.train.empty()) {
    KCAST_TRY(std::vector<encode::TokenShard> shards, open_shards(config_.pretrain.train));
    KCAST_OK(add_phase("pretrain", std::move(shards), true));
  }
  KCAST_TRY(std::vector<encode::TokenShard> shards, open_shards(config_.train));
  KCAST_OK(add_phase("train", std::move(shards), false));
  KCAST_TRY(validation_, open_shards(config_.validation));
  const Phase& main = phases_.back();
  validation_pieces_ = list_pieces(validation_, piece_options(config_.loss_on_everything,
                                                              config_.split_long, main.objective))
                           .pieces;
  KCAST_TRY(TrainModel model, build_model(config_, main.shards, device_));
  model_ = std::move(model);
  const AdamWOptions adamw{config_.beta1, config_.beta2, config_.eps, config_.weight_decay};
  optimizer_ = std::make_unique<Optimizer>(model_->trained(config_.mode), adamw, group_.rank(),
                                           group_.world());
  const Say say_once = leads() ? say_ : Say([](const std::string&) {});
  KCAST_TRY(const auto state,
            load_checkpoint(config_.out, config_.text, *optimizer_, group_, say_once));
  if (state) state_ = *state;
  if (!leads()) return Unit{};
  KCAST_TRY(RunLog log, RunLog::open(config_.out, state_.total_steps));
  log_.emplace(std::move(log));
  if (!log_->lines().empty()) last_loss_ = log_->lines().back().loss;
  say_("training " + std::to_string(optimizer_->size()) + " numbers on " +
       std::to_string(main.pieces.size()) + " samples" +
       (state ? ", going on after step " + std::to_string(state_.total_steps) : ""));
  return Unit{};
}

Result<LogLine> Run::step(Phase& phase, bool& stop_requested) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Piece> pieces;
  const auto batch = static_cast<size_t>(config_.batch_size);
  for (const size_t i : batch_of(phase.pieces.size(), batch, static_cast<size_t>(state_.step),
                                 config_.seed + static_cast<uint64_t>(state_.phase)))
    pieces.push_back(phase.pieces[i]);
  const std::vector<MicroBatch> passes =
      pack(pieces, {config_.micro_tokens, config_.packing, group_.world()});
  int64_t count = 0;
  LogLine line;
  for (const MicroBatch& pass : passes) {
    count += loss_count(*model_, phase.objective, phase.shards, pass);
    for (const Piece& piece : pass)
      line.tokens += piece.length;
  }
  optimizer_->zero_gradients();
  // The sum of losses, and how many ranks were asked to end.
  Tensor shared = at::zeros({2}, at::TensorOptions().dtype(at::kDouble).device(device_));
  for (size_t i = static_cast<size_t>(group_.rank()); i < passes.size();
       i += static_cast<size_t>(group_.world())) {
    const uint64_t seed =
        Rng(config_.seed * 1'000'003 + static_cast<uint64_t>(state_.total_steps) * 4099 + i).next();
    const Tensor loss = micro_loss(*model_, phase.objective, phase.shards, passes[i], seed | 1) /
                        static_cast<double>(std::max<int64_t>(count, 1));
    loss.backward();
    shared[0].add_(loss.detach());
  }
  if (InterruptGuard::interrupted()) shared[1].add_(1);
  Tensor gradients = optimizer_->gradients();
  group_.sum(gradients);
  group_.sum(shared);
  const Tensor norm = optimizer_->clip(config_.clip).to(at::kDouble);
  // The only place of a step that waits for the device.
  const Tensor shared_values = at::cat({shared, norm.view({1})}).to(at::kCPU);
  line.loss = shared_values[0].item<double>();
  stop_requested = shared_values[1].item<double>() > 0;
  line.gradient_norm = shared_values[2].item<double>();
  line.learning_rate = learning_rate_at(config_, phase.learning_rate, state_.step, phase.steps);
  if (!std::isfinite(line.loss) || !std::isfinite(line.gradient_norm)) {
    return Error{ErrorCode::External, "the loss is not a number any more at step " +
                                          std::to_string(state_.total_steps + 1) +
                                          "; try a lower learning_rate"};
  }
  optimizer_->step(line.learning_rate);
  Tensor weights = optimizer_->weights();
  group_.gather(weights, optimizer_->own_weights());
  optimizer_->refresh_values();
  ++state_.step;
  ++state_.total_steps;
  line.step = state_.total_steps;
  line.phase = phase.name;
  line.epoch = static_cast<double>(state_.step) /
               static_cast<double>(steps_of_epoch(phase.pieces.size(), batch));
  line.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return line;
}

Result<double> Run::validate() {
  const at::NoGradGuard no_grad;
  const Objective objective = phases_.back().objective;
  const std::vector<MicroBatch> passes =
      pack(validation_pieces_, {config_.micro_tokens, config_.packing, group_.world()});
  Tensor sums = at::zeros({2}, at::TensorOptions().dtype(at::kDouble).device(device_));
  for (size_t i = static_cast<size_t>(group_.rank()); i < passes.size();
       i += static_cast<size_t>(group_.world())) {
    sums[0].add_(micro_loss(*model_, objective, validation_, passes[i], 0));
    sums[1].add_(static_cast<double>(loss_count(*model_, objective, validation_, passes[i])));
  }
  group_.sum(sums);
  return sums[0].item<double>() / std::max(1.0, sums[1].item<double>());
}

Status Run::save_as(const char* name) {
  if (leads()) {
    KCAST_OK(save_model(*model_, config_, config_.out / name));
  }
  group_.barrier();
  return Unit{};
}

Result<bool> Run::after_step(Phase& phase, LogLine line, bool stop_requested) {
  last_loss_ = line.loss;
  const bool main = &phase == &phases_.back();
  const bool last = state_.step == phase.steps;
  const auto per_epoch = static_cast<int64_t>(
      steps_of_epoch(phase.pieces.size(), static_cast<size_t>(config_.batch_size)));
  const int64_t every = config_.validate_every > 0 ? config_.validate_every : per_epoch;
  bool stops = false;
  if (main && !validation_pieces_.empty() && (last || state_.step % every == 0)) {
    KCAST_TRY(const double loss, validate());
    line.validation_loss = loss;
    const bool better = state_.validations == 0 || loss < state_.best_loss;
    ++state_.validations;
    state_.worse = better ? 0 : state_.worse + 1;
    if (better) {
      state_.best_loss = loss;
      KCAST_OK(save_as("best"));
    }
    stops = config_.patience > 0 && state_.worse >= config_.patience;
    if (stops) end_ = TrainEnd::StoppedEarly;
  }
  if (log_) {
    KCAST_OK(log_->add(line));
  }
  state_.finished = main && (last || stops);
  if (stop_requested && !state_.finished) {
    end_ = TrainEnd::Interrupted;
    stops = true;
  }
  if (stops || state_.finished || state_.total_steps % config_.save_every == 0) {
    KCAST_OK(save_state());
  }
  return stops;
}

TrainReport Run::report() const {
  TrainReport report;
  report.end = end_;
  report.steps = state_.total_steps;
  report.loss = last_loss_;
  report.result = config_.out / "last";
  if (state_.validations > 0) {
    report.best_validation = state_.best_loss;
    report.result = config_.out / "best";
  }
  return report;
}

Result<TrainReport> Run::run() {
  uint64_t total = 0;
  for (const Phase& phase : phases_)
    total += static_cast<uint64_t>(phase.steps);
  std::optional<Progress> progress;
  if (leads()) {
    progress.emplace("training", total);
    progress->advance(static_cast<uint64_t>(state_.total_steps));
  }
  bool stops = state_.finished;
  while (!stops && state_.phase < static_cast<int>(phases_.size())) {
    Phase& phase = phases_[static_cast<size_t>(state_.phase)];
    while (!stops && state_.step < phase.steps) {
      bool stop_requested = false;
      KCAST_TRY(LogLine line, step(phase, stop_requested));
      KCAST_TRY(stops, after_step(phase, std::move(line), stop_requested));
      if (progress) progress->advance();
    }
    if (stops || state_.phase + 1 == static_cast<int>(phases_.size())) break;
    // The next phase begins with fresh averages.
    ++state_.phase;
    state_.step = 0;
    optimizer_->first_average().zero_();
    optimizer_->second_average().zero_();
    optimizer_->steps() = 0;
  }
  progress.reset();
  if (end_ != TrainEnd::Interrupted) {
    KCAST_OK(save_as("last"));
  }
  if (log_) {
    KCAST_OK(log_->finish());
  }
  return report();
}

}  // namespace

Result<TrainReport> train(const TrainConfig& config, const RankInfo& rank, const Say& say) {
  try {
    KCAST_TRY(const at::Device device, open_device(config.device, rank.local_rank));
    KCAST_TRY(const std::unique_ptr<ProcessGroup> group, join_processes(rank, device));
    Run run(config, *group, device, say);
    KCAST_OK(run.prepare());
    return run.run();
  } catch (const std::exception& error) {
    const std::string what = split(error.what(), '\n').front();
    if (rank.world > 1) {
      return Error{ErrorCode::External,
                   "rank " + std::to_string(rank.rank) + " lost the others (" + what +
                       "); start the run again, it goes on from its last checkpoint"};
    }
    return Error{ErrorCode::External, what};
  }
}

}  // namespace kcast::train
