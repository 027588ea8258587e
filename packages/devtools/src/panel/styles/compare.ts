/** The difference of two frames, and the Compare view. They are loaded on demand. */
export const COMPARE_STYLES = `
.difference { padding: 8px 14px 12px; border-bottom: 1px solid var(--line); }
.difference h3 { margin-bottom: 6px; }
.diff-counts { margin-left: 8px; font: 600 12px var(--mono); }
.diff-counts .removed { color: var(--bad); }
.diff-counts .added { color: var(--good); }
.collapsed-list { position: relative; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 7px; background: var(--bg); list-style: none; overflow: hidden; }
.collapsed-list .gap { padding: 3px 8px 3px 26px; background: var(--sunken); font-size: 12px; }
.more { margin-top: 5px; font-size: 12px; }
.sections .collapsed-list :is(li, p) { max-width: none; }
.diff-line { display: grid; grid-template-columns: 22px minmax(0, 1fr); min-height: 18px; padding-right: 8px; line-height: 18px; }
.diff-line code { white-space: pre-wrap; overflow-wrap: anywhere; }
.diff-sign { color: var(--text-faint); font: 600 12px / 18px var(--mono); text-align: center; user-select: none; }
.diff-line.removed { background: var(--bad-soft); box-shadow: inset 3px 0 var(--bad); }
.diff-line.removed .diff-sign { color: var(--bad); }
.diff-line.added { background: var(--good-soft); box-shadow: inset 3px 0 var(--good); }
.diff-line.added .diff-sign { color: var(--good); }
.compare { grid-template-columns: minmax(0, 1fr); }
.compare .section .button { margin: 8px 8px 0 0; }
.side {
  display: inline-grid; place-items: center; width: 18px; height: 18px; border-radius: 4px;
  background: var(--accent-soft); color: var(--accent); font: 650 11px var(--sans);
}
.side.right { background: var(--warn-soft); color: var(--warn); }
.compared-logs { display: grid; gap: 4px; margin-top: 7px; }
.compared-logs > div { display: flex; align-items: baseline; gap: 8px; }
.compared-logs dt { flex: none; }
.compared-logs dd { display: flex; flex-wrap: wrap; gap: 0 14px; color: var(--text-soft); font-size: 12.5px; overflow-wrap: anywhere; }
.compared-logs strong { color: var(--text); }
.feature-tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr)); gap: 12px 28px; margin-top: 4px; }
.feature-table { min-width: 0; }
.feature-table h4 { font-size: 12.5px; }
.feature-table .link { margin-top: 5px; font-size: 12px; }
.feature-table table :is(th, td) { text-align: left; vertical-align: top; }
.feature-table td { width: 64px; color: var(--text-soft); white-space: normal; overflow-wrap: anywhere; }
.compared-turn h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; }
.turn-prompt { min-width: 0; color: var(--text-soft); font-weight: 400; overflow-wrap: anywhere; }
.other-prompt { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px; font-size: 12.5px; }
.compared-turn .facts { margin: 2px 0 8px; }
.compared-turn .facts .badge, .step-facts .badge { margin-left: 6px; }
.compared-turn > .link { margin-top: 6px; font-size: 12px; }
.compared-step {
  display: grid; grid-template-columns: 26px minmax(0, 1fr) minmax(0, 1fr); align-items: start;
  border-top: 1px solid var(--line); font-size: 12.5px; overflow-wrap: anywhere;
}
.compared-step:first-child { border-top: 0; }
.step-sign { align-self: start; padding-top: 6px; color: var(--text-faint); font: 600 13px / 18px var(--mono); text-align: center; }
.step-cell { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px 12px; min-width: 0; padding: 6px 12px 7px 0; }
.step-cell > p:first-child { display: flex; align-items: baseline; gap: 6px; min-width: 0; }
.step-cell .side { display: none; }
.step-cell .badge { flex: none; }
.step-label { position: relative; display: -webkit-box; min-width: 0; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; color: var(--text-soft); }
.step-label.call { color: var(--text); font-family: var(--mono); font-size: 11.5px; }
.step-facts { display: flex; flex-wrap: wrap; gap: 0 10px; color: var(--text-soft); font-size: 12px; }
.step-request { flex-basis: 100%; }
.step-cell.absent { color: var(--text-faint); font-size: 12px; font-style: italic; }
.compared-step.left { background: linear-gradient(90deg, var(--bad-soft), var(--bad-soft)) 0 / calc(50% + 13px) no-repeat; box-shadow: inset 3px 0 var(--bad); }
.compared-step.left .step-sign { color: var(--bad); }
.compared-step.right { background: linear-gradient(90deg, var(--good-soft), var(--good-soft)) 100% / calc(50% - 9px) no-repeat; box-shadow: inset 3px 0 var(--good); }
.compared-step.right .step-sign { color: var(--good); }
.compared-step.changed { box-shadow: inset 3px 0 var(--warn); }
.compared-step.changed .step-sign { color: var(--warn); }
.changes { display: flex; flex-wrap: wrap; grid-column: 2 / -1; gap: 2px 16px; margin: 0 12px 8px 0; padding: 4px 9px; border-radius: 6px; background: var(--warn-soft); font-size: 12px; }
.step-message { grid-column: 2 / -1; min-width: 0; margin: 0 12px 10px 0; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--bg); }
.step-message .difference { padding: 2px 0 4px; border: 0; }
@container panel (max-width: 640px) {
  .compared-step { grid-template-columns: 24px minmax(0, 1fr); }
  .step-cell { grid-column: 2; padding-right: 8px; }
  .step-cell:not(.absent) + .step-cell { padding-top: 0; }
  .step-cell.absent { display: none; }
  .step-cell .side { display: inline-grid; flex: none; }
  .compared-step.left { background: var(--bad-soft); }
  .compared-step.right { background: var(--good-soft); }
}
`;
