import type { ReactNode } from 'react';
import './facts.css';

/** What a finished record says, as a document does: what is empty is not said. */
export function Facts({ rows }: { rows: readonly (readonly [label: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(
        ([label, value], index) =>
          value !== null &&
          value !== '' &&
          value !== false && (
            <div key={index}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
