import * as z from "zod/mini";

/** The message of an action, and its validated envelope. */
interface ActionMessage {
  readonly epoch: string;
  readonly id: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The envelope of an action. The id has a random part for the mirror, and a number. */
export const ACTION_MESSAGE: z.ZodMiniType<ActionMessage> = z.object({
  epoch: z.string(),
  id: z.string().check(z.regex(/^[a-z0-9]{16,64}\.[0-9]{1,15}$/)),
  name: z.string(),
  args: z.array(z.unknown()),
});

const laneIds = z.array(z.string()).check(z.maxLength(10_000));
const laneCursors = z.array(z.tuple([z.string(), z.nullable(z.int())])).check(z.maxLength(10_000));

/** The schemas of the other messages of a mirror. */
export const HELLO: z.ZodMiniType<{ v: number }> = z.object({ v: z.number() });
export const SUBSCRIBE: z.ZodMiniType<{ lanes: [string, number | null][] }> = z.object({
  lanes: laneCursors,
});
export const UNSUBSCRIBE: z.ZodMiniType<{ lanes: string[] }> = z.object({ lanes: laneIds });
export const ACK: z.ZodMiniType<{ chars: number }> = z.object({ chars: z.number() });
