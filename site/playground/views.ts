/** The views of a played trace, and their names. */
export const VIEWS = { panel: "Panel", devtools: "Devtools", frames: "Frames" } as const;

export type View = keyof typeof VIEWS;
