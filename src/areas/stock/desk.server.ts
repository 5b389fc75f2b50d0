/** Used cars on the dashboard of who buys, prices and sells them. */
import { dayInRome } from '#domain/dates.ts';
import { daysOf } from '#domain/stock/ageing.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { day, money, number, wholeMoney } from '#domain/italian.ts';
import { plural } from '#site/lib/icu.server.ts';
import { moment, t } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';

const words = desk.cars;
/** Percent of the market's price below which a car that still stands is for traders. */
const CHEAP = 98;
const pageOf = ({ id }: UsedCarRow) => `/dealer/stock/used/${id}`;
const stands = (car: UsedCarRow, today: string) => {
  const days = daysOf(car, today);
  return days === null ? null : plural(words.stillFor, { n: days });
};
const noteOf = (parts: readonly (string | null | false | undefined)[]) => parts.filter(Boolean).join(' · ');
const carLine = (car: UsedCarRow, more: Partial<Line>): Line => ({
  href: pageOf(car),
  title: car.name,
  note: noteOf([car.plate, car.location]),
  car: { body: car.body, colour: car.colour, coverId: car.coverId },
  ...more,
});
const priceOf = ({ retailPrice }: UsedCarRow) => (retailPrice === null ? words.noPrice : wholeMoney(retailPrice));
const marketNote = ({ marketPrice }: UsedCarRow) =>
  marketPrice && t(words.market, { price: wholeMoney(marketPrice.price) });

/** What keeps cars from being offered: a photo, then a price; `most` rows. `mayChange`: whoever looks may bring it. */
export const toSellLines = (
  photos: readonly UsedCarRow[],
  price: readonly UsedCarRow[],
  { today, most, mayChange }: { today: string; most: number; mayChange: boolean },
): Line[] => {
  const unpriced = price.filter(({ id }) => !photos.some((other) => other.id === id));
  // Both kinds are seen, also where one alone would fill the card.
  const pictured = photos.slice(0, Math.max(Math.ceil(most / 2), most - unpriced.length));
  const place = (car: UsedCarRow) => noteOf([stands(car, today), car.plate, car.location, car.spot]);
  return [
    ...pictured.map((car, n) =>
      carLine(car, {
        note: place(car),
        car: { body: car.body, colour: car.colour, coverId: null, blank: true },
        ...(mayChange
          ? { act: { label: words.photo, href: `${pageOf(car)}#photos`, first: n === 0 } }
          : { end: words.photos }),
      }),
    ),
    ...unpriced.slice(0, most - pictured.length).map((car) =>
      carLine(car, {
        note: noteOf([stands(car, today), marketNote(car)]),
        ...(mayChange ? { act: { label: words.setPrice, href: `${pageOf(car)}#prices` } } : { end: words.price }),
      }),
    ),
  ];
};

/** Cars that have stood longest, with what was tried: lowered, or, where the market is dearer already, offered to traders. */
export const stillLines = (
  rows: readonly UsedCarRow[],
  { today, mayChange, mayOffer }: { today: string; mayChange: boolean; mayOffer: boolean },
): Line[] =>
  rows.map((car) => {
    const share = car.toMarket ?? null;
    const isCheap = share !== null && share < CHEAP;
    const act =
      mayOffer && isCheap
        ? { label: words.b2b, href: `/quotation/b2b?cars=${car.id}` }
        : mayChange && car.retailPrice !== null
          ? { label: words.markdown, href: `${pageOf(car)}?markdown` }
          : undefined;
    return carLine(car, {
      note: noteOf([stands(car, today), plural(words.cuts, { n: car.cuts })]),
      end: priceOf(car),
      endNote: share === null ? undefined : t(words.share, { share: number(share) }),
      endTone: share === null ? undefined : share > 103 ? 'bad' : share > 100 ? 'warn' : undefined,
      act,
    });
  });

/** Cars that earn too little, or nothing, at their price: the greatest loss first. */
export const losingLines = (rows: readonly UsedCarRow[]): Line[] =>
  rows.map((car) =>
    carLine(car, {
      note: noteOf([priceOf(car), car.costs && t(words.spent, { amount: money(car.costs.gross) }), marketNote(car)]),
      end: typeof car.profit === 'number' ? money(car.profit) : undefined,
      endNote: words.margin,
      tone: (car.profit ?? 0) < 0 ? 'urgent' : 'warn',
    }),
  );

export const reservedLines = (rows: readonly UsedCarRow[], now: Date): Line[] =>
  rows.map((car) => {
    const until = car.reservation?.until;
    return carLine(car, {
      note: noteOf([car.reservation?.by, car.reservation?.customer]),
      end: until === undefined ? undefined : moment(until, now),
      endNote: priceOf(car),
      tone: until !== undefined && dayInRome(new Date(until)) === dayInRome(now) ? 'warn' : undefined,
    });
  });

/** When it is to come, as short as a row has room for. */
const shortly = (on: string | null, today: string) =>
  on === null ? '—' : on === today ? words.today : day(on).slice(0, 5);

export const incomingLines = (rows: readonly UsedCarRow[], today: string): Line[] =>
  rows.map((car) => {
    const isLate = car.expectedOn !== null && car.expectedOn < today;
    return {
      href: pageOf(car),
      lead: shortly(car.expectedOn, today),
      title: car.name,
      note: noteOf([car.plate, car.location]),
      end: isLate ? words.notCome : priceOf(car),
      tone: isLate ? ('urgent' as const) : undefined,
    };
  });
