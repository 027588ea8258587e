import { isObject } from "../../json.js";
import type { PanelPosition } from "../options.js";

/** What the panel remembers of its user. Sizes are in CSS pixels. */
export interface Settings {
  readonly isOpen: boolean;
  readonly position: PanelPosition;
  readonly height: number;
  /** Of the floating panel. */
  readonly width: number;
}

const KEY = "acp-store-devtools";

/** The settings with what was remembered. What cannot be read counts as absent. */
export function loadSettings(defaults: Settings): Settings {
  if (defaults.position === "inline") return { ...defaults, isOpen: true };
  const { isOpen, position, height, width } = stored();
  return {
    isOpen: typeof isOpen === "boolean" ? isOpen : defaults.isOpen,
    position: position === "docked" || position === "floating" ? position : defaults.position,
    height: isSize(height) ? height : defaults.height,
    width: isSize(width) ? width : defaults.width,
  };
}

export function saveSettings(settings: Settings): void {
  if (settings.position === "inline") return;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Full, forbidden or absent: then it is not remembered.
  }
}

function stored(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && value < 10_000;
}
