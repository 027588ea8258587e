import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colors of the code in the panel. */
const colors = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName, tags.self],
    color: "var(--acp-code-keyword)",
  },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted],
    color: "var(--acp-code-string)",
  },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color],
    color: "var(--acp-code-number)",
  },
  {
    tag: [tags.heading, tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: "var(--acp-code-title)",
  },
  {
    tag: [tags.typeName, tags.className, tags.namespace, tags.attributeName, tags.macroName],
    color: "var(--acp-code-type)",
  },
  { tag: [tags.comment, tags.meta, tags.quote], color: "var(--acp-text-faint)" },
  { tag: [tags.link, tags.url], color: "var(--acp-accent)" },
  { tag: tags.deleted, color: "var(--acp-bad)" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": {
    height: "100%",
    backgroundColor: "var(--acp-surface)",
    color: "var(--acp-text)",
    fontSize: "12.5px",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--acp-mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--acp-text)", padding: "6px 0" },
  ".cm-gutters": {
    border: "0",
    backgroundColor: "var(--acp-surface)",
    color: "var(--acp-text-faint)",
  },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--acp-hover) 60%, transparent)",
  },
  ".cm-searchMatch": {
    backgroundColor: "var(--acp-warn-soft)",
    outline: "1px solid var(--acp-warn-line)",
  },
  ".cm-searchMatch-selected": { outline: "2px solid var(--acp-warn)" },
  ".cm-panels": {
    borderColor: "var(--acp-line)",
    backgroundColor: "var(--acp-sunken)",
    color: "var(--acp-text)",
  },
  ".cm-textfield, .cm-button": {
    border: "1px solid var(--acp-line-strong)",
    borderRadius: "var(--acp-radius-small)",
    background: "var(--acp-surface)",
    color: "var(--acp-text)",
  },
});

/**
 * The look of a CodeMirror 6 editor beside a panel: the colors and fonts of its style sheet, light and dark. The
 * editor has the height of its parent.
 *
 * @example
 * ```ts
 * import { panelTheme } from "@acp-store/ui/codemirror";
 * import { EditorView } from "@codemirror/view";
 *
 * new EditorView({ doc: "let x = 1;\n", extensions: [panelTheme], parent: document.body });
 * ```
 */
export const panelTheme: Extension = [look, syntaxHighlighting(colors)];
