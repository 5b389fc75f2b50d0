import { useState } from 'react';
import { day, money } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { countersOf } from '#domain/valuations/counters.ts';
import type { ValuationValues } from '#domain/valuations/fields.ts';
import type { CounterAnswer, Quotation, Valuation } from '#domain/valuations/schema.ts';
import { sources, type Question, type Source } from '#domain/valuations/terms.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { toast } from '#site/ui/toast.ts';
import { Counters, isUsedUp, Simulated } from './Counters.tsx';

interface Props {
  of: Valuation;
  counters: CounterAnswer | null;
  today: string;
  /** Absent for who may not change the valuation. */
  onBase: ((patch: Partial<ValuationValues>) => Promise<boolean>) | undefined;
  onAnswered: (counters: CounterAnswer, quotations: Quotation[]) => void;
}

/** One source: its kept answer, what a question costs, and what is left of the month. */
function SourceCard({ source, of, counters, onBase, onAnswered }: Props & { source: Source }) {
  const [waiting, setWaiting] = useState(false);
  const kept = of.quotations.find((one) => one.source === source);
  const isBase = of.source === source && of.base > 0;
  const byPlate = of.plate !== '';
  const hasCar = of.maker !== '' && of.model !== '' && of.registeredOn !== null;
  /** What was not asked yet, as far as the car is known. */
  const left = (['advanced', 'simple'] as const).filter(
    (question) => hasCar && !of.quotations.some((one) => one.source === source && one.question === question),
  );
  const isFull = (question: Question) => counters !== null && isUsedUp(counters, { source, question, byPlate });
  const asBase = (one: Quotation) =>
    onBase?.({
      source,
      base: one.tradeIn ?? 0,
      monthly: one.monthly,
      ...(of.retailPrice === null && { retailPrice: one.retail }),
    });
  const ask = async (question: Question) => {
    setWaiting(true);
    try {
      const { plate, maker, model, versionName, versionCode, registeredOn } = of;
      const body = { source, question, plate, maker, model, versionName, versionCode, registeredOn };
      const { quotation, paid, counters: now } = await call('POST /valuations/quotations', { body });
      onAnswered(now, [quotation, ...of.quotations.filter(({ id }) => id !== quotation.id)]);
      void toast(paid ? t(words.noted, { source }) : t(words.kept, { day: day(quotation.askedOn) }), { kind: 'ok' });
      if (of.base === 0 && quotation.tradeIn !== null) await asBase(quotation);
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setWaiting(false);
    }
  };
  return (
    <article className="source" data-base={isBase || undefined}>
      <header>
        <h3>{source}</h3> <span className="muted">{sources[source]}</span>
        {counters ? (
          <Simulated of={counters} source={source} />
        ) : (
          kept?.simulated && <StateBadge tone="warn">{words.simulated}</StateBadge>
        )}
        {isBase && <StateBadge tone="info">{words.base}</StateBadge>}
      </header>
      {kept ? (
        <>
          <dl className="pair">
            <div>
              <dt>{words.tradeIn}</dt>
              <dd>{kept.tradeIn === null ? '—' : money(kept.tradeIn)}</dd>
            </div>
            <div>
              <dt>{source === 'IND' ? words.market : words.retail}</dt>
              <dd>{kept.retail === null ? '—' : money(kept.retail)}</dd>
            </div>
          </dl>
          <p className="muted">{t(words.freeUntil, { day: day(kept.askedOn), until: day(kept.validUntil) })}</p>
        </>
      ) : (
        <p className="muted">{isBase ? words.lapsed : words.notAsked}</p>
      )}
      {counters && onBase && (
        <>
          <Counters of={counters} counters={countersOf({ source, question: 'advanced', byPlate })} />
          {!hasCar && <p className="muted">{words.needsCar}</p>}
          <div className="valuation-buttons">
            {left.some(isFull) && <p className="callout bad">{words.full}</p>}
            {left
              .filter((question) => !isFull(question))
              .map((question) => (
                <button
                  key={question}
                  type="button"
                  className="btn small"
                  disabled={waiting}
                  onClick={() => void ask(question)}
                >
                  {words.ask[question]}
                </button>
              ))}
            {kept && !isBase && (
              <button type="button" className="btn small" onClick={() => void asBase(kept)}>
                {words.asBase}
              </button>
            )}
          </div>
        </>
      )}
    </article>
  );
}

/** What the sources say of the car, and what asking them costs. */
export const Quotations = (props: Props) => (
  <section className="card pad">
    <h2>{words.quotations}</h2>
    <div className="sources">
      {keysOf(sources).map((source) => (
        <SourceCard key={source} source={source} {...props} />
      ))}
    </div>
  </section>
);
