import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createTraffic } from "../model/traffic.js";
import { usePanel } from "../ui/context.js";
import { TrafficChart } from "./TrafficChart.js";
import { TrafficTable } from "./TrafficTable.js";
import { TrafficTiles } from "./TrafficTiles.js";

const PIECE = 2000;

/** How much came and went, and what it cost this page. */
export function TrafficView(): ReactNode {
  const { source } = usePanel();
  const traffic = useMemo(() => createTraffic(source.history), [source]);
  const [, setPieces] = useState(0);
  const isMeasuring = !traffic.more(PIECE);

  useEffect(() => {
    if (!isMeasuring) return undefined;
    const timer = setTimeout(() => setPieces((pieces) => pieces + 1), 0);
    return () => clearTimeout(timer);
  });

  const reading = traffic.read();
  return (
    <div className="traffic">
      <TrafficTiles reading={reading} />
      <TrafficChart seconds={reading.seconds} />
      <p className="explained">
        The time this page took is how long the store here needed, from a message to the last change
        that it made. It says nothing of how fast the agent was, and is not in a trace: of one that
        is opened, it is the time of reading it just now. What the application does after that is
        not in it. Messages that changed nothing are not timed. Browsers round such times, so that
        sums tell more than single messages.
      </p>
      <TrafficTable kinds={reading.kinds} isMeasuring={isMeasuring} />
    </div>
  );
}
