// The source editor: CodeMirror with the words of GPU languages, shares of lines and diagnostics.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import {
  lintGutter,
  lintKeymap,
  setDiagnostics,
  type Diagnostic as EditorDiagnostic,
} from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic } from "../report";
import { cudaWords } from "./cuda_words";
import { lineShares, setLitLine, setShares, setStaleShares } from "./line_shares";

export interface EditorEvents {
  change(text: string): void;
  hoverLine(line: number | null): void;
  cursorLine(line: number): void;
  predictNow(): void;
}

export interface Editor {
  setText(text: string): void;
  text(): string;
  setDiagnostics(diagnostics: readonly Diagnostic[]): void;
  setShares(shares: ReadonlyMap<number, number>): void;
  setStale(isStale: boolean): void;
  lightLine(line: number | null): void;
  gotoLine(line: number, column?: number): void;
}

const style = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword],
    class: "tok-keyword",
  },
  { tag: [tags.typeName, tags.standard(tags.typeName)], class: "tok-type" },
  { tag: [tags.comment], class: "tok-comment" },
  { tag: [tags.string, tags.character], class: "tok-string" },
  { tag: [tags.number, tags.bool, tags.null], class: "tok-number" },
  { tag: [tags.processingInstruction, tags.macroName], class: "tok-macro" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
    class: "tok-function",
  },
]);

function placed(diagnostic: Diagnostic, state: EditorState): EditorDiagnostic | null {
  if (diagnostic.line < 1 || diagnostic.line > state.doc.lines) return null;
  const line = state.doc.line(diagnostic.line);
  const from = Math.min(line.from + Math.max(diagnostic.column - 1, 0), line.to);
  // To the end of the word, so that there is something to see.
  const rest = state.doc.sliceString(from, line.to);
  const to = from + (/^\w+/.exec(rest)?.[0].length ?? Math.min(1, rest.length));
  const isWhole = diagnostic.column < 1 || from === to;
  const start = isWhole ? line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0) : from;
  const severity = diagnostic.severity === "note" ? "info" : diagnostic.severity;
  return { from: start, to: isWhole ? line.to : to, severity, message: diagnostic.message };
}

function hover(events: EditorEvents) {
  let last: number | null = null;
  const tell = (line: number | null) => {
    if (line !== last) events.hoverLine((last = line));
  };
  return EditorView.domEventHandlers({
    mousemove(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      tell(at === null ? null : view.state.doc.lineAt(at).number);
    },
    mouseleave: () => tell(null),
  });
}

export function makeEditor(parent: HTMLElement, text: string, events: EditorEvents): Editor {
  let line = 1;
  const watch = EditorView.updateListener.of((update) => {
    if (
      update.docChanged &&
      !update.transactions.some((t) => t.annotation(Transaction.userEvent) === "load")
    )
      events.change(update.state.doc.toString());
    const now = update.state.doc.lineAt(update.state.selection.main.head).number;
    if (now !== line) events.cursorLine((line = now));
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineShares(),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        indentUnit.of("  "),
        EditorState.tabSize.of(4),
        cpp(),
        cudaWords(),
        syntaxHighlighting(style),
        hover(events),
        watch,
        EditorView.contentAttributes.of({
          tabindex: "0",
          "aria-label": "Source code. Escape, then Tab leaves the editor.",
        }),
        keymap.of([
          { key: "Mod-Enter", run: () => (events.predictNow(), true) },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText(next) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: Transaction.userEvent.of("load"),
        selection: { anchor: 0 },
        scrollIntoView: true,
      });
    },
    setDiagnostics(diagnostics) {
      const found = diagnostics.map((one) => placed(one, view.state)).filter((one) => one !== null);
      view.dispatch(setDiagnostics(view.state, found));
    },
    setShares: (shares) => view.dispatch({ effects: setShares.of(shares) }),
    setStale: (isStale) => view.dispatch({ effects: setStaleShares.of(isStale) }),
    lightLine: (lit) => view.dispatch({ effects: setLitLine.of(lit) }),
    gotoLine(target, column = 1) {
      if (target < 1 || target > view.state.doc.lines) return;
      const at = view.state.doc.line(target);
      const head = Math.min(at.from + Math.max(column - 1, 0), at.to);
      view.dispatch({
        selection: EditorSelection.cursor(head),
        effects: EditorView.scrollIntoView(head, { y: "center" }),
      });
      view.focus();
    },
  };
}
