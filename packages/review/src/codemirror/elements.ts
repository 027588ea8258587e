/** SVG paths of the icons, drawn as strokes on a 16 × 16 grid. */
const ICONS = {
  check: "M3 8.6 6.4 12 13 4.6",
  cross: "M4 4l8 8 M12 4l-8 8",
  up: "M3.8 10 8 5.8 12.2 10",
  down: "M3.8 6 8 10.2 12.2 6",
  undo: "M5.5 3.2 2.8 6l2.7 2.8 M3 6h6.2a3.6 3.6 0 0 1 0 7.2H6",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z M8 4.8V8l2.2 1.6",
} as const;

/** The name of an icon. */
type IconName = keyof typeof ICONS;

/** Returns a new element. */
export function createElement(
  name: "div" | "span",
  className: string,
  children: readonly (Node | string)[] = [],
): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

interface ButtonOptions {
  readonly decision: string;
  readonly icon?: IconName;
  /** The visible text. Absent: the icon stands alone. */
  readonly text?: string;
  /** The accessible name. Default: the text. */
  readonly label?: string;
  readonly run: () => void;
}

/** Returns a new button. The editor keeps the focus when the button is clicked. */
export function createButton({ decision, icon, text, label, run }: ButtonOptions): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cm-acp-button";
  button.dataset.decision = decision;
  if (icon !== undefined) button.append(createIcon(icon));
  if (text !== undefined) button.append(text);
  if (label !== undefined) {
    button.title = label;
    button.setAttribute("aria-label", label);
  }
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", run);
  return button;
}

/** Returns a new icon. */
export function createIcon(name: IconName): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
