import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlockView } from "./ContentBlockView.js";

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[];
  /** Shows text as plain text instead of Markdown. Used for the user's own messages. */
  readonly isPlain?: boolean;
  /** Whether more text may be appended to the last block. */
  readonly isStreaming?: boolean;
}

/** A list of content blocks. Blocks have no ids and are only appended, so the index is the key. */
export function ContentBlocks({
  blocks,
  isPlain = false,
  isStreaming = false,
}: ContentBlocksProps): ReactElement {
  return (
    <>
      {blocks.map((block, index) => (
        <ContentBlockView
          key={index}
          block={block}
          isPlain={isPlain}
          isStreaming={isStreaming && index === blocks.length - 1}
        />
      ))}
    </>
  );
}
