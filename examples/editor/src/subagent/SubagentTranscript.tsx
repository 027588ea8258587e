import { type ReactElement, useState } from "react";
import { BlockView, useGrowingRow } from "../conversation/ConversationBlock.js";
import { useBlocks } from "../conversation/useBlocks.js";
import { plural } from "../ui/format.js";

/** The newest say where it is: the others come when they are asked for. */
const SHOWN = 30;

/** The conversation of a subagent, within that of its parent. */
export function SubagentTranscript(): ReactElement {
  const blocks = useBlocks();
  const [shown, setShown] = useState(SHOWN);
  const first = Math.max(0, blocks.length - shown);
  const growingRow = useGrowingRow(blocks);
  if (blocks.length === 0) return <p className="call-note">Nothing has happened here yet.</p>;
  return (
    <>
      {first > 0 && (
        <button type="button" className="link-button" onClick={() => setShown(shown * 4)}>
          Show earlier ({plural(first, "row")})
        </button>
      )}
      {blocks.slice(first).map((block, index) => (
        <BlockView key={block.key} block={block} isGrowing={first + index === growingRow} />
      ))}
    </>
  );
}
