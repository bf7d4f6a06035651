// The interpreter of host code: walks the syntax tree with values that may be unknown.
//
// One class, because every part of it reads and changes the same state; its
// functions are grouped in files by what they evaluate.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/DenseMap.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/host/launch_arguments.h"
#include "frontend/host/opencl.h"
#include "frontend/host/program_index.h"
#include "frontend/host/state/bindings.h"
#include "frontend/host/state/branches.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/locals.h"
#include "frontend/host/state/loop_guesses.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// The parts of any loop.
struct LoopParts {
  const clang::Stmt* loop = nullptr;
  const clang::Stmt* condition_variable = nullptr;
  const clang::Expr* condition = nullptr;
  const clang::Expr* step = nullptr;
  const clang::Stmt* each = nullptr;  // declares the variable of a range-for
  const clang::Stmt* body = nullptr;
  bool body_first = false;
};

// A number that skipped rounds are taken to have moved on to.
struct LoopDrift {
  uint32_t object = 0;
  int64_t offset = 0;
  Shape shape;
  int64_t start = 0;  // before the rounds
  int64_t value = 0;  // after them
};

// The launches of one block of rounds, and how many blocks it stands for.
struct PickedLaunches {
  std::vector<LaunchRecord> records;
  int64_t times = 0;
};

class HostMachine {
 public:
  HostMachine(ProgramIndex& index, const HostOptions& options);

  void run_globals();
  // `arguments` absent: the program's arguments are not known.
  void run_main(const clang::FunctionDecl* main,
                const std::optional<std::vector<std::string>>& arguments);
  void run_entry(const clang::FunctionDecl* function);
  // Launches of the text that no evaluation came to.
  void add_unreached();
  bool made_launches() const { return !launched_.log.records().empty(); }
  HostReading result();

 private:
  // host_types.cpp: types, names and places of declarations
  Place variable_place(const clang::ValueDecl* declaration);
  Place global_place(const clang::VarDecl* variable);
  Place captured_place(const clang::ValueDecl* declaration, bool* found);
  Place enclosing_place(const clang::VarDecl* variable, bool* found);

  // host_causes.cpp: causes, bindings, loads and stores with names

  // host_expressions.cpp and host_operators.cpp: scalars
  EvalValue eval(const clang::Expr* e);
  EvalValue eval_inner(const clang::Expr* e);
  EvalValue eval_literal(const clang::Expr* e);
  EvalValue eval_special(const clang::Expr* e);
  EvalValue eval_constant(const clang::Expr* e);
  EvalValue eval_cast(const clang::CastExpr* e);
  EvalValue eval_reference(const clang::DeclRefExpr* e);
  EvalValue eval_unary(const clang::UnaryOperator* e);
  EvalValue eval_step(const clang::UnaryOperator* e);
  EvalValue eval_binary(const clang::BinaryOperator* e);
  EvalValue eval_logical(const clang::BinaryOperator* e);
  EvalValue eval_conditional(const clang::AbstractConditionalOperator* e);
  EvalValue eval_new(const clang::CXXNewExpr* e);
  EvalValue eval_recovered(const clang::RecoveryExpr* e);
  EvalValue eval_statement_expression(const clang::StmtExpr* e);
  EvalValue binary(clang::BinaryOperatorKind op, const EvalValue& a, const EvalValue& b,
                   clang::QualType left, clang::QualType right, clang::QualType result);
  EvalValue pointer_step(const EvalValue& pointer, const EvalValue& count, clang::QualType pointee,
                         bool backwards);
  Place assign_expression(const clang::BinaryOperator* e);
  Truth condition(const clang::Expr* e, CauseSet* causes);
  void discard(const clang::Expr* e);

  // host_places.cpp: glvalues
  Place place(const clang::Expr* e);
  Place place_inner(const clang::Expr* e);
  Place place_special(const clang::Expr* e);
  Place place_cast(const clang::CastExpr* e);
  Place place_subscript(const clang::ArraySubscriptExpr* e);
  Place place_member(const clang::MemberExpr* e);
  Place place_conditional(const clang::AbstractConditionalOperator* e);
  Place string_place(const clang::StringLiteral* literal);
  Place unknown_place(const clang::Expr* e);

  // host_objects.cpp: classes, arrays and their construction
  void eval_into(const Place& to, clang::QualType type, const clang::Expr* e);
  void aggregate_into(const Place& to, const clang::Expr* e);
  void aggregate_special(const Place& to, const clang::Expr* e);
  void init_list_into(const Place& to, const clang::InitListExpr* e);
  void record_list_into(const Place& to, const clang::CXXRecordDecl* record,
                        llvm::ArrayRef<const clang::Expr*> values,
                        const clang::FieldDecl* union_field);
  void array_list_into(const Place& to, clang::QualType element,
                       llvm::ArrayRef<const clang::Expr*> values, const clang::Expr* filler,
                       int64_t count);
  void construct(const Place& to, const clang::CXXConstructExpr* e);
  void construct_array(const Place& to, const clang::CXXConstructExpr* e);
  void construct_default(const Place& to, const clang::CXXRecordDecl* record);
  void run_constructor(const Place& to, const clang::CXXConstructorDecl* constructor,
                       std::unique_ptr<EvalFrame> frame);
  void initialize_member(const Place& self, const clang::CXXRecordDecl* record,
                         const clang::CXXCtorInitializer* part);
  void lambda_into(const Place& to, const clang::LambdaExpr* e);
  void list_into(const Place& to, const clang::CXXStdInitializerListExpr* e);

  // host_calls.cpp
  EvalValue call(const clang::CallExpr* e, const Place* into);
  EvalValue call_function(const clang::FunctionDecl* function, const Place& self,
                          llvm::ArrayRef<const clang::Expr*> arguments, const Place* into,
                          const clang::Expr* site);
  const clang::FunctionDecl* callee_of(const clang::CallExpr* e, Place* self, size_t* first);
  const clang::CXXMethodDecl* overrider(const clang::CXXMethodDecl* method, Place* self);
  std::unique_ptr<EvalFrame> bind_arguments(const clang::FunctionDecl* function,
                                            llvm::ArrayRef<const clang::Expr*> arguments);
  EvalValue run_function(std::unique_ptr<EvalFrame> frame);
  void exec_body(const clang::Stmt* body);
  EvalValue missing_body(const clang::FunctionDecl* function,
                         llvm::ArrayRef<const clang::Expr*> arguments, const Place* into,
                         clang::QualType type);
  EvalValue finish_return(EvalFrame& frame);
  bool too_deep(const clang::FunctionDecl* function) const;

  // host_statements.cpp
  Flow exec(const clang::Stmt* s);
  Flow exec_inner(const clang::Stmt* s);
  Flow exec_special(const clang::Stmt* s);
  Flow exec_block(llvm::ArrayRef<const clang::Stmt*> statements);
  Flow exec_if(const clang::IfStmt* s);
  Flow exec_switch(const clang::SwitchStmt* s);
  Flow exec_return(const clang::ReturnStmt* s);
  Flow exec_try(const clang::CXXTryStmt* s);
  void declare(const clang::Decl* declaration);
  void declare_variable(const clang::VarDecl* variable);
  void initialize(const Place& place, const clang::VarDecl* variable);
  // Runs the ways on from a condition that is not known and joins what they leave
  // behind. The expected way, if any, does not count as conditional.

  // host_loops.cpp
  Flow run_loop(const LoopParts& parts);
  Flow run_known_loop(const LoopParts& parts);
  Flow run_unknown_loop(const LoopParts& parts, CauseSet causes);
  Flow run_round(const LoopParts& parts);
  Truth loop_condition(const LoopParts& parts, CauseSet* causes);

  class Trial;
  void watch_loop(const LoopParts& parts, LoopWatch& watch);

  // host_summaries.cpp: many rounds at once
  void skip_rounds(const LoopParts& parts, LoopWatch& watch);
  bool settle_guess(const LoopParts& parts, const LoopBlocks& blocks, LoopGuess& guess,
                    std::vector<LaunchRecord>* launches);
  bool rehearse(const LoopParts& parts, const LoopBlocks& blocks, const LoopGuess& guess,
                MemoryDelta* after, std::vector<LaunchRecord>* launches);
  void add_skipped(std::vector<LaunchRecord> made, int64_t times);
  std::optional<int64_t> rounds_left(const LoopParts& parts, const LoopGuess& guess, uint32_t loop);
  std::optional<int64_t> rounds_of(const clang::Expr* condition, uint32_t loop);

  // host_samples.cpp: a few rounds of many, with known numbers
  std::vector<LoopDrift> sample_rounds(const LoopParts& parts, const LoopBlocks& blocks,
                                       LoopGuess& guess);
  std::vector<LoopDrift> measure_drifts(const LoopParts& parts, const LoopBlocks& blocks,
                                        const LoopGuess& guess);
  bool run_sampled(const LoopParts& parts, const LoopBlocks& blocks, const LoopGuess& guess,
                   int64_t round, const std::vector<LoopDrift>& drifts);
  std::vector<PickedLaunches> pick_launches(const LoopParts& parts, const LoopBlocks& blocks,
                                            const LoopGuess& guess);
  void place_lines(const LoopBlocks& blocks, const LoopGuess& guess, int64_t round);
  void settle_drifts(const std::vector<LoopDrift>& drifts);
  EvalValue number_at(uint32_t object, int64_t offset, uint32_t bytes) const;

  // host_intrinsics.cpp: functions known by name; false when it is none of them
  bool intrinsic(const clang::FunctionDecl* function, llvm::ArrayRef<const clang::Expr*> arguments,
                 clang::QualType type, EvalValue* result);
  EvalValue named_value(const std::vector<EvalValue>& values, bool is_random, const Shape& shape);
  bool memory_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                        EvalValue* result);
  bool text_intrinsic(llvm::StringRef name, const std::vector<EvalValue>& values,
                      EvalValue* result);
  bool builtin(llvm::StringRef name, const std::vector<EvalValue>& values, clang::QualType type,
               EvalValue* result);
  bool math(const clang::FunctionDecl* function, llvm::ArrayRef<const clang::Expr*> arguments,
            clang::QualType type, EvalValue* result);
  CauseSet text_causes(const EvalValue& text);
  EvalValue parse_number(llvm::StringRef name, const std::vector<EvalValue>& values);
  void write_end(const EvalValue& end, const EvalValue& text, size_t length);

  // host_launches.cpp
  EvalValue launch(const clang::CUDAKernelCallExpr* e);
  bool launch_intrinsic(llvm::ArrayRef<const clang::Expr*> arguments, EvalValue* result);
  // `kernel` is null where its code is not part of this reading.
  LaunchRecord unreached_launch(const LaunchSite& site);

  // host_opencl.cpp

  ProgramIndex& index_;
  const HostOptions& options_;
  CauseTable cause_table_;
  HostMemory memory_;
  CallStack stack_;
  UserPosition position_;
  Control control_;
  Doubt doubt_;
  LoopTrials trials_;
  LaunchState launched_;
  llvm::DenseMap<const clang::Decl*, Place> globals_;
  llvm::DenseMap<const clang::Stmt*, uint32_t> strings_;

  Bindings bindings_;
  Types types_;
  Causes causes_;
  NamedMemory named_;
  Locals locals_;
  Branches branches_;
  LaunchRecords records_;
  LaunchArguments arguments_;
  LoopGuesses guesses_;
  OpenCl opencl_;
};

}  // namespace kcast::host
