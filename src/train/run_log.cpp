#include "train/run_log.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"
#include "base/io/json_problem.h"
#include "base/io/new_file.h"

namespace kcast::train {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kPage = R"html(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>TITLE</title>REFRESH
<style>
body{font:14px system-ui,sans-serif;margin:2em auto;max-width:60em;color:#222;background:#fff}
h1{font-size:1.3em} svg{width:100%;height:18em;border:1px solid #ccc;margin-bottom:1em}
.a{fill:none;stroke:#1667b0;stroke-width:1.2}.b{fill:none;stroke:#c4421a;stroke-width:2}
text{font-size:11px;fill:#555}
</style></head><body><h1>TITLE</h1><p id="s"></p><div id="c"></div>
<script>
const rows=DATA;
function curve(title,series){
 const all=series.flatMap(s=>s.points); if(!all.length)return "";
 const x0=Math.min(...all.map(p=>p[0])),x1=Math.max(...all.map(p=>p[0]),x0+1);
 const y0=Math.min(...all.map(p=>p[1])),y1=Math.max(...all.map(p=>p[1]),y0+1e-9);
 const X=x=>50+(x-x0)/(x1-x0)*930,Y=y=>250-(y-y0)/(y1-y0)*225;
 const line=s=>`<polyline class="${s.c}" points="${s.points.map(p=>X(p[0])+","+Y(p[1])).join(" ")}"/>`;
 return `<svg viewBox="0 0 1000 280" preserveAspectRatio="none"><text x="50" y="16">${title}</text>`+
  `<text x="2" y="30">${y1.toPrecision(4)}</text><text x="2" y="250">${y0.toPrecision(4)}</text>`+
  `<text x="50" y="272">step ${x0}</text><text x="920" y="272">${x1}</text>`+
  series.map(line).join("")+"</svg>";
}
const pick=k=>rows.filter(r=>r[k]!=null).map(r=>[r.step,r[k]]);
const last=rows[rows.length-1];
if(last)document.getElementById("s").textContent=
 `step ${last.step}, phase ${last.phase}, epoch ${last.epoch.toFixed(2)}, loss ${last.loss.toPrecision(4)}, `+
 `${Math.round(last.tokens/Math.max(last.seconds,1e-9))} tokens/s`;
document.getElementById("c").innerHTML=
 curve("loss (red: validation)",[{c:"a",points:pick("loss")},{c:"b",points:pick("validation_loss")}])+
 curve("learning rate",[{c:"a",points:pick("learning_rate")}])+
 curve("gradient norm",[{c:"a",points:pick("gradient_norm")}]);
</script></body></html>
)html";

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

std::string escaped(const std::string& text) {
  std::string result = text;
  replace_all(result, "&", "&amp;");
  replace_all(result, "<", "&lt;");
  return result;
}

}  // namespace

std::string log_text(const LogLine& line) {
  OrderedJson json = {{"step", line.step},
                      {"phase", line.phase},
                      {"epoch", line.epoch},
                      {"loss", line.loss},
                      {"learning_rate", line.learning_rate},
                      {"gradient_norm", line.gradient_norm},
                      {"tokens", line.tokens},
                      {"seconds", line.seconds}};
  if (line.validation_loss) json["validation_loss"] = *line.validation_loss;
  return json.dump();
}

Result<LogLine> parse_log_line(const std::string& text) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  try {
    LogLine line;
    line.step = json.at("step");
    line.phase = json.at("phase").get<std::string>();
    line.epoch = json.at("epoch");
    line.loss = json.at("loss");
    line.learning_rate = json.at("learning_rate");
    line.gradient_norm = json.at("gradient_norm");
    line.tokens = json.at("tokens");
    line.seconds = json.at("seconds");
    if (json.contains("validation_loss"))
      line.validation_loss = json["validation_loss"].get<double>();
    return line;
  } catch (const OrderedJson::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 std::string("not a line of a log: ") + json_problem(error.what())};
  }
}

std::string curves_page(const std::vector<LogLine>& lines, const std::string& title, bool running) {
  std::string data = "[";
  // A browser needs no more points than a screen has.
  const size_t stride = lines.size() / 2000 + 1;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i % stride != 0 && i + 1 != lines.size() && !lines[i].validation_loss) continue;
    data += (data.size() > 1 ? ",\n" : "") + log_text(lines[i]);
  }
  std::string page(kPage);
  replace_all(page, "REFRESH", running ? R"(<meta http-equiv="refresh" content="10">)" : "");
  replace_all(page, "TITLE", escaped(title));
  replace_all(data, "<", "\\u003c");  // no end of the script
  replace_all(page, "DATA", data + "]");
  return page;
}

Result<RunLog> RunLog::open(const std::filesystem::path& folder, int64_t step) {
  RunLog log;
  log.folder_ = folder;
  std::ifstream old(folder / "log.jsonl");
  std::string kept;
  for (std::string text; std::getline(old, text);) {
    auto line = parse_log_line(text);
    if (!line || line->step > step) break;
    kept += text + "\n";
    log.lines_.push_back(*std::move(line));
  }
  old.close();
  KCAST_OK(write_file(folder / "log.jsonl", kept));
  return log;
}

Status RunLog::add(const LogLine& line) {
  lines_.push_back(line);
  KCAST_TRY(AppendedFile file, AppendedFile::open(folder_ / "log.jsonl"));
  KCAST_OK(file.add(log_text(line) + "\n"));
  const auto now = std::chrono::steady_clock::now();
  if (now - last_page_ < std::chrono::seconds(5)) return Unit{};
  last_page_ = now;
  return write_page(true);
}

Status RunLog::finish() {
  return write_page(false);
}

Status RunLog::write_page(bool running) {
  const std::string title = "kcast train " + folder_.filename().string();
  return write_file(folder_ / "index.html", curves_page(lines_, title, running));
}

}  // namespace kcast::train
