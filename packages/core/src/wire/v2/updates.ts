import type { UpdateKinds } from "../update.js";

/** The updates of protocol version 2. Until they are read here, they are kept as unknown ones. */
export const updatesV2: UpdateKinds = {};
