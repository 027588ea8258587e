import type { PermissionChoice, ScriptedCall, ScriptedSession, Turn } from "@acp-store/testing";

/** The kinds of tools that the user has allowed for the rest of a session. */
const allowedKinds = new WeakMap<ScriptedSession, Set<string>>();

const createChoices = (subject: string): PermissionChoice[] => [
  { optionId: "allow-once", name: "Allow", kind: "allow_once" },
  { optionId: "allow-always", name: `Allow ${subject} in this session`, kind: "allow_always" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
];

/**
 * Asks the user for permission, unless the mode or an earlier answer already grants it. Returns
 * whether the user chose one of the two options that allow the call.
 */
export async function askToUse(
  { session }: Turn,
  call: ScriptedCall,
  kind: "edit" | "execute",
  subject: string,
): Promise<boolean> {
  const allowed = allowedKinds.get(session) ?? new Set();
  allowedKinds.set(session, allowed);
  if (session.settings.get("mode") === "auto" || allowed.has(kind)) return true;
  const answer = await call.askPermission({ options: createChoices(subject) });
  if (answer.optionId === "allow-always") allowed.add(kind);
  return answer.isAllowed;
}
