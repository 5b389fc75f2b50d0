import type { ReactNode } from 'react';
import type { Borders } from '#domain/stock/ageing.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, integer, money, time } from '#domain/italian.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { AgeBar } from './AgeBar.tsx';

/** A line of the price card; left out without an amount. */
export type Amount = [label: string, amount: number | null | undefined];

/** The price of a car, asked or paid, with its costs and the margin. */
export function PriceCard({
  name,
  label,
  price,
  rows,
  rank,
  market,
  sold,
  margin,
  unknown,
  children,
}: {
  name: string;
  label: string;
  /** In cents. */
  price: number | null;
  rows: readonly Amount[];
  rank?: string | false | null;
  /** The price against the market. */
  market?: string | false;
  sold: boolean;
  /** Undefined when the person may not see it; null when it cannot be computed. */
  margin: { net: number } | null | undefined;
  unknown: string;
  children?: ReactNode;
}) {
  const loss = margin ? margin.net < 0 : false;
  return (
    <section className="card sec price-card" aria-label={name}>
      <p className="asked">
        <span className="muted">{sold ? words.sold : label}</span>
        <b>{price === null ? words.noPrice : money(price)}</b>
      </p>
      <dl className="priced">
        {rows.map(
          ([title, amount]) =>
            amount !== null &&
            amount !== undefined && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{money(amount)}</dd>
              </div>
            ),
        )}
        {rank && (
          <div>
            <dt>{words.rank}</dt>
            <dd>{rank}</dd>
          </div>
        )}
        {market && (
          <div>
            <dt>{words.market}</dt>
            <dd>{market}</dd>
          </div>
        )}
        {margin && (
          <div className={loss ? 'sum loss' : 'sum gain'}>
            <dt>
              {sold ? words.marginDone : words.margin}
              {loss && ` · ${words.loss}`}
            </dt>
            <dd>{money(margin.net)}</dd>
          </div>
        )}
      </dl>
      {margin === null && price !== null && <p className="muted">{unknown}</p>}
      {children}
    </section>
  );
}

/** How long the car has been in stock, or when it arrives. */
export function AgeCard({
  days,
  comesOn,
  today,
  borders,
  average = null,
  children,
}: {
  days: number | null;
  comesOn: string | null | false;
  today: string;
  borders: Borders;
  /** Average days of the whole stock. */
  average?: number | null;
  children?: ReactNode;
}) {
  if (comesOn)
    return (
      <section className="card sec">
        <p className={comesOn < today ? 'late' : undefined}>
          {t(comesOn < today ? words.late : words.arrives, { day: day(comesOn) })}
        </p>
      </section>
    );
  if (days === null) return null;
  return (
    <section className="card sec">
      <header>
        <h2 className="grow">
          {days === 0 ? words.today : days === 1 ? words.oneDay : t(words.inStock, { n: integer(days) })}
        </h2>
        {average !== null && <small className="muted">{t(words.average, { n: integer(average) })}</small>}
      </header>
      <AgeBar days={days} borders={borders} />
      {children}
    </section>
  );
}

/** A task: its urgency, a badge, the text, and a link to its place on the page. */
export type ToDoRow = readonly [tone: Tone, badge: string, text: string, href?: string | undefined];
/** A task, or nothing when it does not apply. */
export type ToDo = ToDoRow | false | null | undefined;

/** The accepted quote that holds the car, with the way to it for who may see it. */
export const quoteRow = (reservation: UsedCar['reservation']): ToDo => {
  const quote = reservation?.quote;
  if (!quote || reservation.lapsed) return null;
  return ['info', words.optioned, t(words.forQuote, { number: quote.number }), quote.href ?? undefined];
};

export function ToDoCard({ rows: all }: { rows: readonly ToDo[] }) {
  const rows = all.filter((row) => !!row);
  return (
    <section className="card sec">
      <h2>{words.todo}</h2>
      {rows.length === 0 && <p className="muted">{words.allDone}</p>}
      <ul className="todo">
        {rows.map(([tone, badge, text, href]) => (
          <li key={badge + text}>
            <StateBadge tone={tone}>{badge}</StateBadge>{' '}
            {href ? (
              <a className="link" href={href}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const lapsedText = ({ by, until }: { by: string; until: string }) =>
  t(words.lapsedBy, { by, day: day(dayInRome(new Date(until))), time: time(until) });
