import { sql, type Selectable } from 'kysely';
import type { CustomerType } from '#domain/customers/terms.ts';
import { Failure } from '#domain/errors.ts';
import { contractRights } from '#domain/contracts/rights.ts';
import { refusalOf, stateIn } from '#domain/record/machine.ts';
import { sees } from '#domain/record/rights.ts';
import { privileges as p } from '#domain/privileges.ts';
import { b2bFacts, b2bFields, type B2bDraft } from '#domain/quotes/b2b/fields.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { B2bPriced, B2bQuote, B2bSheet } from '#domain/quotes/b2b/schema.ts';
import type { B2bState, CloseReason } from '#domain/quotes/terms.ts';
import { readStored } from '#domain/record/stored.ts';
import { jsonb } from '#backend/db/jsonb.ts';
import type { B2bQuotes } from '#backend/db/types.gen.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { course, type Course } from '#backend/lib/records/course.ts';
import { b2bHref, contractHref } from '#backend/lib/records/links.ts';
import { newestOf } from '#backend/lib/records/revisions.ts';
import { headOf, selectFrom, withContact, type Contact } from '../heads.ts';
import { filled } from '../sheet/stored.ts';
import type { Texts } from '../print/texts.ts';
import { readB2bSheet, visibleB2bSheet } from './cars.ts';

/** What an issued offer keeps for good; margins are shown to people who may see them and never printed. */
export interface B2bSnapshot {
  sheet: B2bSheet;
  priced: B2bPriced;
  texts: Texts;
}

/** A stored wholesale offer with typed JSON columns and the seller's name. */
export type B2bRecord = Omit<Selectable<B2bQuotes>, 'state' | 'draft' | 'snapshot' | 'closeReason'> & {
  state: B2bState;
  draft: B2bDraft;
  snapshot: B2bSnapshot | null;
  closeReason: CloseReason | null;
  seller: string;
  contact: B2bQuote['contact'];
};

/** An offer with the trader's contact data, as the select reads it. */
type Row = B2bRecord & Contact;

/** Reads a stored snapshot of any age. */
function readSnapshot(json: unknown): B2bSnapshot {
  const { sheet, priced, ...snapshot } = json as B2bSnapshot;
  const expense = { cars: priced.cars.length, printed: true };
  return {
    ...snapshot,
    sheet: {
      ...filled(sheet, { approval: null, services: [] }),
      cars: sheet.cars.map((car) => filled(car, { makerId: null, kw: null, body: '', colour: '' })),
      services: (sheet.services ?? []).map((service) => filled(service, { groups: [] })),
    },
    priced: { ...priced, expenses: priced.expenses.map((row) => ({ ...expense, ...row })) },
  };
}

/** The contract of an offer; null: there is none, or it was cancelled. */
export const contractOf = ({ db, user }: Ctx, { rootId }: Pick<B2bRecord, 'rootId'>) =>
  db
    .selectFrom('contracts')
    .select(['id', 'number', 'sellerId', 'state'])
    .where('companyId', '=', user.companyId)
    .where('b2bQuoteId', '=', rootId)
    .where('canceledAt', 'is', null)
    .executeTakeFirst();

async function namedContract(ctx: Ctx, quote: B2bRecord): Promise<B2bQuote['contract']> {
  const contract = quote.state === 'accepted' ? await contractOf(ctx, quote) : undefined;
  if (!contract) return null;
  const { id, number, sellerId, state } = contract;
  const mayOpen = sees(contractRights, ctx.user.privileges, sellerId === ctx.user.id, state);
  return { number, href: mayOpen ? contractHref(id) : null };
}

/** The offer as calls answer it. */
async function answer(ctx: Ctx, quote: B2bRecord): Promise<B2bQuote> {
  const { draft, snapshot, rootId } = quote;
  const carIds = draft.cars.map(({ carId }) => carId);
  const customerId = draft.customer?.id ?? null;
  const sheet = snapshot?.sheet ?? (await readB2bSheet(ctx, carIds, { customerId, rootId }));
  const margin = holds(ctx, p.seeMargin) ? (snapshot?.priced.margin ?? null) : null;
  return {
    ...headOf(quote),
    state: stateIn(b2bMachine.states, quote, ctx.today),
    newest: quote.superseded ? b2bHref((await newestOf(ctx, b2bCourse, quote, sql<{ id: number }>`id`)).id) : null,
    editable: refusalOf(b2bMachine, quote, { ...ctx.user, today: ctx.today }, 'save') === null,
    draft,
    href: b2bHref(quote.id),
    sheet: visibleB2bSheet(ctx, sheet),
    priced: snapshot && { ...snapshot.priced, margin },
    contract: await namedContract(ctx, quote),
  };
}

/** The course of wholesale offers. */
export const b2bCourse: Course<typeof b2bMachine, B2bRecord, B2bQuote> = course({
  machine: b2bMachine,
  table: 'b2bQuotes',
  as: 'q',
  select: selectFrom('b2bQuotes'),
  owner: ['seller_id'],
  typed: (row) => {
    const quote = withContact(row as Row);
    return {
      ...quote,
      draft: readStored(b2bFields, quote.draft),
      snapshot: quote.snapshot && readSnapshot(quote.snapshot),
    };
  },
  answer,
});

/**
 * A draft with everything that follows from it today. The backend computes it: no computed value is taken from the
 * caller.
 */
export interface B2bDerived {
  draft: B2bDraft;
  sheet: B2bSheet;
  priced: B2bPriced;
}

/**
 * Derives a new offer, or one whose first revision is `rootId`. Throws `invalid` at the field when the company does not
 * have the customer or a car.
 */
export async function derive(ctx: Ctx, given: B2bDraft, rootId: number | null = null): Promise<B2bDerived> {
  const draft = { ...given, customer: given.customer && (await readTrader(ctx, given.customer.id)) };
  const sheet = await readB2bSheet(
    ctx,
    draft.cars.map(({ carId }) => carId),
    { customerId: draft.customer?.id ?? null, rootId },
  );
  const unknown = draft.cars.findIndex(({ carId }) => !sheet.cars.some(({ id }) => id === carId));
  if (unknown >= 0)
    throw new Failure('invalid', undefined, { fields: { [`cars.${unknown}.carId`]: 'Scegliere un’auto dello stock' } });
  return { draft, sheet, priced: priceB2b(draft, sheet) };
}

async function readTrader(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('customers')
    .select(['id', 'name', 'type', 'country'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('invalid', undefined, { fields: { customer: 'Scegliere un operatore' } });
  return { ...row, type: row.type as CustomerType };
}

/** The text for lists: `Lumera Rea 1.5 HEV e altre 2`. */
function vehicleOf({ cars }: Pick<B2bPriced, 'cars'>): string {
  const [first, ...others] = cars;
  if (!first) return 'Nessuna auto';
  return others.length > 0
    ? `${first.name} e ${others.length === 1 ? 'un’altra' : `altre ${others.length}`}`
    : first.name;
}

/** Columns that lists show and filter by. */
export const columnsOf = ({ draft, priced }: B2bDerived) => ({
  customerId: draft.customer?.id ?? null,
  customerName: draft.customer?.name ?? null,
  carCount: priced.cars.length,
  vehicle: vehicleOf(priced),
  regimes: priced.regimes.map(({ regime }) => regime),
  total: priced.total,
  margin: priced.margin?.amount ?? null,
  draft: jsonb(draft),
});

/** The facts of a draft for the audit, in the words of the seller. */
export const factsOf = ({ draft, sheet, priced }: B2bDerived): Record<string, unknown> => ({
  ...b2bFacts(draft, sheet),
  total: priced.total,
});
