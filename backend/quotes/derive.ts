import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { price, type Priced } from '#domain/quotes/pricing.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import type { CustomerType } from '#domain/customers/terms.ts';
import type { Ctx } from '../lib/context.ts';
import { write } from '../lib/timeline.ts';
import { readSheet } from './sheet.ts';

/** A draft with everything that follows from it today, computed here: nothing that a caller computed is believed. */
export interface Derived {
  draft: QuoteDraft;
  sheet: PriceSheet;
  priced: Priced;
}

/** Throws `invalid` at the field when the customer or the version is unknown to the company. */
export async function derive(ctx: Ctx, given: QuoteDraft): Promise<Derived> {
  const draft = { ...given, customer: given.customer && (await readName(ctx, given.customer.id)) };
  const sheet = await readSheet(ctx, draft.versionId).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
    throw new Failure('invalid', undefined, { fields: { versionId: 'Scegliere una versione del catalogo' } });
  });
  return { draft, sheet, priced: price(draft, sheet) };
}

async function readName(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('customers')
    .select(['id', 'name', 'type'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Failure('invalid', undefined, { fields: { customer: 'Scegliere un cliente' } });
  return { ...row, type: row.type as CustomerType };
}

/** What a new draft keeps of an older one: options, accessories and incentives that are still offered today. */
export function renew(draft: QuoteDraft, sheet: PriceSheet): QuoteDraft {
  const offered = (ids: number[], rows: { id: number }[]) => ids.filter((id) => rows.some((row) => row.id === id));
  return {
    ...draft,
    optionIds: offered(draft.optionIds, sheet.options),
    accessoryIds: offered(draft.accessoryIds, sheet.accessories),
    incentiveIds: offered(draft.incentiveIds, sheet.incentives),
  };
}

const vehicleOf = ({ maker, model, version }: PriceSheet) => `${maker.name} ${model.name} ${version.name}`;

/** Columns of the quote that lists show and filter by. */
export const columnsOf = ({ draft, sheet, priced }: Derived) => ({
  customerId: draft.customer?.id ?? null,
  customerName: draft.customer?.name ?? null,
  versionId: sheet.version.id,
  modelId: sheet.model.id,
  makerId: sheet.maker.id,
  vehicle: vehicleOf(sheet),
  keysInHand: priced.keysInHand,
  instalment: priced.offer?.instalment ?? null,
  margin: priced.margin?.amount ?? null,
  draft: sql<string>`${JSON.stringify(draft)}::jsonb`,
});

/** What the audit keeps of a draft, in the words of the seller. */
export function factsOf({ draft, sheet, priced }: Derived) {
  const named = (ids: number[], rows: { id: number; name: string }[]) =>
    rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const { financing } = draft;
  return {
    vehicle: vehicleOf(sheet),
    customer: draft.customer?.name ?? null,
    province: draft.province,
    options: priced.options.map(({ name }) => name),
    accessories: named(
      draft.accessoryIds,
      sheet.accessories.map(({ id, description }) => ({ id, name: description })),
    ),
    tradeIns: draft.tradeIns.map(
      ({ plate, description, valuation }) => `${plate || description} ${write.money(valuation)}`,
    ),
    incentives: named(draft.incentiveIds, sheet.incentives),
    customDiscounts: draft.customDiscounts.map(
      ({ label, amount, percent }) => `${label} ${amount === null ? write.percent(percent) : write.money(amount)}`,
    ),
    lowIncome: draft.lowIncome,
    deposit: draft.deposit,
    financing:
      financing &&
      `${write.money(financing.amount)}, ${financing.months} mesi${financing.protection ? ', con protezione del credito' : ''}`,
    notes: draft.notes,
    keysInHand: priced.keysInHand,
  };
}
