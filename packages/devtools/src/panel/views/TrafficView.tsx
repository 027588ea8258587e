import { type ReactNode, useMemo } from "react";
import { formatCount, formatProcessingTime, formatSize } from "../model/format.js";
import {
  createTrafficMeter,
  NO_TRAFFIC,
  type TrafficAmount,
  type TrafficReading,
} from "../model/traffic.js";
import { Tile } from "../ui/controls.js";
import { usePanel } from "../ui/panelContext.js";
import { useChunkedWork } from "../ui/useChunkedWork.js";
import { TrafficChart } from "./TrafficChart.js";

/** The number of entries that are measured in one step. */
const MEASURE_STEP = 2000;

/** Shows the number and size of the messages, and the time that the store needed to process them. */
export function TrafficView(): ReactNode {
  const { source } = usePanel();
  const meter = useMemo(() => createTrafficMeter(source.history), [source]);
  const isMeasuring = !useChunkedWork(() => meter.advance(MEASURE_STEP));
  const reading = meter.read();
  return (
    <div className="traffic">
      <TrafficTiles reading={reading} />
      <TrafficChart seconds={reading.seconds} />
      <p className="footnote">
        Processing time is how long the store in this page took from a message to the last change
        that the message caused. It says nothing about the speed of the agent, and it does not
        include the work of the application. Traces do not contain it: for an opened trace, it was
        measured while the file was read. Messages that changed nothing have no processing time.
        Browsers round times, so sums are more accurate than single values.
      </p>
      <TrafficTable kinds={reading.kinds} isMeasuring={isMeasuring} />
    </div>
  );
}

/** Shows the sums over all messages. */
function TrafficTiles({ reading }: { readonly reading: TrafficReading }): ReactNode {
  const { all, recv, sent, seconds } = reading;
  const slowest = maxSecond(seconds, "spentMs");
  return (
    <dl className="tiles">
      <MessagesTile name="From the agent" amount={recv} />
      <MessagesTile name="From the client" amount={sent} />
      <MessagesTile name="Busiest second" amount={maxSecond(seconds, "count")} />
      <Tile
        name="Processing time"
        value={formatProcessingTime(all.spentMs)}
        note={averageText(all)}
      />
      <Tile
        name="Most processing time in a second"
        value={formatProcessingTime(slowest.spentMs)}
        note={`for ${formatCount(slowest.count, "message")}`}
      />
    </dl>
  );
}

function averageText({ spentMs, timed }: TrafficAmount): string {
  if (timed === 0) return "no message was timed";
  return `${formatProcessingTime(spentMs / timed)} per message (${timed.toLocaleString("en")} timed)`;
}

function maxSecond(seconds: TrafficReading["seconds"], field: "count" | "spentMs"): TrafficAmount {
  let max = NO_TRAFFIC;
  for (const amount of seconds.values()) if (amount[field] > max[field]) max = amount;
  return max;
}

interface MessagesTileProps {
  readonly name: string;
  readonly amount: TrafficAmount;
}

function MessagesTile({ name, amount: { count, size } }: MessagesTileProps): ReactNode {
  return (
    <Tile
      name={name}
      value={count.toLocaleString("en")}
      unit={count === 1 ? "message" : "messages"}
      note={`${formatSize(size)} characters`}
    />
  );
}

interface TrafficTableProps {
  readonly kinds: TrafficReading["kinds"];
  readonly isMeasuring: boolean;
}

/** Shows the sums for each kind of message. */
function TrafficTable({ kinds, isMeasuring }: TrafficTableProps): ReactNode {
  return (
    <div className="table" role="region" aria-label="Traffic by message kind" tabIndex={0}>
      <table>
        <caption>Traffic by message kind{isMeasuring && " (measuring…)"}</caption>
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">Count</th>
            <th scope="col">Characters of JSON</th>
            <th scope="col">Characters per message</th>
            <th scope="col">Processing time</th>
            <th scope="col">Time per message</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((amount) => (
            <tr key={amount.kind}>
              <th scope="row">{amount.kind}</th>
              <td>{amount.count.toLocaleString("en")}</td>
              <td>{formatSize(amount.size)}</td>
              <td>{formatSize(Math.round(amount.size / amount.count))}</td>
              <td>{amount.timed === 0 ? "–" : formatProcessingTime(amount.spentMs)}</td>
              <td>{timePerMessage(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the average, with the number of timed messages if not all of them were timed. */
function timePerMessage({ count, spentMs, timed }: TrafficAmount): string {
  if (timed === 0) return "–";
  const average = formatProcessingTime(spentMs / timed);
  return timed === count ? average : `${average} (${timed} timed)`;
}
