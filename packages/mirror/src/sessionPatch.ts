import type { AcpPatch, Session } from "@acp-store/core";

/** Returns the patch that adds a session, or replaces an older copy of it, with some of its parts. */
export function sessionPatch(
  sessionId: string,
  session: Session,
  includes: (name: string) => boolean = () => true,
): AcpPatch {
  const value: Record<string, unknown> = {};
  for (const [name, part] of Object.entries({ ...session }))
    if (includes(name)) value[name] = toEntries(part);
  return { op: "add", path: ["sessions", sessionId], value };
}

/** Returns a table in the form of patches, and any other value unchanged. */
export function toEntries(value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
