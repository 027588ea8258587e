import { type ReactNode, useState } from "react";
import type { FeatureDifference, FeatureDifferences } from "../compare/findFeatures.js";
import { SIDE_NAMES } from "../compare/describeComparison.js";
import { DataTable, LinkButton } from "../ui/controls.js";

/** The number of rows of a table that are shown at first. */
const FIRST_ROWS = 5;

/** Lists the capabilities, the kinds of messages and the fields that only one agent has. */
export function ComparedFeatures({
  features: { capabilities, messages, fields },
}: {
  readonly features: FeatureDifferences;
}): ReactNode {
  if (capabilities.length + messages.length + fields.length === 0) return null;
  return (
    <section className="section" aria-label="Messages and capabilities">
      <h3>Messages and capabilities</h3>
      <div className="feature-tables">
        <FeatureTable
          title="Capabilities"
          column="Path"
          note="in the response to initialize"
          differences={capabilities}
        />
        <FeatureTable
          title="Kinds of messages"
          column="Message"
          note="times sent"
          differences={messages}
        />
        <FeatureTable
          title="Fields"
          column="Message and field"
          note="messages with it"
          differences={fields}
        />
      </div>
    </section>
  );
}

interface FeatureTableProps {
  readonly title: string;
  /** The name of the first column. */
  readonly column: string;
  /** Says what the values are. */
  readonly note: string;
  readonly differences: readonly FeatureDifference[];
}

function FeatureTable({ title, column, note, differences }: FeatureTableProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (differences.length === 0) return null;
  const hidden = differences.length - FIRST_ROWS;
  const shown = isOpen || hidden === 1 ? differences : differences.slice(0, FIRST_ROWS);
  return (
    <div className="feature-table">
      <h4>
        {title} <span className="count">{differences.length}</span>{" "}
        <span className="faint">{note}</span>
      </h4>
      <DataTable
        label={title}
        align="left"
        columns={[column, SIDE_NAMES.left, SIDE_NAMES.right]}
        rows={shown.map(({ name, left, right }) => ({
          key: name,
          cells: [name, left ?? "none", right ?? "none"],
        }))}
      />
      {shown.length < differences.length && (
        <LinkButton onClick={() => setIsOpen(true)}>Show {hidden} more</LinkButton>
      )}
    </div>
  );
}
