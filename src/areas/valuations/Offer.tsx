import { day, integer, money, number } from '#domain/italian.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';

/** What the company offers, and what the car became. */
export function OfferCard({ of, value }: { of: Valuation; value: number }) {
  const { offer, offerUntil, offerKm } = of;
  const gap = offer === null ? 0 : value - offer;
  const quoteWords = of.quote && t(words.inQuote, { number: of.quote.number ?? words.draft });
  return (
    <section className="card pad offer">
      <header>
        <h2 className="grow">{words.offer}</h2>
        {offer !== null && value > 0 && gap !== 0 && (
          <StateBadge tone={gap > 0 ? 'ok' : 'bad'}>
            {t(gap > 0 ? words.below : words.above, { amount: money(Math.abs(gap)) })}
          </StateBadge>
        )}
      </header>
      {offer === null || offerUntil === null ? (
        <p className="muted">{words.noOffer}</p>
      ) : (
        <>
          <p className="amount">{money(offer)}</p>
          <p className={of.state === 'expired' ? 'late' : undefined}>
            {t(words.expires, { day: day(offerUntil) })}{' '}
            {offerKm !== null && <span className="muted">{t(words.orKm, { km: integer(offerKm) })}</span>}
          </p>
        </>
      )}
      {of.quote ? (
        <p>
          {of.quote.href === null ? (
            quoteWords
          ) : (
            <a className="link" href={of.quote.href}>
              {quoteWords}
            </a>
          )}
        </p>
      ) : of.usedCarId !== null ? (
        <p>
          <a className="link" href={`/dealer/stock/used/${of.usedCarId}`}>
            {words.inStock}
          </a>
        </p>
      ) : (
        <p className="muted">{words.becomes}</p>
      )}
    </section>
  );
}

/** Earlier valuations of the plate, and how cars like it sold. */
export function Earlier({ of }: { of: Valuation }) {
  const { earlier, alike } = of;
  if (earlier.length === 0 && alike.sold === 0) return null;
  return (
    <section className="card pad">
      {earlier.map((one) => (
        <p key={one.id}>
          <StateBadge tone="warn">{words.earlier}</StateBadge>{' '}
          <a className="link" href={`/dealer/usedEvaluation/${one.id}`}>
            {one.offer === null
              ? t(words.earlierNone, { by: one.by })
              : t(words.earlierOffer, { offer: money(one.offer), by: one.by })}
          </a>{' '}
          <span className="muted">
            {[one.location, day(one.on), valuationStates[one.state].label.toLowerCase()].filter(Boolean).join(', ')}
          </span>
        </p>
      ))}
      {alike.sold > 0 && (
        <p>
          <StateBadge tone="mute">{words.alike}</StateBadge>{' '}
          {alike.above !== null &&
            t(words.alikeText, { above: `${alike.above > 0 ? '+' : ''}${number(alike.above)}\u00a0%` })}{' '}
          <span className="muted">{t(words.alikeCount[alike.sold === 1 ? 0 : 1], { n: alike.sold })}</span>
        </p>
      )}
    </section>
  );
}

/** What was planned against what the sale brought. */
export function Realised({ of }: { of: Valuation }) {
  const { realised, retailPrice, offer } = of;
  if (!realised) return null;
  const { soldFor, purchaseCost } = realised;
  return (
    <section className="card pad">
      <header>
        <h2 className="grow">{words.realised}</h2>
        <a className="link" href={`/dealer/stock/used/${realised.carId}`}>
          Auto
        </a>
      </header>
      <DescriptionList
        rows={[
          [words.offer, offer !== null && money(offer)],
          [words.cost, purchaseCost !== undefined && purchaseCost !== null && money(purchaseCost)],
          [words.planned, retailPrice !== null && money(retailPrice)],
          [words.soldFor, soldFor === null ? words.notSold : money(soldFor)],
          [words.difference, soldFor !== null && retailPrice !== null && money(soldFor - retailPrice)],
        ]}
      />
    </section>
  );
}
