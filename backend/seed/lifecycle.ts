import { addDays } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import { closeReasons, EXPIRY_DAYS, type CloseReason, type QuoteState } from '#domain/quotes/terms.ts';
import type { Random } from './random.ts';

/** The dates of one quote; revision 2 follows a few days after the first. */
export interface Life {
  place: number;
  revision: number;
  superseded: boolean;
  state: Exclude<QuoteState, 'expired'>;
  createdAt: Date;
  issuedAt: Date | null;
  /** When the customer accepted, refused or signed. */
  decidedAt: Date | null;
  closeReason: CloseReason | null;
}

const HOUR = 3_600_000;

/** A past instant in working hours on a day, moved from Sundays. */
function momentOn(day: string, random: Random, now: Date): Date {
  const date = new Date(`${day}T08:00:00Z`);
  if (date.getUTCDay() === 0) date.setUTCDate(date.getUTCDate() - 1);
  const moment = new Date(date.getTime() + random.int(0, 9 * 60) * 60_000);
  return moment < now ? moment : new Date(now.getTime() - random.int(30, 170) * 60_000);
}

type Fate = Life['state'] | 'revised';
/** Weights of the states of quotes younger than the expiry, and of older ones. */
const fresh: Record<Fate, number> = { draft: 34, issued: 48, accepted: 8, converted: 3, closed: 2, revised: 5 };
const old: Record<Fate, number> = { draft: 4, issued: 38, accepted: 3, converted: 22, closed: 20, revised: 13 };

const usedFates = ['draft', 'issued', 'issued', 'accepted', 'issued', 'draft', 'closed', 'issued'] as const;

/** The lives of quotes of used cars, one for each car, in recent days because the cars are still in stock. */
export const makeUsedLives = (random: Random, from: number, count: number, now: Date, today: string): Life[] =>
  Array.from({ length: count }, (_, i): Life => {
    const state = usedFates[i % usedFates.length]!;
    const createdAt = momentOn(addDays(today, -1 - (i % EXPIRY_DAYS)), random, now);
    const issuedAt = state === 'draft' ? null : new Date(createdAt.getTime() + 40 * 60_000);
    const decided = state === 'accepted' || state === 'closed';
    return {
      place: from + i,
      revision: 1,
      superseded: false,
      state,
      createdAt,
      issuedAt,
      decidedAt: decided ? new Date(Math.min(createdAt.getTime() + 20 * HOUR, now.getTime() - 30_000)) : null,
      closeReason: state === 'closed' ? 'competitor' : null,
    };
  });

/** The lives of quotes `from` … `to` over the last 12 months, more of them recent, ordered by creation. */
export function makeLives(random: Random, from: number, to: number, now: Date, today: string): Life[] {
  const lives: Life[] = [];
  for (let place = from; place < to; place++) {
    // One in six is from the last ten days; the first five are issued and expire within two days.
    const expiring = place < 5;
    const age = expiring ? EXPIRY_DAYS - (place % 3) : random.chance(1 / 6) ? random.int(0, 9) : random.int(10, 364);
    const createdAt = expiring
      ? new Date(`${addDays(today, -age)}T0${8 + (place % 2)}:10:00Z`)
      : momentOn(addDays(today, -age), random, now);
    const fate = expiring ? 'issued' : random.weighted(age <= EXPIRY_DAYS ? fresh : old);
    const issuedAt =
      fate === 'draft'
        ? null
        : new Date(Math.min(createdAt.getTime() + random.int(1, 3) * HOUR, now.getTime() - 60_000));
    const life: Life = {
      place,
      revision: 1,
      superseded: false,
      state: 'issued',
      createdAt,
      issuedAt,
      decidedAt: null,
      closeReason: null,
    };
    if (fate === 'revised') {
      const later = momentOn(addDays(today, -Math.max(0, age - random.int(1, 4))), random, now);
      const at = new Date(Math.max(later.getTime(), issuedAt!.getTime() + 60_000));
      lives.push(
        { ...life, superseded: true },
        { ...life, revision: 2, createdAt: at, issuedAt: new Date(at.getTime() + 20_000) },
      );
    } else if (fate === 'closed') {
      const decidedAt = new Date(Math.min(issuedAt!.getTime() + random.int(2, 12) * 24 * HOUR, now.getTime() - 30_000));
      lives.push({ ...life, state: fate, decidedAt, closeReason: random.pick(keysOf(closeReasons)) });
    } else if (fate === 'accepted' || fate === 'converted') {
      const days = 1 + (place % 4);
      const decidedAt = new Date(Math.min(issuedAt!.getTime() + days * 24 * HOUR, now.getTime() - 30_000));
      lives.push({ ...life, state: fate, decidedAt });
    } else lives.push({ ...life, state: fate });
  }
  return lives.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.place - b.place);
}
