/** Used cars on the dashboard of who buys, prices and sells them. */
import { daysOf } from '#domain/stock/ageing.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { money, wholeMoney } from '#domain/italian.ts';
import { dayAhead, moment, t } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';

const words = desk.cars;
const carLine = (car: UsedCarRow, end: string | undefined, endNote?: string): Line => ({
  href: `/dealer/stock/used/${car.id}`,
  title: car.name,
  note: [car.plate, car.location].filter(Boolean).join(' · '),
  end,
  endNote,
});
const priceOf = ({ retailPrice }: UsedCarRow) => (retailPrice === null ? words.noPrice : wholeMoney(retailPrice));

/** What keeps cars from being offered. */
export const toSellLines = (photos: readonly UsedCarRow[], price: readonly UsedCarRow[], most: number): Line[] => [
  ...price.slice(0, most).map((car) => carLine(car, words.price)),
  ...photos
    .filter(({ id }) => !price.some((other) => other.id === id))
    .slice(0, Math.max(0, most - price.length))
    .map((car) => carLine(car, words.photos, priceOf(car))),
];
export const stillLines = (rows: readonly UsedCarRow[], today: string): Line[] =>
  rows.map((car) => ({
    ...carLine(car, t(words.stillFor, { n: daysOf(car, today) ?? 0 }), priceOf(car)),
    tone: 'urgent' as const,
  }));
/** Cars that earn too little, or nothing, at their price. */
export const losingLines = (rows: readonly UsedCarRow[]): Line[] =>
  rows.map((car) => ({
    ...carLine(car, typeof car.profit === 'number' ? money(car.profit) : undefined, priceOf(car)),
    tone: (car.profit ?? 0) < 0 ? ('urgent' as const) : ('warn' as const),
  }));
export const reservedLines = (rows: readonly UsedCarRow[], now: Date): Line[] =>
  rows.map((car) =>
    carLine(
      car,
      priceOf(car),
      car.reservation ? t(words.until, { at: moment(car.reservation.until, now) }) : undefined,
    ),
  );
export const incomingLines = (rows: readonly UsedCarRow[], today: string): Line[] =>
  rows.map((car) => carLine(car, car.expectedOn ? dayAhead(car.expectedOn, today) : '—', priceOf(car)));
