import { useStore } from '@nanostores/react';
import { money } from '#domain/italian.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { useQuote } from '#site/areas/quotes/builder/quote.ts';
import { moment, t } from '#site/lib/intl.ts';
import { issued as words } from '#site/messages/it/quotes-issued.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { Around } from './around.ts';
import { Differences } from './Differences.tsx';
import { Letters } from './Letters.tsx';

/** The revisions, newest first. A press shows how this one differs from the previous one. */
function Revisions({ story, difference }: Pick<Around, 'story' | 'difference'>) {
  const { $quote } = useQuote();
  const { id } = useStore($quote)!;
  const { revisions } = story;
  if (revisions.length < 2) return null;
  return (
    <div className="revisions">
      <h3>{words.revisions}</h3>
      <ul>
        {revisions.map((one) => (
          <li key={one.id}>
            <a className="link" href={one.href} aria-current={one.id === id ? 'true' : undefined}>
              {t(builder.revision, { n: one.revision })}
            </a>{' '}
            {one.superseded ? (
              <StateBadge tone="mute">{builder.superseded}</StateBadge>
            ) : (
              <StateBadge tone={quoteStates[one.state].tone}>{quoteStates[one.state].label}</StateBadge>
            )}{' '}
            {money(one.keysInHand)} <small>{moment(one.createdAt)}</small>
            {one.id === id && difference && (
              <details>
                <summary>{t(words.difference, { n: difference.revision })}</summary>
                <Differences {...difference} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The history of the quote and its revisions, with the letters in both directions. */
export function StorySections({
  story,
  difference,
  onAnswer,
}: Pick<Around, 'story' | 'difference'> & { onAnswer?: (question: number, text: string) => void }) {
  const { $actions } = useQuote();
  const maySend = useStore($actions).includes('send');
  return (
    <>
      <Revisions story={story} difference={difference} />
      <Letters events={story.events} onAnswer={maySend ? onAnswer : undefined} />
    </>
  );
}
