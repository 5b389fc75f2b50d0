import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { useKeptFocus } from '#site/ui/useKeptFocus.ts';
import { sectionOf, useProblems } from './problems.ts';
import { useBuilder } from './store.ts';

/** One section of the quote: heading, what is wrong in it, fields. */
export function Section({
  name,
  note,
  aside,
  children,
}: {
  name: QuoteSection;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { $alive, $editable } = useBuilder();
  const alive = useStore($alive);
  const editable = useStore($editable);
  const problems = useProblems();
  const shown = problems.filter((one) => sectionOf(one.path) === name && !one.atField);
  const ref = useKeptFocus<HTMLElement>();
  return (
    <section className="card sec" id={name} ref={ref} tabIndex={-1} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{words.sections[name]}</h2>
        {note && <span className="muted">{note}</span>}
        <span className="grow" />
        {aside}
      </header>
      <fieldset className="body" disabled={!alive || !editable} data-asleep={(!alive && editable) || undefined}>
        {children}
      </fieldset>
      {shown.length > 0 && (
        <ul className="issues">
          {shown.map(({ message, level }) => (
            <li key={message} className={`callout ${level === 'error' ? 'bad' : 'warn'}`}>
              {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
