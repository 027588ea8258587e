import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { createRegistryClient } from "@acp-store/server/registry-client";
import { FleetApp } from "@acp-store/ui/fleet";
import { type ReactElement, useMemo } from "react";
import { ExamplePrompts } from "./ExamplePrompts.js";
import { createPageClient } from "./pageClient.js";
import { ThemeToggle } from "./shell/ThemeToggle.js";

const SLOTS = { EmptyState: ExamplePrompts };

/** The page of a live server. */
export function App({ fleet }: { readonly fleet: RemoteFleet }): ReactElement {
  const registry = useMemo(() => createRegistryClient(fleet), [fleet]);
  const client = useMemo(() => createPageClient(fleet), [fleet]);
  return (
    <div className="page">
      <FleetApp {...{ fleet, registry }} {...client} slots={SLOTS} headerEnd={<ThemeToggle />} />
    </div>
  );
}
