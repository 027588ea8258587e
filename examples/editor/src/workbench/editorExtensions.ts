import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { reviewKeymap } from "@acp-store/review/codemirror";
import { panelTheme } from "@acp-store/ui/codemirror";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, type Extension, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  scrollPastEnd,
} from "@codemirror/view";

/** The extension for the language of the file. */
export const languageSlot = new Compartment();
/** The review of the file. */
export const reviewSlot = new Compartment();

/** Marks the line at a position as that of the agent. `undefined` removes the mark. */
export const markAgentLine = StateEffect.define<number | undefined>();

const agentLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, newDoc }) {
    let next = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(markAgentLine)) continue;
      const { value } = effect;
      next =
        value === undefined
          ? Decoration.none
          : Decoration.set(AGENT_LINE.range(newDoc.lineAt(value).from));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const AGENT_LINE = Decoration.line({ class: "cm-agentLine" });
const AGENT_LINE_THEME = EditorView.theme({
  ".cm-agentLine": {
    backgroundColor: "var(--acp-accent-soft)",
    boxShadow: "inset 2px 0 var(--acp-accent)",
  },
  "@media (forced-colors: active)": { ".cm-agentLine": { outline: "1px solid Highlight" } },
});

interface EditorOptions {
  readonly path: string;
  /** Called when the user types. */
  readonly onEdit: () => void;
}

/** Returns the extensions of the editor of a file. Tab moves the focus, so that users of the keyboard can leave it. */
export function createEditorExtensions({ path, onEdit }: EditorOptions): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    search({ top: true }),
    keymap.of([...reviewKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap]),
    // The buttons of a change stay in view beside long lines.
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": path }),
    EditorView.updateListener.of(({ transactions }) => {
      if (transactions.some((each) => each.isUserEvent("input") || each.isUserEvent("delete")))
        onEdit();
    }),
    agentLine,
    scrollPastEnd(),
    [panelTheme, AGENT_LINE_THEME],
    languageSlot.of([]),
    reviewSlot.of([]),
  ];
}

/** The endings of files that have no language in the table of CodeMirror, by an ending that has it. */
const ALIASES: Readonly<Record<string, string>> = {
  json: "jsonc json5 jsonl ndjson webmanifest",
  html: "svelte astro",
  ini: "conf editorconfig env gitconfig npmrc",
  sh: "bashrc zshrc profile",
};

function findAlias(ending: string): string | undefined {
  return Object.keys(ALIASES).find((alias) => ALIASES[alias]?.split(" ").includes(ending));
}

/** Resolves with the language of a file, or with nothing if it has none or its code cannot be loaded. */
export async function loadLanguage(path: string): Promise<Extension> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const found =
    LanguageDescription.matchFilename(languages, name) ??
    LanguageDescription.matchFilename(languages, `file.${findAlias(ending) ?? ""}`);
  try {
    return (await found?.load()) ?? [];
  } catch {
    return [];
  }
}
