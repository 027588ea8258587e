import { host } from "../notify/environment.js";

/** Creates an id such as `turn-k3f9a1zq-1`. Skips the ids that are in use. */
export type CreateId = (
  kind: "permission" | "elicitation" | "turn" | "prompt" | "row" | "steering",
  isUsed: (id: string) => boolean,
) => string;

/**
 * Creates the source of a store's own ids. The random prefix keeps them unique when another store
 * continues a saved state, so that a late answer never reaches another request.
 */
export function createIds(fixedPrefix?: string): CreateId {
  const counts = new Map<string, number>();
  let prefix = fixedPrefix;
  return (kind, isUsed) => {
    // Not earlier: frameworks that render in advance forbid randomness while a component is created.
    prefix ??= randomPrefix();
    for (;;) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const id = `${kind}-${prefix}-${count}`;
      if (!isUsed(id)) return id;
    }
  };
}

/**
 * Returns eight random letters and digits. `randomUUID` does not exist in insecure contexts. Without
 * `crypto`, as in Hermes, the time is part of the prefix, since `Math.random` may repeat itself.
 */
function randomPrefix(): string {
  if (host.crypto === undefined)
    return Date.now().toString(36) + Math.random().toString(36).slice(2);
  const bytes = host.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}
