/** The part of the address after `#`, which names what the page shows: `#recording=…&frame=…`. */
export interface Address {
  readonly recording?: string;
  /** The position of the player. Without it, the recording plays from the start. */
  readonly frame?: number;
}

/** Parses the part of an address after `#`. Ignores everything that it does not know. */
export function parseAddress(hash: string): Address {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const recording = params.get("recording");
  const frame = Number(params.get("frame") ?? Number.NaN);
  return {
    ...(recording !== null && recording !== "" && { recording }),
    ...(Number.isInteger(frame) && frame >= 0 && { frame }),
  };
}

/** Formats an address, with `#` in front. */
export function formatAddress({ recording, frame }: Address): string {
  if (recording === undefined) return "#";
  return `#recording=${encodeURIComponent(recording)}${frame === undefined ? "" : `&frame=${frame}`}`;
}
