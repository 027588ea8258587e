import { type ReactElement, useState } from "react";
import { BlockView, useStreamingBlockIndex } from "../conversation/BlockView.js";
import { useBlocks } from "../conversation/useBlocks.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Earlier rows are shown on request. */
const INITIAL_ROWS = 30;

/** The conversation of a subagent, shown inside the conversation of its parent. */
export function SubagentTranscript(): ReactElement {
  const blocks = useBlocks();
  const texts = useTexts("subagent", subagentTexts);
  const [shown, setShown] = useState(INITIAL_ROWS);
  const first = Math.max(0, blocks.length - shown);
  const streamingIndex = useStreamingBlockIndex(blocks);
  if (blocks.length === 0) return <p className="acp-call-note">{texts.nothingYet}</p>;
  return (
    <>
      {first > 0 && (
        <button type="button" className="acp-link-button" onClick={() => setShown(shown * 4)}>
          {texts.showEarlier(first)}
        </button>
      )}
      {blocks.slice(first).map((block, index) => (
        <BlockView key={block.key} block={block} isStreaming={first + index === streamingIndex} />
      ))}
    </>
  );
}
