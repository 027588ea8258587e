import type { HostFailure, RefusedAction } from "@acp-store/core/replica";
import { copyStart, messageOf } from "../errors.js";
import { type ActionRefusal, sessionFieldOf } from "../wire.js";

const MAX_RECORDS = 100;
/** Mirrors choose some of the texts, so their length is limited. */
const MAX_TEXT = 300;

/** Adds a refused action to a list, and removes the oldest one of a list that is full. */
export function recordRefusal(
  list: RefusedAction[],
  mirrorId: number,
  mirrorName: string | undefined,
  action: string,
  { reason, message }: ActionRefusal,
): void {
  pushRecord(list, {
    at: Date.now(),
    mirrorId,
    ...(mirrorName !== undefined && { mirrorName }),
    action: copyStart(action, MAX_TEXT),
    reason,
    message: copyStart(message, MAX_TEXT),
  });
}

/** Adds an error to a list, and removes the oldest one of a list that is full. */
export function recordFailure(
  list: HostFailure[],
  error: unknown,
  mirrorId?: number,
  lane: string = "",
): void {
  pushRecord(list, {
    at: Date.now(),
    ...(mirrorId !== undefined && { mirrorId }),
    ...sessionFieldOf(lane),
    message: copyStart(messageOf(error), MAX_TEXT),
  });
}

function pushRecord<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > MAX_RECORDS) list.shift();
}
