/** The button that opens the panel, and the edges, header, time bar and banners of the panel. */
export const FRAME_STYLES = `
.opener {
  position: fixed; z-index: 2147483000; right: 14px; bottom: 14px; display: inline-flex; align-items: center;
  gap: 6px; height: 34px; padding: 0 13px 0 10px; border: 1px solid var(--line-strong); border-radius: 17px;
  background: var(--surface); color: var(--accent); box-shadow: 0 4px 16px -2px var(--shade);
  font: 600 12px / 1 var(--sans); letter-spacing: 0.03em;
}
.opener:hover { background: var(--hover); }
.opener:focus-visible { outline-offset: 2px; }
.frame {
  position: fixed; z-index: 2147483000; right: 0; bottom: 0; display: flex; max-width: 100vw; max-height: 100vh;
  background: var(--bg); color: var(--text); font: 13px / 1.5 var(--sans); text-align: left;
  -webkit-font-smoothing: antialiased;
}
.frame:focus-visible { outline: none; }
.frame[data-position="bottom"] { left: 0; border-top: 1px solid var(--line-strong); box-shadow: 0 -6px 24px -8px var(--shade); }
.frame[data-position="right"] { top: 0; max-width: max(380px, 50vw); border-left: 1px solid var(--line-strong); box-shadow: -6px 0 24px -8px var(--shade); }
.frame[data-position="floating"] {
  max-width: calc(100% - 28px); max-height: calc(100% - 28px);
  border: 1px solid var(--line-strong); border-radius: 10px; box-shadow: 0 10px 40px -6px var(--shade);
}
.frame[data-position="inline"] { position: absolute; inset: 0; z-index: auto; }
.resize { position: absolute; z-index: 3; touch-action: none; }
.resize-height { top: -4px; left: 0; right: 0; height: 8px; cursor: ns-resize; }
.resize-width { top: 0; bottom: 0; left: -4px; width: 8px; cursor: ew-resize; }
.resize:hover, .resize:focus-visible { background: color-mix(in srgb, var(--accent) 35%, transparent); outline: none; }
.drop, .panel { display: flex; flex: 1; flex-direction: column; min-width: 0; min-height: 0; container: panel / inline-size; }
.drop { position: relative; border-radius: inherit; overflow: hidden; }
.drop-hint {
  position: absolute; inset: 6px; z-index: 5; display: grid; place-items: center; border: 2px dashed var(--accent);
  border-radius: 8px; background: color-mix(in srgb, var(--bg) 88%, transparent); color: var(--accent); font-weight: 600;
  pointer-events: none;
}
.header {
  display: flex; flex: none; align-items: stretch; gap: 6px; min-height: 38px; padding: 0 8px 0 12px;
  border-bottom: 1px solid var(--line); background: var(--surface);
}
[data-position="floating"] .header { cursor: move; user-select: none; }
.icon-button.move { align-self: center; margin-left: -6px; cursor: move; touch-action: none; }
.brand { display: inline-flex; align-items: center; gap: 6px; margin-right: 8px; color: var(--accent); font-weight: 650; font-size: 12px; letter-spacing: 0.03em; }
.tabs { display: flex; flex: 1 1 0; flex-wrap: wrap; min-width: 0; }
.tab {
  display: inline-flex; align-items: center; gap: 6px; min-height: 37px; padding: 2px 10px 0; border: 0; border-bottom: 2px solid transparent;
  background: none; color: var(--text-soft); font-size: 12.5px; font-weight: 500; white-space: nowrap;
}
.tab:hover { color: var(--text); }
.tab[aria-selected="true"] { border-bottom-color: var(--accent); color: var(--text); }
.tools { display: flex; align-items: center; gap: 6px; height: 38px; margin-left: auto; padding-left: 12px; }
.time-bar {
  display: flex; flex: none; align-items: center; gap: 4px; min-height: 34px; padding: 3px 8px;
  border-bottom: 1px solid var(--line); color: var(--text-soft); font-size: 12.5px;
}
.time-bar p { flex: 1; padding-left: 4px; font-variant-numeric: tabular-nums; }
.time-bar strong { color: var(--text); }
.time-bar.past { border-bottom-color: var(--warn-line); background: var(--warn-soft); color: var(--warn); }
.time-bar.past strong { color: inherit; }
.time-bar.live strong::before {
  content: ""; display: inline-block; width: 7px; height: 7px; margin-right: 7px; border-radius: 50%; background: var(--good);
}
.trace-banner {
  display: flex; flex: none; align-items: center; gap: 10px; padding: 5px 8px 5px 14px; border-bottom: 1px solid var(--line);
  background: var(--accent-soft); color: var(--accent); font-size: 12.5px;
}
.trace-banner p { flex: 1; min-width: 0; }
.trace-banner .problems { color: var(--warn); }
.trace-banner.failed { background: var(--warn-soft); color: var(--warn); }
.view { position: relative; flex: 1; min-height: 0; overflow: auto; }
@container panel (max-width: 1000px) {
  .brand { margin-right: 0; }
  .brand span { display: none; }
  .header { gap: 2px; padding-right: 4px; }
  .tab { padding-inline: 6px; }
  .tools { gap: 3px; padding-left: 4px; }
}
@container panel (max-width: 620px) {
  .brand { display: none; }
  .header { flex-wrap: wrap; gap: 0 4px; padding-bottom: 3px; }
  .tabs { display: contents; }
  .tab { gap: 4px; min-height: 34px; padding-inline: 6px; font-size: 12px; }
  .tools { height: 34px; padding-left: 0; }
}
`;
