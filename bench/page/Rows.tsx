import { type AcpState, selectToolCall, type ToolCall } from "@acp-store/core";
import { useAcpStore, useToolCall, useToolCallIds } from "@acp-store/react";
import { memo, type ReactElement } from "react";
import { useStore } from "zustand";
import type { RowKind } from "../src/browser/pageApi.js";

/** Counts the renders and selector calls of the rows. */
export interface RowMeter {
  onRender(id: string): void;
  onSelect(): void;
}

interface RowProps {
  readonly id: string;
  readonly sessionId: string;
  readonly meter: RowMeter;
}

/** A row that subscribes to its own tool call. */
const WatchingRow = memo(function WatchingRow({ id, meter }: RowProps): ReactElement {
  const call = useToolCall(id, (found) => {
    meter.onSelect();
    return found;
  });
  meter.onRender(id);
  return renderRow(call);
});

/** A row with a selector on the whole state, as is usual with zustand. */
const SelectingRow = memo(function SelectingRow({ id, sessionId, meter }: RowProps): ReactElement {
  const call = useStore(useAcpStore(), (state: AcpState) => {
    meter.onSelect();
    return selectToolCall(state, sessionId, id);
  });
  meter.onRender(id);
  return renderRow(call);
});

function renderRow(call: ToolCall | undefined): ReactElement {
  return (
    <li data-status={call?.status}>
      {call?.title} {JSON.stringify(call?.rawOutput)}
    </li>
  );
}

const ROWS = { useToolCall: WatchingRow, useStore: SelectingRow };

/** The rows of all tool calls of a session. */
export function Rows(props: {
  readonly kind: RowKind;
  readonly sessionId: string;
  readonly meter: RowMeter;
}): ReactElement {
  const { kind, sessionId, meter } = props;
  const Row = ROWS[kind];
  const rows = useToolCallIds().map((id) => (
    <Row key={id} id={id} sessionId={sessionId} meter={meter} />
  ));
  return <ul>{rows}</ul>;
}
