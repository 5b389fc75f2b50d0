import type { ReactNode } from 'react';
import './description-list.css';

/** A text of more characters has a row for itself. */
const LONG = 120;

/** A mail address breaks after its @ sooner than within a word. */
export function broken(value: ReactNode): ReactNode {
  const mail = typeof value === 'string' && /^([^\s@]+@)([^\s@]+)$/.exec(value);
  if (!mail) return value;
  return (
    <>
      {mail[1]}
      <wbr />
      {mail[2]}
    </>
  );
}

/** Labels with their values, as a document lists them; empty values are left out. */
export function DescriptionList({ rows }: { rows: readonly (readonly [label: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="description-list">
      {rows.map(
        ([label, value], index) =>
          value !== null &&
          value !== '' &&
          value !== false && (
            <div key={index} className={typeof value === 'string' && value.length > LONG ? 'wide' : undefined}>
              <dt>{label}</dt>
              <dd>{broken(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
