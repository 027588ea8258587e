import type { AcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider, useUsage } from "@acp-store/solid";
import { HYDRATED_SESSION } from "../../../core/tests/support/hydration.js";

function Usage() {
  const usage = useUsage();
  return (
    <p>
      {usage()?.used} of {usage()?.size}
    </p>
  );
}

export const App = (props: { readonly store: AcpStore }) => (
  <AcpStoreProvider store={props.store}>
    <AcpSessionProvider sessionId={HYDRATED_SESSION}>
      <Usage />
    </AcpSessionProvider>
  </AcpStoreProvider>
);
