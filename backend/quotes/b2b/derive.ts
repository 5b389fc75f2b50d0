import { sql } from 'kysely';
import type { CustomerType } from '#domain/customers/terms.ts';
import { Failure } from '#domain/errors.ts';
import { b2bFacts } from '#domain/quotes/b2b/facts.ts';
import { b2bFields } from '#domain/quotes/b2b/fields.ts';
import type { B2bDraft, B2bPriced, B2bSheet } from '#domain/quotes/b2b/priced.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import { readStored } from '#domain/stored.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { readB2bSheet } from './cars.ts';

/** A stored draft, whatever its age. */
export const readB2bDraft = (json: unknown): B2bDraft => readStored(b2bFields, json);

/** A draft with everything that follows from it today, computed here: nothing that a caller computed is believed. */
export interface B2bDerived {
  draft: B2bDraft;
  sheet: B2bSheet;
  priced: B2bPriced;
}

/** Of a new offer, or of one whose first revision is `rootId`. Throws `invalid` at the field when the customer or a car is unknown to the company. */
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
    .select(['id', 'name', 'type'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('invalid', undefined, { fields: { customer: 'Scegliere un operatore' } });
  return { ...row, type: row.type as CustomerType };
}

/** `Lumera Rea 1.5 HEV e altre 2` */
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
  draft: sql<string>`${JSON.stringify(draft)}::jsonb`,
});

/** What the audit keeps of a draft, in the words of the seller. */
export const factsOf = ({ draft, sheet, priced }: B2bDerived): Record<string, unknown> => ({
  ...b2bFacts(draft, sheet),
  total: priced.total,
});
