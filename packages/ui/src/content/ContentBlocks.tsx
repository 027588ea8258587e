import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { ContentBlockView } from "./ContentBlockView.js";

/** More blocks are shown on request. */
const MAX_BLOCKS = 300;

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
  const { shown, ...rest } = useFirstItems(blocks, MAX_BLOCKS);
  return (
    <>
      {shown.map((block, index) => (
        <ContentBlockView
          key={index}
          block={block}
          isPlain={isPlain}
          isStreaming={isStreaming && index === blocks.length - 1}
        />
      ))}
      <ShowAllItems {...rest} />
    </>
  );
}
