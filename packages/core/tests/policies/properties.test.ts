import type { Permission } from "@acp-store/core";
import {
  allowKinds,
  firstAnswer,
  memoryChoiceStorage,
  rejectKinds,
  rememberChoices,
} from "@acp-store/core/policies";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type StoreWithPolicy, storeWithPolicy } from "./support.js";

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

/** The question that a request asks. Fields that it leaves out come from the known tool call. */
interface Question {
  readonly permission: Permission;
  readonly kinds: readonly string[];
  readonly input: string | undefined;
}

function questionOf({ store }: StoreWithPolicy, permission: Permission): Question {
  const { toolCall = { toolCallId: "" }, sessionId } = permission;
  const known = store.getState().sessions.get(sessionId)?.toolCalls.get(toolCall.toolCallId);
  const kinds = [toolCall.kind, known?.kind].filter((named) => named != null);
  return { permission, kinds, input: JSON.stringify(toolCall.rawInput ?? known?.rawInput) };
}

function selectedOptions({ options, optionId }: Permission) {
  return options.filter((candidate) => candidate.optionId === optionId);
}

function hasAnswered(
  always: string,
  before: readonly Question[],
  { permission, input }: Question,
): boolean {
  return before.some(
    (earlier) =>
      earlier.input === input &&
      earlier.permission.sessionId === permission.sessionId &&
      selectedOptions(earlier.permission).some(({ kind }) => kind === always),
  );
}

/** Returns whether a rule covers an automatic answer with an option of this kind. */
function isCovered(
  kind: string | undefined,
  question: Question,
  before: readonly Question[],
): boolean {
  const { kinds } = question;
  if (kind === "reject_once")
    return (
      kinds.some((named) => REJECTED.includes(named)) ||
      hasAnswered("reject_always", before, question)
    );
  if (kind !== "allow_once" || kinds.some((named) => REJECTED.includes(named))) return false;
  return (
    kinds.every((named) => ALLOWED.includes(named)) || hasAnswered("allow_always", before, question)
  );
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A delete without an option to reject it, after the user has always allowed the same delete. */
const DELETE_WITHOUT_REJECT: Step[] = [
  {
    request: {
      sessionId: "s2",
      options: [
        { optionId: "a", name: "Say it", kind: "allow_once" },
        { optionId: "ask", name: "Say it", kind: "allow_always" },
      ],
      toolCall: { toolCallId: "c2", title: "ls", kind: "delete", rawInput: { command: "ls" } },
    },
    userPicks: 1,
  },
  // Gives the storage time to remember the choice.
  { request: { sessionId: "s1", options: [], toolCall: { toolCallId: "c1" } }, userPicks: 0 },
  {
    request: {
      sessionId: "s2",
      options: [{ optionId: "a", name: "Say it", kind: "allow_once" }],
      toolCall: { toolCallId: "c2" },
    },
    userPicks: 0,
  },
];

it("answers only with what is offered, only once, and only as a rule allows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const choices = rememberChoices({ storage: memoryChoiceStorage() });
      const policy = firstAnswer(rejectKinds(REJECTED), choices.policy, allowKinds(ALLOWED));
      const agent = storeWithPolicy(policy);
      const answeredByUser: Question[] = [];
      for (const { request: params, userPicks } of steps) {
        const permission = await agent.request(params);
        const question = questionOf(agent, permission);
        if (permission.status === "pending") {
          const picked = permission.options[userPicks];
          if (picked === undefined) continue;
          agent.store.respondToPermission(permission.permissionId, picked.optionId);
          answeredByUser.push({
            ...question,
            permission: { ...permission, optionId: picked.optionId },
          });
        } else {
          expect(permission.rule).toMatch(/^(allowKinds|rejectKinds|rememberChoices): /);
          expect(selectedOptions(permission)).toHaveLength(1);
          const [selected] = selectedOptions(permission);
          expect(isCovered(selected?.kind, question, answeredByUser)).toBe(true);
        }
      }
    }),
    { numRuns: 200, examples: [[DELETE_WITHOUT_REJECT]] },
  );
});
