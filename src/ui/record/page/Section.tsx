import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useKeptFocus } from '#site/ui/useKeptFocus.ts';
import { useThisRecord } from '../store/context.ts';

/** How a section that may be folded begins. */
export interface Folding {
  open: boolean;
  /** What matters of it in one line, while it is folded. */
  said: ReactNode;
}

/** One section of a record: heading, fields and errors. A locked section reads as a document. */
export function Section({
  name,
  note,
  aside,
  fold,
  document,
  children,
}: {
  name: string;
  note?: ReactNode;
  /** Lets people fold it to a line. */
  fold?: Folding | undefined;
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
  const shown = problems.filter((one) => one.section === name && !one.atField);
  const remedies = problems.flatMap((one) => (one.section === name && one.remedy ? [one.remedy] : []));
  const ref = useKeptFocus<HTMLDetailsElement>();
  const title = <h2 id={`${name}-title`}>{label}</h2>;
  const noted = note && <span className="muted">{note}</span>;
  const content = (
    <>
      {locked === undefined ? (
        <fieldset className="body" disabled={!alive} data-asleep={!alive || undefined}>
          {children}
        </fieldset>
      ) : (
        <div className="body" data-locked>
          {document}
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
    </>
  );
  const own = { id: name, ref, tabIndex: -1, 'aria-labelledby': `${name}-title` };
  if (fold)
    return (
      <details className="card sec" open={fold.open} {...own}>
        <summary>
          {title} {noted} <span className="muted">{fold.said}</span>
        </summary>
        <div className="unfolded">{content}</div>
      </details>
    );
  return (
    <section className="card sec" {...own}>
      <header>
        {title}
        {noted}
        <span className="grow" />
        {locked === undefined && aside}
      </header>
      {content}
    </section>
  );
}
