// Small parts import the paths that they need, so that their bundles do not have all icons.
export const CHEVRON_ICON = "M6 3.8 10.2 8 6 12.2";
export const FILE_ICON = "M4 1.8h5L12.5 5.3v8.9H4Z M8.8 2v3.5h3.5";
export const IMAGE_ICON = "M2 3h12v10H2Z M2 11l3.5-3.5L9 11l2-2 3 3 M10.5 6.2v.1";
export const PLAY_ICON = "M5 3.2v9.6L12.6 8Z";
export const QUESTION_ICON =
  "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z M6.3 6.3c.1-1 .8-1.6 1.8-1.6 1 0 1.7.6 1.7 1.5 0 1.3-1.8 1.3-1.8 2.6 M8 11.2v.1";
export const SHIELD_ICON = "M8 1.8 13 3.6v4c0 3.2-2 5.5-5 6.6-3-1.1-5-3.4-5-6.6v-4Z";

/** SVG paths of the icons, drawn as strokes on a 16 × 16 grid. */
export const ICON_PATHS = {
  alert: "M8 2.2 14.4 13.4H1.6Z M8 6.4v3.2 M8 11.6v.1",
  attach:
    "M12.8 7.4 7.9 12.3a3.2 3.2 0 0 1-4.6-4.6l5.3-5.2a2.1 2.1 0 0 1 3 3L6.5 10.6a1 1 0 0 1-1.5-1.5l4.6-4.5",
  archive: "M1.8 3h12.4v3H1.8Z M3 6v7.2h10V6 M6.3 8.8h3.4",
  arrowDown: "M8 3v9.5 M4 8.7 8 12.7l4-4",
  arrowUp: "M8 13V3.5 M4 7.3 8 3.3l4 4",
  ban: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z M3.8 3.8l8.4 8.4",
  branch:
    "M5 3.5v9 M5 10c0-3 6-2 6-5 M5 14a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z M5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z M11 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z",
  bell: "M4 11V7.2a4 4 0 0 1 8 0V11l1.2 1.5H2.8Z M6.6 14h2.8",
  bulb: "M6 12.5h4 M6.7 14.5h2.6 M8 1.5a4.4 4.4 0 0 0-2.7 7.9c.5.4.7.9.7 1.4h4c0-.5.2-1 .7-1.4A4.4 4.4 0 0 0 8 1.5Z",
  check: "M3 8.6 6.4 12 13 4.6",
  chevron: CHEVRON_ICON as string,
  chevronDown: "M3.8 6 8 10.2 12.2 6",
  chevronUp: "M3.8 10 8 5.8 12.2 10",
  circle: "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z M8 4.8V8l2.2 1.6",
  code: "M5.5 4.5 2 8l3.5 3.5 M10.5 4.5 14 8l-3.5 3.5",
  comment: "M2.5 3h11v8H7.2L4.4 13.6V11H2.5Z",
  cross: "M4 4l8 8 M12 4l-8 8",
  copy: "M5.5 5.5h8v8h-8Z M10.5 5.5v-3h-8v8h3",
  download: "M8 2.5v7.5 M4.5 6.8 8 10.3l3.5-3.5 M2.5 13.2h11",
  eraser: "M6.2 13.2 2.4 9.4 9 2.8l4.6 4.6-5.8 5.8Z M5.6 6.2l4.6 4.6 M6.2 13.2h7.4",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  diff: "M8 2.5v6 M5 5.5h6 M5 12.5h6",
  file: FILE_ICON as string,
  folder: "M1.8 4c0-.6.4-1 1-1h3.4l1.4 1.7h5.6c.6 0 1 .4 1 1V12c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1Z",
  globe:
    "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z M2 8h12 M8 2c2 1.8 2.7 3.8 2.7 6S10 12.2 8 14C6 12.2 5.3 10.2 5.3 8S6 3.8 8 2Z",
  grip: "M6 3.5v.1 M10 3.5v.1 M6 8v.1 M10 8v.1 M6 12.4v.1 M10 12.4v.1",
  image: IMAGE_ICON as string,
  key: "M5.5 7.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z M7.6 8.4 13.5 2.5 M11 5l2 2",
  lines: "M2.5 4h11 M2.5 8h11 M2.5 12h6.5",
  menu: "M2.5 4h11 M2.5 8h11 M2.5 12h11",
  more: "M3.4 8v.1 M8 8v.1 M12.6 8v.1",
  minus: "M3.5 8h9",
  moon: "M13.3 9.7A5.6 5.6 0 0 1 6.3 2.7a5.8 5.8 0 1 0 7 7Z",
  move: "M2.5 8h10.5 M9.2 4.2 13 8l-3.8 3.8",
  pause: "M5.5 3.5v9 M10.5 3.5v9",
  phone: "M5 1.8h6c.6 0 1 .4 1 1v10.4c0 .6-.4 1-1 1H5c-.6 0-1-.4-1-1V2.8c0-.6.4-1 1-1Z M7 12h2",
  pencil: "M10.6 2.9l2.5 2.5-7.7 7.7-3.1.6.6-3.1Z M9 4.5 11.5 7",
  play: PLAY_ICON as string,
  person:
    "M8 2.2a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8Z M2.6 13.8c.4-2.8 2.6-4.3 5.4-4.3s5 1.5 5.4 4.3",
  plug: "M6 2v3.5 M10 2v3.5 M4 5.5h8v2.4a4 4 0 0 1-8 0Z M8 12v2.5",
  plus: "M8 3v10 M3 8h10",
  question: QUESTION_ICON as string,
  refresh: "M13.2 6.5A5.5 5.5 0 1 0 13.5 9 M13.5 2.8v3.7H9.8",
  restart: "M2.8 6.5A5.5 5.5 0 1 1 2.5 9 M2.5 2.8v3.7h3.7",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z M10.3 10.3 13.7 13.7",
  shield: SHIELD_ICON as string,
  shieldCross: `${SHIELD_ICON} M6.3 6l3.4 3.4 M9.7 6 6.3 9.4` as string,
  signOut: "M6.5 2.5h-4v11h4 M6.5 8h7.3 M10.6 4.8 13.8 8l-3.2 3.2",
  sliders: "M2.5 5h6 M11.5 5h2 M2.5 11h2 M7.5 11h6 M10 3.5v3 M6 9.5v3",
  sparkle: "M8 2.2 9.4 6.6 13.8 8 9.4 9.4 8 13.8 6.6 9.4 2.2 8 6.6 6.6Z",
  step: "M4 3.5v9L10.8 8Z M12.5 3.5v9",
  stop: "M4.5 4.5h7v7h-7Z",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z M8 1.5v1.4 M8 13.1v1.4 M1.5 8h1.4 M13.1 8h1.4 M3.4 3.4l1 1 M11.6 11.6l1 1 M12.6 3.4l-1 1 M4.4 11.6l-1 1",
  terminal: "M2 3h12v10H2Z M4.5 6l2 2-2 2 M8 10h3.5",
  trash: "M2.8 4.3h10.4 M6 4.2V2.5h4v1.7 M4.2 4.5l.6 9h6.4l.6-9",
  wrench:
    "M9.8 6.2a3 3 0 0 1 3.9-3.7L11.6 4.6l.2 1.6 1.6.2 2-2a3 3 0 0 1-3.8 3.8L5.7 14a1.5 1.5 0 0 1-2.1-2.1Z",
} as const;

export type IconName = keyof typeof ICON_PATHS;
