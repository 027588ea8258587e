import { isObject, type JsonObject } from "../../json.js";
import type { PanelPosition } from "../options.js";

/** The user's settings of the panel. Sizes are in CSS pixels. */
export interface Settings {
  readonly isOpen: boolean;
  readonly position: PanelPosition;
  readonly height: number;
  /** The width of the panel at the right, and of the floating panel. */
  readonly width: number;
  /** The distance of the floating panel from the right edge of the window. */
  readonly right: number;
  /** The distance of the floating panel from the bottom edge of the window. */
  readonly bottom: number;
}

/** The positions that the user can choose. */
export const MOVABLE_POSITIONS: readonly Exclude<PanelPosition, "inline">[] = [
  "bottom",
  "right",
  "floating",
];

const STORAGE_KEY = "acp-store-devtools";
const DEFAULT_HEIGHT = 400;
const DEFAULT_WIDTH = 860;
const DEFAULT_DISTANCE = 14;

/** Combines the stored settings with the application's options. Invalid values are ignored. */
export function loadSettings(
  initialOpen: boolean | undefined,
  initialPosition: PanelPosition,
): Settings {
  const { isOpen, position, height, width, right, bottom } = readStorage();
  const storedPosition =
    initialPosition === "inline" ? undefined : MOVABLE_POSITIONS.find((name) => name === position);
  return {
    isOpen: initialPosition === "inline" || (initialOpen ?? isOpen === true),
    position: storedPosition ?? initialPosition,
    height: isSize(height) ? height : DEFAULT_HEIGHT,
    width: isSize(width) ? width : DEFAULT_WIDTH,
    right: isDistance(right) ? right : DEFAULT_DISTANCE,
    bottom: isDistance(bottom) ? bottom : DEFAULT_DISTANCE,
  };
}

export function saveSettings(settings: Settings): void {
  if (settings.position === "inline") return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // The storage is full, forbidden or missing: the settings last until the page is closed.
  }
}

function readStorage(): JsonObject {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
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
