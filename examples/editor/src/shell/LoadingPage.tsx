import { Spinner } from "@acp-store/ui";
import type { ReactElement } from "react";

/** The page until its code is loaded. */
export function LoadingPage(): ReactElement {
  return (
    <main className="screen">
      <p className="acp-ui acp-connecting" role="status">
        <Spinner />
        Loading…
      </p>
    </main>
  );
}
