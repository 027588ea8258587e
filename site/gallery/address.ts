/** Names a preview in the part of its address after `#`. */
export interface PreviewAddress {
  readonly part: string;
  /** The index of the state. */
  readonly state: number;
  readonly theme: string;
}

/** Parses the part of an address after `#`. */
export function parsePreviewAddress(hash: string): PreviewAddress {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    part: params.get("part") ?? "",
    state: Number(params.get("state") ?? 0),
    theme: params.get("theme") ?? "light",
  };
}

/** Formats the address of a preview, relative to the gallery. */
export function formatPreviewAddress({ part, state, theme }: PreviewAddress): string {
  return `./preview/#part=${part}&state=${state}&theme=${theme}`;
}
