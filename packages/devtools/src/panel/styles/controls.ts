/** Buttons, fields, badges. */
export const CONTROLS = `
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
@container panel (max-width: 900px) {
  .open-trace { padding: 0 6px; }
  .open-trace span { display: none; }
}
.dialog {
  width: min(520px, calc(100vw - 32px)); padding: 16px 18px; border: 1px solid var(--line-strong); border-radius: 10px;
  background: var(--surface); color: var(--text); font: 13px / 1.5 var(--sans); white-space: normal;
}
.dialog::backdrop { background: rgb(0 0 0 / 35%); }
.dialog p { margin-top: 9px; color: var(--text-soft); }
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
.check { display: inline-flex; align-items: center; gap: 5px; font-size: 12px; color: var(--text-soft); white-space: nowrap; }
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
  display: inline-flex; align-items: center; gap: 4px; max-width: 240px; height: 22px; padding: 0 8px;
  border: 1px solid var(--line-strong); border-radius: 11px; background: var(--surface);
  font: 11.5px / 20px var(--sans); white-space: nowrap; overflow: hidden;
}
.chip-name { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
button.chip:hover { background: var(--hover); }
.chip .icon-button { width: 18px; height: 18px; margin-right: -6px; }
.chip .icon { width: 12px; height: 12px; }
.empty { padding: 48px 24px; text-align: center; color: var(--text-faint); }
.note { padding: 7px 14px; color: var(--text-soft); font-size: 12.5px; }
`;
