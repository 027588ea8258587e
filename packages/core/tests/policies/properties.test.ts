import type { Permission } from "@acp-store/core";
import {
  allowKinds,
  firstAnswer,
  memoryStorage,
  rejectKinds,
  rememberChoices,
} from "@acp-store/core/policies";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Asking, asking } from "./support.js";

const ALLOWED = ["read", "search"];
const REJECTED = ["delete", "fetch"];

const kind = fc.constantFrom(
  "read",
  "search",
  "delete",
  "execute",
  "other",
  "__proto__",
  undefined,
  null,
);
const command = fc.constantFrom("ls", "rm", "__proto__", "");
const option = fc.record({
  optionId: fc.constantFrom("a", "b", "ask", "__proto__", "constructor", ""),
  name: fc.constant("Say it"),
  kind: fc.constantFrom("allow_once", "allow_always", "reject_once", "reject_always", "other"),
});
const request = fc.record({
  sessionId: fc.constantFrom("s1", "s2", "__proto__"),
  options: fc.array(option, { maxLength: 4 }),
  toolCall: fc.record(
    {
      toolCallId: fc.constantFrom("c1", "c2", "__proto__"),
      title: command,
      kind,
      rawInput: fc.record({ command }),
    },
    { requiredKeys: ["toolCallId"] },
  ),
});
const step = fc.record({ request, userPicks: fc.nat(3) });

/** What a request asks, as the user sees it: what it leaves out is told by the known call. */
interface Asked {
  readonly permission: Permission;
  readonly kinds: readonly string[];
  readonly input: string | undefined;
}

function askedIn({ store }: Asking, permission: Permission): Asked {
  const { toolCall = { toolCallId: "" }, sessionId } = permission;
  const known = store.getState().sessions.get(sessionId)?.toolCalls.get(toolCall.toolCallId);
  const kinds = [toolCall.kind, known?.kind].filter((named) => named != null);
  return { permission, kinds, input: JSON.stringify(toolCall.rawInput ?? known?.rawInput) };
}

function chosen({ options, optionId }: Permission) {
  return options.filter((candidate) => candidate.optionId === optionId);
}

function hasSaid(always: string, before: readonly Asked[], { permission, input }: Asked): boolean {
  return before.some(
    (earlier) =>
      earlier.input === input &&
      earlier.permission.sessionId === permission.sessionId &&
      chosen(earlier.permission).some(({ kind }) => kind === always),
  );
}

/** Whether a rule covers an automatic answer of this kind. */
function isCovered(kind: string | undefined, asked: Asked, before: readonly Asked[]): boolean {
  const { kinds } = asked;
  if (kind === "reject_once")
    return (
      kinds.some((named) => REJECTED.includes(named)) || hasSaid("reject_always", before, asked)
    );
  if (kind !== "allow_once" || kinds.some((named) => REJECTED.includes(named))) return false;
  return kinds.every((named) => ALLOWED.includes(named)) || hasSaid("allow_always", before, asked);
}

it("answers only with what is offered, only once, and only what a rule covers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const choices = rememberChoices({ storage: memoryStorage() });
      const policy = firstAnswer(rejectKinds(REJECTED), choices.policy, allowKinds(ALLOWED));
      const agent = asking(policy);
      const byUser: Asked[] = [];
      for (const { request: params, userPicks } of steps) {
        const permission = await agent.ask(params);
        const asked = askedIn(agent, permission);
        if (permission.status === "pending") {
          const picked = permission.options[userPicks];
          if (picked === undefined) continue;
          agent.store.respondToPermission(permission.permissionId, picked.optionId);
          byUser.push({ ...asked, permission: { ...permission, optionId: picked.optionId } });
        } else {
          expect(permission.rule).toMatch(/^(allowKinds|rejectKinds|rememberChoices): /);
          expect(chosen(permission)).toHaveLength(1);
          expect(isCovered(chosen(permission)[0]?.kind, asked, byUser)).toBe(true);
        }
      }
    }),
    { numRuns: 200 },
  );
});
