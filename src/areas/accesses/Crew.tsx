import type { ReceptionSeller } from '#domain/accesses/schema.ts';
import { time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { minutesSince } from './waiting.ts';

/** Why a seller is not free, or when a free one had the last visit; and the languages. */
const about = ({ duty, why, lastAt, languages }: ReceptionSeller) =>
  [duty === 'free' ? (lastAt ? t(words.lastAt, { time: time(lastAt) }) : words.never) : why, ...languages].join(' · ');
const whenOf = ({ duty, since, until }: ReceptionSeller, now: Date) =>
  until
    ? t(duty === 'away' ? words.from : words.until, { time: time(until) })
    : since
      ? t(words.since, { n: minutesSince(since, now) })
      : '';

/** How a seller stands, in words: free, or why not and until when. */
export const dutyWords = ({ duty, why, until }: ReceptionSeller): string =>
  duty === 'free'
    ? words.isFree.toLowerCase()
    : [why, until && t(duty === 'away' ? words.from : words.until, { time: time(until) })].filter(Boolean).join(' ');

/** The sellers of the place, whose turn it is first. */
export function Crew({ sellers, now }: { sellers: readonly ReceptionSeller[]; now: Date }) {
  const free = sellers.filter(({ duty }) => duty === 'free').length;
  return (
    <section className="card reception-list">
      <h2>
        {words.sellers} <small className="muted">{t(words.free, { n: free, all: sellers.length })}</small>
      </h2>
      <ul>
        {sellers.map((seller) => (
          <li key={seller.id} data-duty={seller.duty}>
            <span className="reception-place">{seller.place ?? '—'}</span>
            <div>
              <b>{seller.name}</b>
              <small>{about(seller)}</small>
            </div>
            {seller.duty === 'free' ? (
              <span className="badge b-ok">{words.isFree}</span>
            ) : (
              <small className="muted">{whenOf(seller, now)}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
