/** The timeline. Keep the bar height in sync with `BAND_ROW_HEIGHT`, which adds a gap. */
export const TIMELINE_STYLES = `
.timeline { display: flex; flex-direction: column; height: 100%; }
.timeline-tools { display: flex; flex: none; align-items: center; gap: 10px; padding: 3px 8px 3px 14px; }
.legend { display: flex; flex: 1; flex-wrap: wrap; gap: 1px 14px; color: var(--text-soft); font-size: 11.5px; }
.legend li { display: inline-flex; align-items: center; gap: 5px; white-space: nowrap; }
.zoom-hint { flex: none; color: var(--text-faint); font-size: 11.5px; }
@container panel (max-width: 640px) {
  .zoom-hint, .timeline > .note { display: none; }
  .legend { position: relative; flex-wrap: nowrap; overflow: hidden; }
}
.zoom { display: flex; flex: none; border: 1px solid var(--line); border-radius: 7px; background: var(--surface); }
.zoom .icon-button { width: 24px; height: 22px; }
.bands-frame { position: relative; display: flex; flex: 0 1 auto; min-height: 110px; border-block: 1px solid var(--line); }
.bands { position: relative; flex: 1; min-width: 0; overflow: auto; }
.bands:focus-visible { outline: none; }
.bands-frame:has(> .bands:focus-visible)::after { content: ""; position: absolute; z-index: 3; inset: 0; outline: 2px solid var(--accent); outline-offset: -2px; pointer-events: none; }
.bands-all { position: relative; min-width: 100%; overflow: clip; }
.no-bars {
  position: absolute; top: 36px; left: 50%; display: flex; flex-wrap: wrap; gap: 2px 12px; width: max-content; max-width: 94%; padding: 5px 12px;
  border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); font-size: 12.5px; transform: translateX(-50%);
}
.ruler { position: sticky; z-index: 2; top: 0; height: 28px; background: var(--bg); border-bottom: 1px solid var(--line); color: var(--text-faint); font-size: 10.5px; cursor: crosshair; }
.ruler:hover { background: var(--hover); }
.ruler span { position: absolute; top: 0; bottom: 0; padding: 6px 0 0 5px; border-left: 1px solid var(--line); white-space: nowrap; }
.band { padding: 8px 0 10px; border-bottom: 1px solid var(--line); content-visibility: auto; }
.band:last-child { border-bottom: 0; }
.band h3 { position: sticky; z-index: 1; left: 0; width: max-content; max-width: min(60cqw, 100%); padding: 0 24px 5px; overflow: hidden; color: var(--text-soft); font-size: 12px; text-overflow: ellipsis; white-space: nowrap; }
.band-rows { position: relative; }
.bar { position: absolute; height: 24px; padding: 0; border: 0; background: none; color: var(--text); font: 500 11.5px / 22px var(--sans); text-align: left; white-space: nowrap; }
.bar-body { position: relative; display: block; height: 24px; overflow: clip; }
.bar-body, .swatch { border: 1px solid var(--line-strong); border-radius: 4px; background: var(--surface); color: inherit; }
.bar-label { position: sticky; left: 4px; display: inline-block; max-width: 100%; padding: 0 7px; overflow: hidden; text-overflow: ellipsis; vertical-align: top; }
.bar-label:empty { padding: 0 2px; }
.bar-label.after, .bar-label.before { position: absolute; left: auto; top: 0; padding: 0 0 0 4px; line-height: 24px; }
.bar-label.before { right: 100%; padding: 0 6px 0 0; }
.swatch { min-width: 16px; height: 14px; padding: 0 3px; font: 600 10px / 12px var(--sans); text-align: center; }
.bar:hover .bar-body { filter: brightness(0.97); }
.bar:focus-visible { outline: none; }
.bar:focus-visible .bar-body, .bar[aria-pressed="true"] .bar-body { outline: 2px solid var(--accent); outline-offset: 1px; }
.bar:focus-visible, .bar[aria-pressed="true"] { z-index: 1; }
.bar.running, .swatch.running { color: var(--accent); }
.bar.running .bar-body, .swatch.running { border-color: color-mix(in srgb, var(--accent) 40%, transparent); background: var(--accent-soft); }
.bar.done, .swatch.done, .bar.allowed, .swatch.allowed { color: var(--good); }
.bar.done .bar-body, .swatch.done { border-color: color-mix(in srgb, var(--good) 35%, transparent); background: var(--good-soft); }
.bar.failed, .swatch.failed, .bar.unfinished, .swatch.unfinished, .bar.rejected, .swatch.rejected { color: var(--bad); }
.bar.failed .bar-body, .swatch.failed { border-color: var(--bad); background: var(--bad-soft); }
.bar.cancelled, .swatch.cancelled { color: var(--text-soft); text-decoration: line-through; }
.bar.cancelled .bar-body, .swatch.cancelled { background: var(--sunken); }
.bar.unfinished .bar-body, .swatch.unfinished { border: 2px dashed var(--bad); background: var(--bad-soft); }
.bar.unfinished { font-weight: 600; }
.bar.unfinished .bar-body { line-height: 20px; }
.bar.waiting, .swatch.waiting { color: var(--warn); }
.bar.waiting .bar-body, .swatch.waiting { border: 1px dotted var(--warn); background: var(--warn-soft); }
.bar.allowed .bar-body, .swatch.allowed { border: 1px dotted var(--good); border-radius: 11px; }
.bar.rejected .bar-body, .swatch.rejected { border: 1px solid var(--bad); border-left-width: 4px; }
.bar.failed .bar-label::before, .swatch.failed::before, .bar.rejected .bar-label::before, .swatch.rejected::before { content: "✕ "; }
.bar.allowed .bar-label::before, .swatch.allowed::before { content: "✓ "; }
.bar.unfinished .bar-label::before, .swatch.unfinished::before { content: "! "; }
.bar.waiting .bar-label::before, .swatch.waiting::before { content: "? "; }
.bar.open .bar-body { border-right: 0; border-top-right-radius: 0; border-bottom-right-radius: 0; }
.cancel { position: absolute; top: -3px; bottom: -3px; width: 0; border-left: 2px solid var(--bad); pointer-events: none; }
.cancel::before { content: ""; position: absolute; top: -5px; left: -5px; width: 8px; height: 8px; border-radius: 50%; background: var(--bad); }
.playhead, .log-end { position: absolute; top: 0; bottom: 0; width: 0; pointer-events: none; }
.playhead { border-left: 1px solid var(--good); }
.playhead.past { border-left: 2px solid var(--warn); }
.idle {
  position: absolute; top: 28px; bottom: 0; border-inline: 1px dashed var(--line-strong);
  background: repeating-linear-gradient(135deg, transparent 0 5px, var(--sunken) 5px 10px); pointer-events: none;
}
.log-end { width: 24px; border-left: 2px solid var(--text-faint); background: var(--sunken); }
.card { position: relative; flex: 0 6 auto; min-height: 110px; margin: 10px 14px; padding: 9px 38px 10px 14px; border: 1px solid var(--line-strong); border-left-width: 4px; border-radius: 9px; overflow: auto; background: var(--surface); overflow-wrap: anywhere; }
.card.unfinished, .card.failed { border-left-color: var(--bad); }
.card > .icon-button { position: absolute; top: 5px; right: 6px; }
.card h3 { margin-bottom: 3px; }
`;
