import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { PagedTable } from "../persistent/pagedTable.js";
import type { CatalogEntry } from "./catalog.js";
import type { Elicitation } from "./requests.js";
import type { AcpState, Session } from "./state.js";

/** Returns a state in which nothing has happened yet. */
export function emptyState(protocolVersion: 1 | 2): AcpState {
  return {
    protocolVersion,
    agent: {},
    elicitations: new PagedTable<Elicitation>().snapshot(),
    pendingElicitations: EMPTY_ARRAY,
    catalog: new PagedTable<CatalogEntry>().snapshot(),
    sessions: new PagedTable<Session>().snapshot(),
  };
}
