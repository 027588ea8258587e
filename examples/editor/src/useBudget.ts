import type { Budget } from "@acp-store/core/policies";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { useEffect, useState } from "react";
import { readBudget } from "./pageClient.js";

/** Returns the budget of each session, which the page reads from the server when it is connected. */
export function useBudget(fleet: RemoteFleet): Budget | undefined {
  const [budget, setBudget] = useState<Budget>();
  useEffect(() => {
    function read(): void {
      if (fleet.connection.getState().status !== "live") return;
      // The server asks before a prompt even if the page cannot warn.
      readBudget(fleet).then(setBudget, () => {});
    }
    read();
    return fleet.connection.subscribe(read);
  }, [fleet]);
  return budget;
}
