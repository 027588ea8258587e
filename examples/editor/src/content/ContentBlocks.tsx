import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlockView } from "./ContentBlockView.js";
import "./content.css";

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[];
  /** The user's own words are shown as they were typed. */
  readonly isPlain?: boolean;
  /** The last one may still grow. */
  readonly isGrowing?: boolean;
}

/** Blocks have no ids, and are only ever added at the end. */
export function ContentBlocks({
  blocks,
  isPlain = false,
  isGrowing = false,
}: ContentBlocksProps): ReactElement {
  return (
    <>
      {blocks.map((block, index) => (
        <ContentBlockView
          key={index}
          block={block}
          isPlain={isPlain}
          isGrowing={isGrowing && index === blocks.length - 1}
        />
      ))}
    </>
  );
}
