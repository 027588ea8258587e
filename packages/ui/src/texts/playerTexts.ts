/** The texts of the player of a recording. */
export const playerTexts = {
  label: "Player",
  track: "Position",
  trackValue: (position: number, count: number, frame: string | undefined): string =>
    `Frame ${position} of ${count}: ${frame ?? "start"}`,
  toStart: "Go to the start",
  toStartHint: "Go to the start (Home)",
  previous: "Previous frame",
  previousHint: "Previous frame (Left arrow)",
  play: "Play",
  playHint: "Play (Space)",
  pause: "Pause",
  pauseHint: "Pause (Space)",
  next: "Next frame",
  nextHint: "Next frame (Right arrow)",
  position: (position: number, count: number): string => `Frame ${position} of ${count}`,
  /** In a narrow player. */
  shortPosition: (position: number, count: number): string => `${position} of ${count}`,
  time: (time: string, duration: string): string => `${time} of ${duration}`,
  /** The direction of a frame, for screen readers. */
  received: "received",
  /** The direction of a frame, for screen readers. */
  sent: "sent",
  speed: "Speed",
  speedHint: "Max plays as fast as possible",
  speedFactor: (factor: string): string => `${factor}×`,
  maxSpeed: "Max",
};
