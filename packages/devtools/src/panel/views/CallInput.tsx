import type { ToolCall } from "@acp-store/core";
import type { ReactNode } from "react";
import { childrenOf } from "../model/jsonNode.js";
import { JsonTree } from "../ui/JsonTree.js";

/** What a tool call was given; where the agent does not say, what it is at and shows. */
export function CallInput({ call }: { readonly call: ToolCall }): ReactNode {
  const { rawInput, locations, content } = call;
  // Some agents send an empty one.
  if (rawInput !== undefined && childrenOf(rawInput)?.count !== 0)
    return <JsonTree value={rawInput} label="rawInput" depth={1} />;
  return (
    <>
      {locations.length > 0 && <JsonTree value={locations} label="locations" depth={2} />}
      {content.length > 0 && <JsonTree value={content} label="content" depth={2} />}
      {locations.length === 0 && content.length === 0 && (
        <p className="faint">The agent sent no arguments, locations or content for it.</p>
      )}
    </>
  );
}
