import type { ReactNode } from 'react';
import './facts.css';

/** The facts of a finished record, as a document lists them; empty ones are left out. */
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
