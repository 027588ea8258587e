/** Colors, each with a light and a dark value, and the defaults of all elements. */
export const BASE_STYLES = `
:host {
  all: initial;
  --bg: light-dark(#fbfbfa, #141416);
  --surface: light-dark(#ffffff, #1b1b1e);
  --sunken: light-dark(#f5f4f2, #202024);
  --badge: light-dark(#ebe9e5, #3a3a42);
  --hover: light-dark(#efeeeb, #28282d);
  --line: light-dark(#e7e5e1, #2b2b30);
  --line-strong: light-dark(#d6d3cd, #3b3b42);
  --text: light-dark(#1d1c1a, #ececee);
  --text-soft: light-dark(#57544e, #b7b7bf);
  --text-faint: light-dark(#68655f, #93939d);
  --accent: light-dark(#5753c6, #a5a2f5);
  --accent-soft: light-dark(#efeefb, #26253d);
  --on-accent: light-dark(#ffffff, #17163a);
  --good: light-dark(#19713f, #6fcf97);
  --good-soft: light-dark(#e1f3e7, #17301f);
  --bad: light-dark(#b3261e, #ff9389);
  --bad-soft: light-dark(#fdeeec, #331c1b);
  --warn: light-dark(#8a5200, #f0bd6a);
  --warn-soft: light-dark(#fff5e0, #2c2415);
  --warn-line: light-dark(#f0d9a8, #54431f);
  --shade: light-dark(rgb(30 25 15 / 12%), rgb(0 0 0 / 50%));
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
*, *::before, *::after { box-sizing: border-box; }
h2, h3, h4, p, ul, dl, dd, figure, table { margin: 0; padding: 0; font: inherit; }
ul { list-style: none; }
button, input, select { font: inherit; color: inherit; }
button:not(:disabled), select, label { cursor: pointer; }
code, .tree, .row, .ruler { font-family: var(--mono); font-size: 11.5px; }
a, .link { color: var(--accent); text-decoration: underline; text-underline-offset: 2px; text-decoration-thickness: 1px; }
strong, h2, h3, h4 { font-weight: 600; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
[hidden] { display: none !important; }
.sr-only {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.faint { color: var(--text-faint); font-weight: 400; }
.icon {
  flex: none; width: 16px; height: 16px; fill: none; stroke: currentcolor;
  stroke-width: 1.35; stroke-linecap: round; stroke-linejoin: round;
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
`;
