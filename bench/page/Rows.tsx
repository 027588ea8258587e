import { type AcpState, selectToolCall, type ToolCall } from "@acp-store/core";
import { useAcpStore, useToolCall, useToolCallIds } from "@acp-store/react";
import { memo, type ReactElement } from "react";
import { useStore } from "zustand";
import type { RowKind } from "../src/browser/results.js";

/** Is told what the rows do. */
export interface RowMeter {
  rendered(id: string): void;
  selected(): void;
}

interface RowProps {
  readonly id: string;
  readonly sessionId: string;
  readonly meter: RowMeter;
}

/** A row that subscribes to its own tool call. */
const WatchingRow = memo(function WatchingRow({ id, meter }: RowProps): ReactElement {
  const call = useToolCall(id, (found) => {
    meter.selected();
    return found;
  });
  meter.rendered(id);
  return row(call);
});

/** A row with a selector on the whole state, as one writes it for any zustand store. */
const SelectingRow = memo(function SelectingRow({ id, sessionId, meter }: RowProps): ReactElement {
  const call = useStore(useAcpStore(), (state: AcpState) => {
    meter.selected();
    return selectToolCall(state, sessionId, id);
  });
  meter.rendered(id);
  return row(call);
});

function row(call: ToolCall | undefined): ReactElement {
  return (
    <li data-status={call?.status}>
      {call?.title} {JSON.stringify(call?.rawOutput)}
    </li>
  );
}

const ROWS = { useToolCall: WatchingRow, useStore: SelectingRow };

/** All tool calls of a session. */
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
