import * as z from "zod/mini";

/** Where a remembered choice holds: in the session it was made in, in its folder, or everywhere. */
export type ChoiceScope = "session" | "cwd" | "all";

/** An "always" of the user, as {@link RememberedChoices.list} shows it. */
export interface RememberedChoice {
  /** What `revoke` takes. */
  readonly id: string;
  readonly answer: "allow" | "reject";
  /** What was asked, in the agent's words. */
  readonly title: string;
  /** The kind of the tool call. */
  readonly kind?: string;
  /** The name of the agent that asked. */
  readonly agent?: string;
  readonly scope: ChoiceScope;
  /** The id of the session, or the working directory; absent for `all`. */
  readonly within?: string;
  /** In ms since the epoch. */
  readonly rememberedAt: number;
  /** From then on the user is asked again; absent: never. In ms since the epoch. */
  readonly expiresAt?: number;
  /** All that a request is compared with, as JSON. */
  readonly question: string;
}

const choice = z.object({
  id: z.string(),
  answer: z.enum(["allow", "reject"]),
  title: z.string(),
  kind: z.optional(z.string()),
  agent: z.optional(z.string()),
  scope: z.enum(["session", "cwd", "all"]),
  within: z.optional(z.string()),
  rememberedAt: z.number(),
  expiresAt: z.optional(z.number()),
  question: z.string(),
});

/** What is no list of choices, and what in it is no choice, counts as not there. */
export function readChoices(text: unknown): readonly RememberedChoice[] {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return Array.isArray(value) ? value.filter(isChoice) : [];
  } catch {
    return [];
  }
}

function isChoice(value: unknown): value is RememberedChoice {
  return choice.safeParse(value).success;
}
