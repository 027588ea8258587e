import { FitAddon } from "@xterm/addon-fit";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import { limitCounts } from "./limitCounts.js";
import type { TerminalSourceSize } from "./terminalSource.js";
import { readTerminalTheme } from "./terminalTheme.js";

/** The rows that have scrolled off the top and can be scrolled back to. */
const SCROLLBACK = 2_000;

interface OpenTerminalOptions {
  /** The name for screen readers. */
  readonly label: string;
  readonly onInput: (data: string) => void;
  readonly onResize: (size: TerminalSourceSize) => void;
  /** Called when the user presses the keys that leave the terminal. */
  readonly onLeave: () => void;
}

/** A terminal in an element. */
interface OpenedTerminal {
  readonly size: TerminalSourceSize;
  write(data: string, onShown: () => void): void;
  focus(): void;
  close(): void;
}

/** The keys that leave a terminal, in the notation of `aria-keyshortcuts`. Programs get all others. */
const LEAVE_KEYS = "Shift+F6";

/**
 * Opens a terminal in an element, which it fills. A program can neither write the clipboard nor
 * change the window, and only links to web pages can be opened.
 */
export function openTerminal(element: HTMLElement, options: OpenTerminalOptions): OpenedTerminal {
  const { label, onInput, onResize, onLeave } = options;
  const { fontFamily, fontSize } = getComputedStyle(element);
  const terminal = new Terminal({
    fontFamily,
    fontSize: Number.parseFloat(fontSize),
    scrollback: SCROLLBACK,
    screenReaderMode: true,
    minimumContrastRatio: 4.5,
    theme: readTerminalTheme(element),
    linkHandler: { activate: (_event, address) => openLink(address) },
  });
  limitCounts(terminal);
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(new WebLinksAddon((_event, address) => openLink(address)));
  terminal.attachCustomKeyEventHandler((event) => {
    const isLeaving = event.key === "F6" && event.shiftKey && !event.ctrlKey && !event.altKey;
    if (isLeaving && event.type === "keydown") {
      event.preventDefault();
      onLeave();
    }
    return !isLeaving;
  });
  terminal.open(element);
  terminal.textarea?.setAttribute("aria-label", label);
  terminal.textarea?.setAttribute("aria-keyshortcuts", LEAVE_KEYS);
  fit.fit();
  terminal.onData(onInput);
  terminal.onResize(({ cols, rows }) => onResize({ columns: cols, rows }));
  const sizes = new ResizeObserver(() => fit.fit());
  sizes.observe(element);
  const schemes = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) =>
    matchMedia(query),
  );
  const updateTheme = (): void => void (terminal.options.theme = readTerminalTheme(element));
  for (const scheme of schemes) scheme.addEventListener("change", updateTheme);
  return {
    size: { columns: terminal.cols, rows: terminal.rows },
    write: (data, onShown) => terminal.write(data, onShown),
    focus: () => terminal.focus(),
    close() {
      sizes.disconnect();
      for (const scheme of schemes) scheme.removeEventListener("change", updateTheme);
      terminal.dispose();
    },
  };
}

/** Opens the page of a link that a program has written, if it is one of the web. */
function openLink(address: string): void {
  const protocol = URL.canParse(address) ? new URL(address).protocol : undefined;
  if (protocol === "https:" || protocol === "http:")
    window.open(address, "_blank", "noopener,noreferrer");
}
