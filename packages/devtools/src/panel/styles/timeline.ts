/** The timeline. A row is 27 px high, as LaneView says. */
export const TIMELINE = `
.timeline { position: relative; display: flex; flex-direction: column; height: 100%; }
.zoom {
  position: absolute; z-index: 2; top: 2px; right: 10px; display: flex; border: 1px solid var(--line);
  border-radius: 7px; background: var(--surface);
}
.zoom .icon-button { width: 24px; height: 22px; }
.lanes { flex: 1; min-height: 0; overflow: auto; }
.lanes-all { position: relative; min-width: 100%; min-height: 100%; padding-bottom: 16px; overflow: hidden; cursor: crosshair; }
.ruler { position: relative; height: 28px; border-bottom: 1px solid var(--line); color: var(--text-faint); font-size: 10.5px; }
.ruler span { position: absolute; top: 0; bottom: 0; padding: 6px 0 0 5px; border-left: 1px solid var(--line); white-space: nowrap; }
.lane { padding: 8px 0 10px; border-bottom: 1px solid var(--line); }
.lane h3 { position: sticky; left: 0; width: max-content; max-width: 60cqw; padding: 0 24px 5px; overflow: hidden; color: var(--text-soft); font-size: 12px; text-overflow: ellipsis; white-space: nowrap; }
.lane-rows { position: relative; }
.bar {
  position: absolute; height: 24px; padding: 0 7px; border: 1px solid transparent; border-radius: 4px; overflow: hidden;
  background: var(--sunken); color: var(--text-soft); font: 500 11.5px / 22px var(--sans); text-align: left;
  text-overflow: ellipsis; white-space: nowrap;
}
.bar:hover { filter: brightness(0.97); }
.bar:focus-visible, .bar[aria-pressed="true"] { outline: 2px solid var(--accent); outline-offset: 1px; z-index: 1; }
.bar.turns { border-color: var(--line-strong); background: var(--surface); color: var(--text); }
.bar.running, .bar.in_progress, .bar.pending { border-color: color-mix(in srgb, var(--accent) 40%, transparent); background: var(--accent-soft); color: var(--accent); }
.bar.completed, .bar.selected { border-color: color-mix(in srgb, var(--good) 35%, transparent); background: var(--good-soft); color: var(--good); }
.bar.failed { border-color: color-mix(in srgb, var(--bad) 40%, transparent); background: var(--bad-soft); color: var(--bad); }
.bar.cancelled, .bar.cancelling { border-color: var(--line-strong); background: var(--sunken); color: var(--text-soft); text-decoration: line-through; }
.bar.permissions { border-color: var(--warn-line); border-style: dotted; background: var(--warn-soft); color: var(--warn); text-decoration: none; }
.bar.stale { border: 1px dashed var(--bad); background: var(--bad-soft); color: var(--bad); }
.bar.open { border-right: 0; border-top-right-radius: 0; border-bottom-right-radius: 0; }
.cancel { position: absolute; top: -3px; bottom: -3px; width: 0; border-left: 2px solid var(--bad); pointer-events: none; }
.cancel::before { content: "cancel"; position: absolute; top: -14px; left: -1px; padding: 0 4px; border-radius: 3px; background: var(--bad); color: var(--bg); font: 600 10px / 14px var(--sans); }
.playhead { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px solid var(--good); pointer-events: none; }
.playhead.past { border-left: 2px solid var(--warn); }
.timeline .note { flex: none; border-top: 1px solid var(--line); background: var(--surface); }
.note.chosen { color: var(--text); }
`;
