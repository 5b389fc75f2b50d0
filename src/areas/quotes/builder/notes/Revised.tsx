import type { Quote } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';

/** The notice on a draft that revises a quote: which revision it becomes, and which one the customer holds. */
export function Revised({ quote: { number, revision, newest } }: { quote: Quote }) {
  return (
    <p className="callout">
      <span className="grow">{t(words.draftOf, { n: revision, number: number ?? '', before: revision - 1 })}</span>
      {newest && (
        <a className="link newest" href={newest}>
          {t(words.openRevision, { n: revision - 1 })}
        </a>
      )}
    </p>
  );
}
