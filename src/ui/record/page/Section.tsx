import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useKeptFocus } from '#site/ui/useKeptFocus.ts';
import { useThisRecord } from '../store/context.ts';

/**
 * One section of a record: heading, fields and errors. A locked section reads as a document and says why it is
 * locked.
 */
export function Section({
  name,
  note,
  aside,
  document,
  children,
}: {
  name: string;
  note?: ReactNode;
  aside?: ReactNode;
  /** Replaces the fields while the section is locked. */
  document: ReactNode;
  children: ReactNode;
}) {
  const record = useThisRecord();
  const alive = useStore(record.$alive);
  const problems = useStore(record.$problems);
  const rows = useStore(record.$index);
  const { label, locked } = rows.find((row) => row.name === name)!;
  // A reason that all sections share stands once, above them.
  const whole = rows.every((row) => row.locked === locked);
  const shown = problems.filter((one) => one.section === name && !one.atField);
  const remedies = problems.flatMap((one) => (one.section === name && one.remedy ? [one.remedy] : []));
  const ref = useKeptFocus<HTMLElement>();
  return (
    <section className="card sec" id={name} ref={ref} tabIndex={-1} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{label}</h2>
        {note && <span className="muted">{note}</span>}
        <span className="grow" />
        {locked === undefined && aside}
      </header>
      {locked === undefined ? (
        <fieldset className="body" disabled={!alive} data-asleep={!alive || undefined}>
          {children}
        </fieldset>
      ) : (
        <div className="body" data-locked>
          {document}
          {!whole && <p className="muted">{locked}</p>}
        </div>
      )}
      {shown.length > 0 && (
        <ul className="issues">
          {shown.map(({ message, level }) => (
            <li key={message} className={`callout ${level === 'error' ? 'bad' : 'warn'}`}>
              {message}
            </li>
          ))}
        </ul>
      )}
      {remedies.length > 0 && locked === undefined && (
        <p className="row">
          {remedies.map(({ label, change }) => (
            <button key={label} type="button" className="btn" onClick={() => record.change(change)}>
              {label}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
