import type { ReactNode } from "react";
import type { FindingCode } from "../../check/rules.js";
import { TONES, worstOf } from "../model/severity.js";
import { usePanel } from "../ui/context.js";

/** What was found, in the colour of how serious the worst of it is. */
export function CodeBadge({ codes }: { readonly codes: readonly FindingCode[] }): ReactNode {
  const { conformance } = usePanel();
  const found = new Set(codes);
  const severity = worstOf(found, conformance);
  if (severity === undefined) return null;
  const names = [...found].join(", ");
  return (
    <span className={`badge ${TONES[severity]}`} title={`${severity}: ${names}`}>
      {names}
    </span>
  );
}
