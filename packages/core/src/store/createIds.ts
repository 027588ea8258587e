import { host } from "../notify/environment.js";

/** Creates an id such as `turn-k3f9a1zq-1`. Skips the ids that are in use. */
export type CreateId = (
  kind: "permission" | "elicitation" | "turn" | "prompt" | "row",
  isUsed: (id: string) => boolean,
) => string;

/**
 * Creates the source of a store's own ids. The random prefix keeps them unique when another store
 * continues a saved state, so that a late answer never reaches another request.
 */
export function createIds(prefix: string = randomPrefix()): CreateId {
  const counts = new Map<string, number>();
  return (kind, isUsed) => {
    for (;;) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const id = `${kind}-${prefix}-${count}`;
      if (!isUsed(id)) return id;
    }
  };
}

/** Returns eight random letters and digits. `randomUUID` does not exist in insecure contexts. */
function randomPrefix(): string {
  const bytes = host.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}
