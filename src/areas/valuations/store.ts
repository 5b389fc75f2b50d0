import { atom } from 'nanostores';
import { addDays } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import { valuesIn } from '#domain/record/fields.ts';
import type { StepOf } from '#domain/record/machine.ts';
import type { ValuationTerms } from '#domain/stock/setting-endpoints.ts';
import { valuationFields, type ValuationValues } from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { worth } from '#domain/valuations/worth.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { createMoves, type Known } from '#site/ui/record/store/moves.ts';
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
  const worthOf = (of: Valuation) => worth(of, { ...terms, expected: terms.preparation.gross }, today);
  const { stepOf } = createMoves(record, {
    machine: valuationMachine,
    make,
    back: { barter: 'release', schedule: 'release' },
    names: ({ offer, offerUntil }) => ({ amount: money(offer ?? 0), day: offerUntil ? day(offerUntil) : '' }),
    about(name, of): Known {
      switch (name) {
        case 'ask':
          return { layout: { specialistId: { options: named(specialists) } } };
        case 'offer':
          return {
            layout: { offerUntil: { span: 3 }, offerKm: { span: 3 } },
            initial: {
              offer: Math.max(0, worthOf(of).total),
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
  /** After a refusal the valuation is read again, so that the next try holds for it as it is now. */
  async function saveNow(patch: Partial<ValuationValues>): Promise<boolean> {
    const params = { id: valuation.id };
    const isSaved = await record.attempt((seen) =>
      call('PUT /valuations/:id', {
        params,
        version: seen.version,
        body: { ...valuesIn(valuationFields, seen), ...patch },
      }),
    );
    const now = isSaved ? null : await call('GET /valuations/:id', { params }).catch(() => null);
    if (now) record.adopt(now);
    return isSaved;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...record,
    stepOf,
    worthOf,
    /** Saves some fields, over what the save before it has left. True: they are saved. */
    save(patch: Partial<ValuationValues>): Promise<boolean> {
      const saved = last.then(() => saveNow(patch));
      last = saved.catch(() => undefined);
      return saved;
    },
  };
}
export type ValuationStore = ReturnType<typeof createValuation>;
