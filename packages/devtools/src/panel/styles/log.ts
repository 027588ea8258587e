/** The log: its filter, its rows and the detail of an entry. Keep the row height in sync with `ROW_HEIGHT`. */
export const LOG_STYLES = `
.log { display: flex; flex-direction: column; height: 100%; }
.filter { display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: 6px 8px; padding: 6px 10px; border-bottom: 1px solid var(--line); }
.filter-count { margin-left: auto; color: var(--text-faint); font-size: 12px; font-variant-numeric: tabular-nums; }
.log-body { display: flex; flex: 1; min-height: 0; }
.log-list { display: flex; flex: 1; flex-direction: column; min-width: 0; min-height: 0; container: log-list / inline-size; }
.log-list .empty { padding: 32px 24px; }
.log-list .empty .button { margin-top: 10px; }
.row.log-head { flex: none; background: var(--surface); color: var(--text-faint); font-family: var(--sans); }
.row.log-head span { color: inherit; font-weight: 500; }
.row-legend { display: flex; flex-wrap: wrap; gap: 2px 12px; margin-left: auto; color: var(--text-faint); font-size: 12px; }
.row-legend + .filter-count { margin-left: 8px; }
.row-legend .row-direction { gap: 3px; }
.rows { position: relative; flex: 1; min-width: 0; overflow-y: auto; overflow-x: hidden; overflow-anchor: none; }
.rows:focus-visible { outline-offset: -2px; }
.rows-all { position: relative; overflow: hidden; }
.row {
  display: flex; align-items: center; gap: 9px; height: 26px; padding: 0 12px 0 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; cursor: default;
}
.row:hover { background: var(--hover); }
.row[aria-selected="true"] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent); }
.row.later { background: var(--sunken); color: var(--text-faint); }
.row.later[aria-selected="true"] { background: var(--accent-soft); }
.row-frame { flex: none; width: 52px; color: var(--text-faint); text-align: right; font-variant-numeric: tabular-nums; }
.row-time { flex: none; width: 66px; color: var(--text-faint); text-align: right; font-variant-numeric: tabular-nums; }
.row-delta { flex: none; width: 76px; color: var(--text-faint); text-align: right; font-variant-numeric: tabular-nums; }
.row-direction { position: relative; display: inline-flex; flex: none; align-items: center; min-width: 13px; color: var(--text-faint); }
.row-direction .icon { width: 13px; height: 13px; }
.row-direction.sent { color: var(--accent); }
.row-direction.recv { color: var(--good); }
.row-name { flex: none; width: 252px; overflow: hidden; font-weight: 600; text-overflow: ellipsis; }
.row.stderr .row-name { font-weight: 400; }
.row.stderr .row-name, .row.stderr .row-summary { color: var(--text-faint); }
.row-event { flex: none; width: 152px; overflow: hidden; color: var(--text-soft); text-overflow: ellipsis; }
.row-event.none { color: var(--text-faint); }
.row-summary { flex: 1; min-width: 0; overflow: hidden; color: var(--text-soft); text-overflow: ellipsis; }
.row.later .row-summary, .row.later .row-name, .row.later .row-event { color: inherit; }
.row-session { flex: none; color: var(--text-faint); }
.row .badge { flex: none; max-width: 40%; overflow: hidden; text-overflow: ellipsis; }
.row .icon-star { width: 13px; height: 13px; color: var(--warn); }
.detail { position: relative; display: flex; flex: 1.5; flex-direction: column; min-width: 0; overflow: auto; border-left: 1px solid var(--line-strong); background: var(--surface); }
.detail-header {
  position: sticky; top: 0; z-index: 1; display: flex; flex: none; align-items: center; gap: 6px; padding: 5px 8px 5px 14px;
  border-bottom: 1px solid var(--line); background: var(--surface);
}
.detail-header h2 { flex: 1; }
.affected { display: flex; flex-wrap: wrap; align-items: center; gap: 5px; padding: 7px 14px; color: var(--text-faint); font-size: 12px; }
.columns { display: grid; flex: 1; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); align-content: start; min-height: 0; border-top: 1px solid var(--line); }
.column { min-width: 0; padding: 8px 12px 14px; border-bottom: 1px solid var(--line); box-shadow: -1px 0 var(--line); overflow-wrap: break-word; }
.column h3 { margin-bottom: 4px; color: var(--text-faint); font-size: 11.5px; }
.output { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.patch { margin-bottom: 8px; }
.patch .badge { padding-inline: 5px; line-height: 16px; }
.column .faint { font-size: 12px; }
.detail > .note { border-bottom: 1px solid var(--line); }
@container log-list (max-width: 860px) {
  .row-event, .row.local .row-name { display: none; }
  .row.local .row-event { display: inline; }
  .row-name { flex: 0 1 auto; width: auto; max-width: 46%; }
  .log-head .row-name { flex: 1; max-width: none; }
}
@container log-list (max-width: 620px) {
  .row-delta { display: none; }
}
@container log-list (max-width: 460px) {
  .row-frame { width: 40px; }
  .row-name { flex: none; max-width: 68%; }
  .row .badge { flex: 1 1 0; min-width: 24px; max-width: max-content; }
  .row:has(.badge) .row-summary, .row-session { display: none; }
  .row-time { width: 54px; }
  .row { gap: 6px; }
}
@container panel (max-width: 900px) {
  .log-body.with-detail { flex-direction: column; }
  .with-detail .log-list { flex: 0.6; }
  .with-detail .log-head { display: none; }
  .detail { border-top: 1px solid var(--line-strong); border-left: 0; }
}
`;
