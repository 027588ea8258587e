import type { PermissionOption } from "@acp-store/core";
import { type ReactElement, useEffect, useRef } from "react";

interface PermissionOptionsProps {
  readonly options: readonly PermissionOption[];
  readonly isDisabled: boolean;
  readonly hasShortcuts: boolean;
  /** Until then the answers look faint; who asks for one all the same is told why not. */
  readonly isArmed: boolean;
  readonly onChoose: (optionId: string) => void;
}

/** The answers on offer, all of them and in the agent's order. */
export function PermissionOptions(props: PermissionOptionsProps): ReactElement {
  const { options, isDisabled, hasShortcuts, isArmed, onChoose } = props;
  const canChoose = isArmed && !isDisabled;
  useShortcuts(options, hasShortcuts && !isDisabled, onChoose);
  return (
    <div className="options" data-armed={isArmed}>
      {options.map(({ optionId, name, kind }, index) => (
        <button
          key={`${index}:${optionId}`}
          type="button"
          className={`button ${styleOf(kind)}`}
          disabled={isDisabled}
          aria-disabled={!canChoose}
          aria-keyshortcuts={hasShortcuts ? `Alt+${index + 1}` : undefined}
          onClick={() => onChoose(optionId)}
        >
          {name}
          {hasShortcuts && index < 9 && (
            <kbd className="shortcut" aria-hidden="true">
              Alt {index + 1}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}

function styleOf(kind: PermissionOption["kind"]): string {
  if (kind === "allow_once") return "button-primary";
  return kind.startsWith("reject") ? "button-danger" : "";
}

/** Alt and a digit answer from anywhere; the letter such a chord makes on a Mac does not matter. */
function useShortcuts(
  options: readonly PermissionOption[],
  isOn: boolean,
  onChoose: (optionId: string) => void,
): void {
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (!isOn) return undefined;
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
  }, [options, isOn]);
}
