import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlockView } from "./ContentBlockView.js";
import "./content.css";

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[];
  /** The user's own words are shown as they were typed. */
  readonly isPlain?: boolean;
}

/** Blocks have no ids, and are only ever added at the end. */
export function ContentBlocks({ blocks, isPlain = false }: ContentBlocksProps): ReactElement {
  return (
    <>
      {blocks.map((block, index) => (
        <ContentBlockView key={index} block={block} isPlain={isPlain} />
      ))}
    </>
  );
}
