import { atom } from 'nanostores';
import { createElement } from 'react';
import { addDays } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import type { StepOf } from '#domain/record/machine.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { valuationFields, type ValuationValues } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { profitOf } from '#domain/valuations/resale.ts';
import { worth } from '#domain/valuations/worth.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { named, type Named } from '#site/ui/choices.ts';
import type { Row } from '#site/ui/record/form/form.ts';
import { createMoves, type Known } from '#site/ui/record/store/moves.ts';
import { createOwnSaves } from '#site/ui/record/store/own-saves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';

type Name = StepOf<typeof valuationMachine>;

const make = (name: Name, { id, version }: Valuation, body?: object): Promise<Valuation> => {
  const path = `POST /valuations/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};

/** Drafts of the person: an issued quote takes no car in any more. */
const drafts = async (q: string, signal: AbortSignal) =>
  (await call('GET /quotes', { query: { q, state: 'draft', limit: 8 }, signal })).rows.map(
    ({ id, number, customer, vehicle }) => ({
      id,
      name: [number ?? 'Bozza', customer, vehicle].filter(Boolean).join(' · '),
    }),
  );

interface ValuationOnPage {
  valuation: Valuation;
  terms: ValuationTerms;
  specialists: Named;
  /** Today in Rome. */
  today: string;
}

/** The valuation of the page, what the car is worth by it, and what may be done with it. */
export function createValuation({ valuation, terms, specialists, today }: ValuationOnPage) {
  const record = createRecord<Valuation>(atom(valuation));
  const versionNow = () => record.$saved.get()!.version;
  const own = createOwnSaves();
  let last: Promise<unknown> = Promise.resolve();
  /** How often the page took in what somebody else saved: what was chosen before then does not hold for it. */
  let overtaken = 0;
  /** A step; saves wait for its end. */
  function tryStep(...[work, done]: Parameters<typeof record.attempt>): Promise<boolean> {
    const before = versionNow();
    const tried = record.attempt(work, done).then((isDone) => {
      if (!isDone && versionNow() !== before) overtaken += 1;
      return isDone;
    });
    last = Promise.all([last, tried]).catch(() => undefined);
    return tried;
  }
  const worthOf = (of: Valuation) => worth(of, { ...terms, expected: terms.preparation.gross }, today);
  /** What an offer leaves while one types it, for who may see margins. */
  const below =
    ({ atMost, target }: Valuation) =>
    ({ offer }: Row) => {
      if (typeof offer !== 'number' || !terms.resale || atMost == null) return null;
      const amount = money(profitOf(offer, atMost, target ?? terms.resale.targetMargin));
      const isOver = offer > atMost;
      const text = t(isOver ? words.leavesLess : words.leaves, { amount, most: money(atMost) });
      return createElement('p', { className: isOver ? 'callout bad' : 'muted' }, text);
    };
  const moved = { ...record, attempt: tryStep, ownBetween: own.between };
  const { stepOf } = createMoves(moved, {
    machine: valuationMachine,
    make,
    back: { offer: 'revalue', barter: 'release', schedule: 'release', close: 'reopen' },
    // What is open again is no specialist's.
    loses: (name, { specialist }) => name === 'close' && specialist !== null,
    names: ({ offer, offerUntil }) => ({ amount: money(offer ?? 0), day: offerUntil ? day(offerUntil) : '' }),
    about(name, of): Known {
      switch (name) {
        case 'ask':
          return { layout: { specialistId: { options: named(specialists) } } };
        case 'offer':
          return {
            layout: { offer: { below: below(of) }, offerUntil: { span: 3 }, offerKm: { span: 3 } },
            initial: {
              offer: of.proposed,
              offerUntil: addDays(today, terms.offerDays),
              offerKm: of.km === null ? null : of.km + 500,
            },
          };
        case 'barter':
          return { layout: { quoteId: { search: drafts, help: words.quotes } } };
        default:
          return {};
      }
    },
  });
  /** After a refusal the valuation is read again, so that the next try holds for it as it is now; saves that waited are not made. */
  async function saveNow(patch: Partial<ValuationValues>): Promise<boolean> {
    const params = { id: valuation.id };
    const isSaved = await record.attempt(async (seen) => {
      const body = { ...valuesIn(valuationFields, seen), ...patch };
      const now = await call('PUT /valuations/:id', { params, version: seen.version, body });
      own.note(seen, now);
      return now;
    });
    if (isSaved) return true;
    const now = await call('GET /valuations/:id', { params }).catch(() => null);
    if (now && now.version >= versionNow()) record.adopt(now);
    overtaken += 1;
    return false;
  }
  return {
    ...moved,
    stepOf,
    worthOf,
    /** Saves some fields, over what the step or save before it has left. True: they are saved. */
    save(patch: Partial<ValuationValues>): Promise<boolean> {
      const seen = overtaken;
      const saved = last.then(() => seen === overtaken && saveNow(patch));
      last = saved.catch(() => undefined);
      return saved;
    },
  };
}
export type ValuationStore = ReturnType<typeof createValuation>;
