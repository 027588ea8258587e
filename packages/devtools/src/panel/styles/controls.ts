/** Buttons, fields, badges, chips, dialogs and JSON trees. */
export const CONTROL_STYLES = `
.button {
  display: inline-flex; align-items: center; gap: 6px; height: 26px; padding: 0 10px;
  border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface);
  font-size: 12px; font-weight: 500; white-space: nowrap; transition: background 0.12s;
}
.button:hover:not(:disabled) { background: var(--hover); }
.button:disabled { color: var(--text-faint); }
.button .icon { width: 14px; height: 14px; }
.button-primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.button-primary:hover:not(:disabled) { background: var(--accent); filter: brightness(1.08); }
@container panel (max-width: 1000px) {
  .icon-when-narrow { padding: 0 6px; }
  .icon-when-narrow span { display: none; }
}
.dialog {
  width: min(520px, calc(100vw - 32px)); padding: 16px 18px; border: 1px solid var(--line-strong); border-radius: 10px;
  background: var(--surface); color: var(--text); font: 13px / 1.5 var(--sans); white-space: normal;
}
.dialog::backdrop { background: rgb(0 0 0 / 35%); }
.dialog p { margin-top: 9px; color: var(--text-soft); }
.editor {
  display: block; width: 100%; margin-top: 10px; padding: 8px 10px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--bg); color: inherit; font: 12px / 1.5 var(--mono); resize: vertical;
}
.dialog-buttons { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; margin-top: 16px; }
.icon-button {
  display: inline-grid; place-items: center; flex: none; width: 26px; height: 26px; padding: 0;
  border: 0; border-radius: 6px; background: none; color: var(--text-soft);
}
.icon-button:hover:not(:disabled) { background: var(--hover); color: var(--text); }
.icon-button:disabled { color: var(--text-faint); opacity: 0.6; }
.icon-button[aria-pressed="true"] { color: var(--warn); }
.icon-button[aria-pressed="true"] .icon, .row .icon-star { fill: currentcolor; }
.link { padding: 0; border: 0; background: none; font: inherit; }
.link:hover { text-decoration-thickness: 2px; }
.input {
  height: 26px; min-width: 0; max-width: 160px; padding: 0 8px; border: 1px solid var(--line-strong);
  border-radius: 6px; background: var(--surface); font-size: 12px;
}
input.input { flex: 1 1 150px; max-width: 280px; }
.input::placeholder { color: var(--text-faint); opacity: 1; }
.field, .check { display: inline-flex; align-items: center; gap: 5px; font-size: 12px; color: var(--text-soft); white-space: nowrap; }
.check input { margin: 0; accent-color: var(--accent); }
.badge {
  display: inline-block; padding: 0 6px; border-radius: 4px; background: var(--badge);
  color: var(--text-soft); font: 500 11px / 17px var(--sans); white-space: nowrap;
}
.badge.warn, .count.warn { background: var(--warn-soft); color: var(--warn); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
.badge.accent, .count.accent { background: var(--accent-soft); color: var(--accent); }
.count {
  display: inline-block; min-width: 17px; padding: 0 5px; border-radius: 9px; background: var(--badge);
  color: var(--text-soft); font: 500 10.5px / 17px var(--sans); text-align: center; font-variant-numeric: tabular-nums;
}
.count.bad { background: var(--bad); color: var(--bg); font-weight: 700; }
.count.warn { box-shadow: inset 0 0 0 1px var(--warn); }
.count[data-mark]::before { content: attr(data-mark) " " / ""; }
.chip {
  position: relative; display: inline-flex; align-items: center; gap: 4px; max-width: 240px; height: 22px; padding: 0 8px;
  border: 1px solid var(--line-strong); border-radius: 11px; background: var(--surface);
  font: 11.5px / 20px var(--sans); white-space: nowrap; overflow: hidden;
}
.chip-name { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
button.chip:hover { background: var(--hover); }
.chip .icon-button { width: 18px; height: 18px; margin-right: -6px; }
.chip .icon { width: 12px; height: 12px; }
.empty { padding: 48px 24px; text-align: center; color: var(--text-faint); }
.note { padding: 7px 14px; color: var(--text-soft); font-size: 12.5px; }
.tree { line-height: 1.65; overflow-wrap: break-word; }
.branch-actions { display: inline-flex; align-items: center; gap: 4px; margin-left: 10px; font-family: var(--sans); vertical-align: middle; }
.branch-actions .icon-button { width: 24px; height: 24px; }
.tree ul { margin-left: 6px; padding-left: 11px; border-left: 1px solid var(--line); }
.branch { display: inline-flex; align-items: center; gap: 5px; max-width: 100%; min-height: 24px; padding: 0 4px 0 0; border: 0; border-radius: 4px; background: none; font: inherit; text-align: left; }
.branch:hover { background: var(--hover); }
.branch .icon { width: 12px; height: 12px; color: var(--text-faint); transition: transform 0.12s; }
.branch[aria-expanded="true"] > .icon { transform: rotate(90deg); }
.leaf { padding: 1px 0 1px 17px; }
.key { flex: none; max-width: 100%; color: var(--accent); }
.key::after { content: ":"; color: var(--text-faint); }
.preview { min-width: 0; overflow: hidden; color: var(--text-faint); text-overflow: ellipsis; white-space: nowrap; }
.value { color: var(--warn); }
.value.text { color: var(--good); white-space: pre-wrap; }
.changed > .branch, .leaf.changed { border-radius: 4px; background: var(--warn-soft); box-shadow: inset 0 0 0 1px var(--warn-line); }
.changed-inside > .branch > .key::before, .changed-mark {
  content: ""; display: inline-block; width: 6px; height: 6px; margin-right: 5px; border-radius: 50%; background: var(--warn); vertical-align: 1px;
}
.problem > .branch, .leaf.problem { border-radius: 4px; background: var(--bad-soft); box-shadow: inset 0 0 0 1px var(--bad); }
.state .tree { padding: 2px 14px 16px; }
`;
