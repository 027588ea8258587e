import type { ContentBlock, ImageBlock, ResourceBlock, TextBlock } from "@acp-store/core";
import { type ReactElement, useMemo } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { clipLabel } from "../format/clipText.js";
import { relativePath } from "../format/paths.js";
import { FILE_ICON, IMAGE_ICON, PLAY_ICON, QUESTION_ICON } from "../controls/iconPaths.js";
import { Chip } from "./Chip.js";
import { SafeLink } from "./SafeLink.js";
import { toImageDataUrl } from "./safeUrl.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface NonTextBlockProps {
  readonly block: Exclude<ContentBlock, TextBlock>;
}

/** One content block that is not text. For an unknown type, it shows the type's name. */
export function NonTextBlockView({ block }: NonTextBlockProps): ReactElement {
  const texts = useTexts("content", contentTexts);
  switch (block.type) {
    case "image":
      return <ImageBlockView block={block} />;
    case "audio":
      return <Chip icon={PLAY_ICON}>{texts.audio(block.mimeType)}</Chip>;
    case "resource_link":
      return (
        <Chip icon={FILE_ICON} title={block.description ?? block.uri}>
          <SafeLink href={block.uri}>{clipLabel(block.title || block.name)}</SafeLink>
        </Chip>
      );
    case "resource":
      return <ResourceBlockView block={block} />;
    default:
      return <Chip icon={QUESTION_ICON}>{texts.unsupported(block.type)}</Chip>;
  }
}

function ImageBlockView({ block }: { block: ImageBlock }): ReactElement {
  const texts = useTexts("content", contentTexts);
  // The check reads all data, which may have many MB.
  const url = useMemo(
    () => toImageDataUrl(block.mimeType, block.data),
    [block.mimeType, block.data],
  );
  const name = block.uri ?? texts.image(block.mimeType);
  if (url === undefined) return <Chip icon={IMAGE_ICON}>{name}</Chip>;
  return <img className="acp-image" src={url} alt={clipLabel(name)} decoding="async" />;
}

function ResourceBlockView({ block }: { block: ResourceBlock }): ReactElement {
  const { cwd, slots } = useAcpUi();
  const { resource } = block;
  const name = relativePath(
    decodeAddress(resource.uri.replace(/^(file:\/\/|attachment:)/, "")),
    cwd,
  );
  return (
    <div className="acp-resource">
      <Chip icon={FILE_ICON} title={resource.uri}>
        {name}
      </Chip>
      {"text" in resource && (
        <slots.Output text={resource.text} label={name} language={resource.uri} />
      )}
    </div>
  );
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
