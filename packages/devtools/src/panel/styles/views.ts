/** The Pending, Diagnostics, Traffic and Mirrors views. */
export const VIEW_STYLES = `
.sections { display: grid; gap: 10px; padding: 12px 14px 20px; }
.sections :is(p, li, h4) { max-width: 100ch; }
.sections .empty { padding: 4px 0; text-align: left; }
.section .check-error { color: var(--bad); }
.section .button { margin-top: 6px; }
.section { min-width: 0; padding: 10px 14px 12px; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); }
.section.bad { border-left: 3px solid var(--bad); }
.section.warn { border-left: 3px solid var(--warn); }
.section.accent { border-left: 3px solid var(--accent); }
.section.good { border-left: 3px solid var(--good); }
.section h3 { margin-bottom: 4px; }
.verdict { font-size: 15px; }
.summary tbody th { font: inherit; font-size: 12.5px; }
.summary th:first-child { max-width: min(46ch, 30cqw); text-align: left; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.problem-list { display: grid; gap: 9px; }
.problem-list li { display: grid; grid-template-columns: 18px minmax(0, 1fr); gap: 9px; overflow-wrap: anywhere; }
.problem-list .actions { margin-top: 1px; }
.problem-sign {
  display: grid; place-items: center; width: 18px; height: 18px; margin-top: 1px; border-radius: 50%;
  font-size: 12px; font-weight: 700; line-height: 1;
}
.bad > .problem-sign { background: var(--bad-soft); color: var(--bad); }
.warn > .problem-sign { background: var(--warn-soft); color: var(--warn); }
.accent > .problem-sign { background: var(--accent-soft); color: var(--accent); }
.pause-time { display: inline-block; min-width: 9ch; font-variant-numeric: tabular-nums; }
.item { padding: 7px 0 10px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.item h4 { font-weight: 550; }
.cause { font-weight: 550; }
.item:last-child { padding-bottom: 2px; }
.explanation { display: grid; gap: 2px; max-width: 100ch; }
.facts, .actions { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 4px; color: var(--text-soft); font-size: 12px; }
.rule { margin-bottom: 6px; color: var(--text-soft); font-size: 12px; overflow-wrap: anywhere; }
.diagnostic { padding: 7px 14px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.diagnostic.bad { box-shadow: inset 3px 0 var(--bad); }
.diagnostic.warn { box-shadow: inset 3px 0 var(--warn); }
.diagnostic.accent { box-shadow: inset 3px 0 var(--accent); }
.diagnostic .rule { margin: 2px 0 0; }
.shapes { position: relative; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); gap: 1px; max-width: 100ch; margin: 5px 0; border: 1px solid var(--line); border-radius: 6px; background: var(--line); overflow: hidden; }
.shapes > div { padding: 4px 9px 5px; background: var(--bg); }
.shapes dt { color: var(--text-faint); font-size: 11.5px; }
.shapes dd { position: relative; max-height: 180px; overflow: auto; font-size: 12px; overflow-wrap: anywhere; }
.shapes code { white-space: pre-wrap; }
.found { display: grid; gap: 3px; font-size: 12.5px; overflow-wrap: anywhere; }
.traffic { padding: 12px 14px 20px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 10px; }
.tile { padding: 9px 14px; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); }
.tile dt { color: var(--text-faint); font-size: 12px; }
.tile dd { font-size: 16px; font-weight: 600; font-variant-numeric: tabular-nums; }
.tile .tile-more { color: var(--text-soft); font-size: 12px; font-weight: 400; }
.tile small { color: var(--text-faint); font-size: 12px; font-weight: 400; }
.chart { margin: 12px 0; padding: 10px 14px; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); }
.choice { position: relative; display: inline-flex; margin-bottom: 8px; border: 1px solid var(--line-strong); border-radius: 6px; overflow: hidden; }
.choice button { height: 24px; padding: 0 10px; border: 0; background: none; color: var(--text-soft); font-size: 12px; font-weight: 500; }
.choice button:hover { background: var(--hover); }
.choice button[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 8px; color: var(--text-faint); font: 11px var(--mono); }
.axis-y { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
.axis-x { display: flex; grid-column: 2; justify-content: space-between; }
.chart svg { display: block; width: 100%; height: 120px; border-bottom: 1px solid var(--line-strong); border-left: 1px solid var(--line-strong); fill: var(--accent); }
.chart figcaption { margin-top: 5px; color: var(--text-faint); font-size: 12px; }
.footnote { max-width: 100ch; margin: 0 0 10px; color: var(--text-soft); font-size: 12px; }
.table { position: relative; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 12.5px; font-variant-numeric: tabular-nums; }
caption { padding: 4px 0; text-align: left; font-weight: 600; }
th, td { padding: 3px 8px; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child { text-align: left; padding-left: 0; }
tbody th { font: 11.5px var(--mono); }
thead th { color: var(--text-faint); font-weight: 500; }
tbody th { overflow-wrap: anywhere; }
td { white-space: nowrap; }
.mirrors .empty { padding: 4px 0; text-align: left; }
.mirrors .note { padding: 0; }
.mirrors, .mirrors .section { grid-template-columns: minmax(0, 1fr); min-width: 0; }
.mirrors .table { margin-top: 5px; }
.mirrors table { width: auto; }
.mirrors :is(th, td) { min-width: 84px; padding-right: 16px; }
.mirrors .table-left :is(th, td) { text-align: left; }
.mirror-head { display: flex; flex-wrap: wrap; gap: 4px 12px; justify-content: space-between; }
.mirror-head .button { margin-top: 0; }
@container panel (max-width: 560px) {
  th, td { padding-inline: 5px; }
  .traffic :is(th, td):nth-child(4) { display: none; }
  td { white-space: normal; }
}
`;
