import { money } from '#domain/italian.ts';
import type { Repriced } from '#domain/quotes/sheet/changes.ts';
import { t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import type { Around } from './around.ts';
import { PriceChanges } from './Changes.tsx';

const say = words.today;

/** Prices that have changed since the quote was issued: which ones, by how much, and a button that makes a revision at today's prices. */
export function Today({
  today: { from, to, changes },
  begun,
  onRevise,
}: {
  today: Repriced;
  /** A revision that somebody has already begun. */
  begun: Around['story']['revisions'][number] | undefined;
  onRevise(): void;
}) {
  const title = t(from === to ? say.same : say.title, { from: money(from), to: money(to) });
  return (
    <section className="card issued-today" aria-label={title}>
      <h2>{title}</h2>
      <PriceChanges changes={changes} />
      <p className="muted">{say.note}</p>
      {begun ? (
        <a className="btn" href={begun.href}>
          {t(say.begun, { n: begun.revision })}
        </a>
      ) : (
        <button type="button" className="btn" name="revise-today" onClick={onRevise}>
          {say.revise}
        </button>
      )}
    </section>
  );
}
