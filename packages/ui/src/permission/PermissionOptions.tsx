import { isAmbiguousOption, type PermissionOption } from "@acp-store/core";
import { type ReactElement, useEffect, useRef } from "react";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { clipLabel, clipTooltip } from "../format/clipText.js";
import { permissionTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** More options are shown on request. */
const MAX_OPTIONS = 20;

interface PermissionOptionsProps {
  readonly options: readonly PermissionOption[];
  readonly isDisabled: boolean;
  readonly hasShortcuts: boolean;
  /** Whether the request accepts an answer yet. Until then, the buttons look faint. */
  readonly isArmed: boolean;
  readonly onChoose: (optionId: string) => void;
}

/** The agent's options, in the agent's order. */
export function PermissionOptions(props: PermissionOptionsProps): ReactElement {
  const { options, isDisabled, hasShortcuts, isArmed, onChoose } = props;
  const { shown, ...rest } = useFirstItems(options, MAX_OPTIONS);
  const canChoose = isArmed && !isDisabled;
  const texts = useTexts("permission", permissionTexts);
  useShortcuts(options, hasShortcuts && !isDisabled, onChoose);
  return (
    <div className="acp-request-options" data-armed={isArmed}>
      {shown.map(({ optionId, name, kind }, index) => (
        <button
          key={`${index}:${optionId}`}
          type="button"
          className={`acp-button ${buttonClass(kind)}`}
          disabled={isDisabled || isAmbiguousOption(options, optionId)}
          aria-disabled={!canChoose}
          aria-keyshortcuts={hasShortcuts ? `Alt+${index + 1}` : undefined}
          title={clipLabel(name) === name ? undefined : clipTooltip(name)}
          onClick={() => onChoose(optionId)}
        >
          {clipLabel(name)}
          {hasShortcuts && index < 9 && (
            <kbd className="acp-shortcut" aria-hidden="true">
              {texts.shortcut(index + 1)}
            </kbd>
          )}
        </button>
      ))}
      <ShowAllItems {...rest} />
    </div>
  );
}

function buttonClass(kind: PermissionOption["kind"]): string {
  if (kind === "allow_once") return "acp-button-primary";
  return kind.startsWith("reject") ? "acp-button-danger" : "";
}

/**
 * Answers with Alt and a digit. Compares the physical key, because Alt changes letters on a Mac.
 */
function useShortcuts(
  options: readonly PermissionOption[],
  isEnabled: boolean,
  onChoose: (optionId: string) => void,
): void {
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      const option = options[Number(digit) - 1];
      if (option === undefined) return;
      event.preventDefault();
      choose.current(option.optionId);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [options, isEnabled]);
}
