import type { RemoteFleet } from "@acp-store/fleet/mirror";
import {
  createFilesClient,
  createPhonesClient,
  createRegistryClient,
  createSearchClient,
  createTerminalsClient,
} from "@acp-store/server/client";
import { fileMentions } from "@acp-store/ui";
import { symbolMentions } from "@acp-store/ui/codemirror";
import { FleetApp, type ShownSession } from "@acp-store/ui/fleet";
import { type ReactElement, useCallback, useMemo } from "react";
import { AgentDevtools } from "./devtools/AgentDevtools.js";
import { ExamplePrompts } from "./ExamplePrompts.js";
import { createPageClient } from "./pageClient.js";
import { PhonesButton } from "./phones/PhonesButton.js";
import { ThemeToggle } from "./shell/ThemeToggle.js";
import { useBudget } from "./useBudget.js";
import { FilesButton } from "./workbench/FilesButton.js";
import { openFolders } from "./workbench/openFolders.js";
import { WorkbenchFrame } from "./workbench/WorkbenchFrame.js";

const SLOTS = { EmptyState: ExamplePrompts };

/** The page of a live server. */
export function App({ fleet }: { readonly fleet: RemoteFleet }): ReactElement {
  const registry = useMemo(() => createRegistryClient(fleet), [fleet]);
  const search = useMemo(() => createSearchClient(fleet), [fleet]);
  const terminals = useMemo(() => createTerminalsClient(fleet), [fleet]);
  const mentions = useMemo(
    () => [
      symbolMentions(({ cwd = "" }) => openFolders.get(cwd)?.getOpenFile()),
      fileMentions(createFilesClient(fleet)),
    ],
    [fleet],
  );
  const phones = useMemo(() => createPhonesClient(fleet), [fleet]);
  const client = useMemo(() => createPageClient(fleet), [fleet]);
  const budget = useBudget(fleet);
  const renderSession = useCallback(
    (panel: ReactElement, session: ShownSession) => (
      <WorkbenchFrame {...{ fleet, session }}>{panel}</WorkbenchFrame>
    ),
    [fleet],
  );
  return (
    <>
      <AgentDevtools fleet={fleet} />
      <div className="page">
        <FleetApp
          {...{ fleet, registry, search, terminals, mentions, budget, renderSession }}
          {...client}
          slots={SLOTS}
          headerEnd={
            <>
              <FilesButton />
              <PhonesButton phones={phones} />
              <ThemeToggle />
            </>
          }
        />
      </div>
    </>
  );
}
