import { isObject } from "../../json.js";
import type { PanelPosition } from "../options.js";

/** What the panel remembers of its user. Sizes are in CSS pixels. */
export interface Settings {
  readonly isOpen: boolean;
  readonly position: PanelPosition;
  readonly height: number;
  /** Of the floating panel. */
  readonly width: number;
  /** How far the floating panel is from the right and the lower edge of the window. */
  readonly right: number;
  readonly bottom: number;
}

const KEY = "acp-store-devtools";

const HEIGHT = 400;
const WIDTH = 860;
const EDGE = 14;

/** What was remembered, and what the application wants. What cannot be read counts as absent. */
export function loadSettings(initialOpen: boolean | undefined, wanted: PanelPosition): Settings {
  const { isOpen, position, height, width, right, bottom } = stored();
  const isMoved = wanted !== "inline" && (position === "docked" || position === "floating");
  return {
    isOpen: wanted === "inline" || (initialOpen ?? isOpen === true),
    position: isMoved ? position : wanted,
    height: isSize(height) ? height : HEIGHT,
    width: isSize(width) ? width : WIDTH,
    right: isDistance(right) ? right : EDGE,
    bottom: isDistance(bottom) ? bottom : EDGE,
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
  return isDistance(value) && value >= 1;
}

function isDistance(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < 10_000;
}
