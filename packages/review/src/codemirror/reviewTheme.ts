import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The properties of the theme of `@acp-store/ui`, with the values for editors without it. */
const LIGHT = {
  "--cm-acp-added": "var(--acp-added, #e6f6ea)",
  "--cm-acp-removed": "var(--acp-removed, #fdecea)",
  "--cm-acp-surface": "var(--acp-surface, #ffffff)",
  "--cm-acp-sunken": "var(--acp-sunken, #f5f4f2)",
  "--cm-acp-hover": "var(--acp-hover, #e9e7e3)",
  "--cm-acp-line": "var(--acp-line, #e7e5e1)",
  "--cm-acp-line-strong": "var(--acp-line-strong, #d6d3cd)",
  "--cm-acp-text": "var(--acp-text, #1d1c1a)",
  "--cm-acp-soft": "var(--acp-text-soft, #57544e)",
  "--cm-acp-accent": "var(--acp-accent, #5753c6)",
  "--cm-acp-accent-soft": "var(--acp-accent-soft, #efeefb)",
  "--cm-acp-good": "var(--acp-good, #19713f)",
  "--cm-acp-bad": "var(--acp-bad, #b3261e)",
  "--cm-acp-bad-soft": "var(--acp-bad-soft, #fdeeec)",
  "--cm-acp-warn": "var(--acp-warn, #8a5200)",
  "--cm-acp-warn-soft": "var(--acp-warn-soft, #fff5e0)",
  "--cm-acp-warn-line": "var(--acp-warn-line, #f0d9a8)",
};

const DARK = {
  "--cm-acp-added": "var(--acp-added, #15291d)",
  "--cm-acp-removed": "var(--acp-removed, #351b1a)",
  "--cm-acp-surface": "var(--acp-surface, #1b1b1e)",
  "--cm-acp-sunken": "var(--acp-sunken, #202024)",
  "--cm-acp-hover": "var(--acp-hover, #303036)",
  "--cm-acp-line": "var(--acp-line, #2b2b30)",
  "--cm-acp-line-strong": "var(--acp-line-strong, #3b3b42)",
  "--cm-acp-text": "var(--acp-text, #ececee)",
  "--cm-acp-soft": "var(--acp-text-soft, #b7b7bf)",
  "--cm-acp-accent": "var(--acp-accent, #a5a2f5)",
  "--cm-acp-accent-soft": "var(--acp-accent-soft, #26253d)",
  "--cm-acp-good": "var(--acp-good, #6fcf97)",
  "--cm-acp-bad": "var(--acp-bad, #ff9389)",
  "--cm-acp-bad-soft": "var(--acp-bad-soft, #331c1b)",
  "--cm-acp-warn": "var(--acp-warn, #f0bd6a)",
  "--cm-acp-warn-soft": "var(--acp-warn-soft, #2c2415)",
  "--cm-acp-warn-line": "var(--acp-warn-line, #54431f)",
};

const SANS =
  'var(--acp-sans, -apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif)';

/** The look of the review in an editor. */
export const reviewTheme: Extension = EditorView.baseTheme({
  "&light": LIGHT,
  "&dark": DARK,
  ".cm-acp-hunk": {
    borderTop: "1px solid var(--cm-acp-line)",
    background: "var(--cm-acp-surface)",
    color: "var(--cm-acp-text)",
    cursor: "default",
  },
  ".cm-acp-header, .cm-acp-bar": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2px 8px",
    fontFamily: SANS,
    fontSize: "12px",
    lineHeight: "20px",
  },
  ".cm-acp-header": {
    // The buttons stay in view when long lines are scrolled.
    position: "sticky",
    insetInlineStart: "0",
    minHeight: "28px",
    paddingInline: "6px",
    background: "var(--cm-acp-sunken)",
  },
  ".cm-acp-hunk[data-active] > .cm-acp-header": {
    background: "var(--cm-acp-accent-soft)",
    boxShadow: "inset 2px 0 var(--cm-acp-accent)",
  },
  ".cm-acp-author": { fontWeight: "600", color: "var(--cm-acp-soft)" },
  '.cm-acp-author[data-author="user"], .cm-acp-author[data-author="unknown"]': {
    color: "var(--cm-acp-warn)",
  },
  ".cm-acp-tag": {
    paddingInline: "6px",
    border: "1px solid var(--cm-acp-line-strong)",
    borderRadius: "999px",
    lineHeight: "16px",
    color: "var(--cm-acp-soft)",
  },
  ".cm-acp-count": { color: "var(--cm-acp-soft)" },
  ".cm-acp-decision": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2px",
    marginInlineStart: "auto",
  },
  ".cm-acp-question": { paddingInline: "6px", color: "var(--cm-acp-warn)", fontWeight: "600" },
  ".cm-acp-waits": {
    display: "inline-flex",
    alignItems: "center",
    gap: "5px",
    paddingInline: "6px",
    color: "var(--cm-acp-soft)",
  },
  ".cm-acp-button": {
    display: "inline-flex",
    alignItems: "center",
    gap: "4px",
    minWidth: "24px",
    minHeight: "24px",
    margin: "0",
    padding: "0 8px",
    border: "0",
    borderRadius: "6px",
    background: "none",
    color: "var(--cm-acp-soft)",
    font: "inherit",
    fontWeight: "500",
    cursor: "pointer",
  },
  ".cm-acp-button:hover": { background: "var(--cm-acp-hover)", color: "var(--cm-acp-text)" },
  ".cm-acp-button:focus-visible": { outline: "2px solid var(--acp-focus, var(--cm-acp-accent))" },
  '.cm-acp-button[data-decision="keep"]:hover': { color: "var(--cm-acp-good)" },
  '.cm-acp-button[data-decision="reject"]:hover': {
    background: "var(--cm-acp-bad-soft)",
    color: "var(--cm-acp-bad)",
  },
  '.cm-acp-button[data-decision="previous"], .cm-acp-button[data-decision="next"]': {
    justifyContent: "center",
    padding: "0 5px",
  },
  ".cm-acp-hunk svg, .cm-acp-bar svg": {
    flex: "none",
    width: "13px",
    height: "13px",
    fill: "none",
    stroke: "currentColor",
    strokeWidth: "1.5",
    strokeLinecap: "round",
    strokeLinejoin: "round",
  },
  ".cm-acp-removed": { background: "var(--cm-acp-removed)" },
  ".cm-acp-removedLine": {
    minHeight: "1lh",
    padding: "0 2px 0 6px",
    whiteSpace: "pre",
    tabSize: "inherit",
    userSelect: "text",
  },
  "&.cm-lineWrapping .cm-acp-removedLine, .cm-lineWrapping .cm-acp-removedLine": {
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".cm-acp-addedLine": { backgroundColor: "var(--cm-acp-added)" },
  ".cm-acp-gutter .cm-gutterElement": { width: "5px", boxSizing: "border-box" },
  ".cm-acp-mark-open": { background: "var(--cm-acp-good)" },
  ".cm-acp-mark-protected": { background: "var(--cm-acp-warn)" },
  ".cm-acp-mark-removal": { borderTop: "3px solid var(--cm-acp-bad)" },
  ".cm-acp-mark-kept": {
    background: "repeating-linear-gradient(var(--cm-acp-line-strong) 0 3px, transparent 3px 5px)",
  },
  ".cm-acp-bar": {
    minHeight: "34px",
    paddingInline: "10px 6px",
    background: "var(--cm-acp-surface)",
    color: "var(--cm-acp-text)",
  },
  ".cm-panels:has(> .cm-acp-bar)": { background: "var(--cm-acp-surface)" },
  ".cm-acp-bar[data-asks]": {
    background: "var(--cm-acp-warn-soft)",
    boxShadow: "inset 0 -1px var(--cm-acp-warn-line)",
  },
  ".cm-acp-summary": { fontWeight: "600" },
  ".cm-acp-notice": { flex: "1 1 0", minWidth: "0", overflowWrap: "anywhere" },
  // The browser removes backgrounds and shadows.
  "@media (forced-colors: active)": {
    ".cm-acp-hunk[data-active] > .cm-acp-header": {
      outline: "2px solid Highlight",
      outlineOffset: "-2px",
    },
    ".cm-acp-removedLine": { textDecoration: "line-through" },
    ".cm-acp-mark-open": { borderInlineStart: "5px solid" },
    ".cm-acp-mark-protected": { borderInlineStart: "5px double" },
    ".cm-acp-mark-kept": { borderInlineStart: "5px dotted" },
  },
});
