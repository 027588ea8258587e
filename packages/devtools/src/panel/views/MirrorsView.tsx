import type { ReactNode } from "react";
import { usePanel } from "../ui/panelContext.js";
import { HostedMirrors } from "./HostedMirrors.js";
import { OwnMirror } from "./OwnMirror.js";

/** Shows the mirror of this page, and the mirrors of the store if this page owns it. */
export function MirrorsView(): ReactNode {
  const { mirror, mirrorHost } = usePanel().mirrors;
  return (
    <div className="sections mirrors">
      {mirror !== undefined && <OwnMirror mirror={mirror} />}
      {mirrorHost !== undefined && <HostedMirrors host={mirrorHost} />}
    </div>
  );
}
