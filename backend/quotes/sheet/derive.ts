import type { RawBuilder } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import { discountFacts } from '#domain/quotes/approvals/caps.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { seenPrice } from '#domain/quotes/sheet/changes.ts';
import { draftFacts, storedDraft } from '#domain/quotes/draft.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import type { CustomerType } from '#domain/customers/terms.ts';
import { jsonb } from '#backend/db/jsonb.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readSheet } from './sheet.ts';

/**
 * A draft with everything that follows from it today. The backend computes it: no computed value is taken from the
 * caller.
 */
export interface Derived {
  draft: QuoteDraft;
  sheet: PriceSheet;
  priced: Priced;
  /** The day whose list prices it, and when it was priced. */
  priceDay: string;
  pricedAt: Date;
}

/**
 * Derives a draft; without `keepsList` by today's list, whatever it may keep of one before. Throws `invalid` at the field when the company does not have the customer, the version or the car of
 * the stock.
 */
export async function derive(
  ctx: Ctx,
  given: QuoteDraft,
  rootId: number | null = null,
  contractId: number | null = null,
  keepsList = true,
): Promise<Derived> {
  const { stockId } = given;
  const asked = {
    ...given,
    newCarId: stockId === null ? given.newCarId : null,
    versionId: stockId === null ? given.versionId : 0,
    customer: given.customer && (await readName(ctx, given.customer.id)),
  };
  const sheet = await readSheet(ctx, asked, rootId, contractId, keepsList).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
    const fields: Record<string, string> =
      stockId === null
        ? asked.newCarId === null
          ? { versionId: 'Scegliere una versione del catalogo' }
          : { newCarId: 'Scegliere un’auto dello stock nuovo' }
        : { stockId: 'Scegliere un’auto dello stock usato' };
    throw new Failure('invalid', undefined, { fields });
  });
  // A car of the stock has fixed options.
  const draft = sheet.stock ? { ...asked, optionIds: sheet.stock.optionIds } : asked;
  return { draft, sheet, priced: price(draft, sheet), priceDay: sheet.list?.day ?? ctx.today, pricedAt: ctx.now };
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

/** The part of an older draft that is still offered today. */
export function renew(draft: QuoteDraft, sheet: PriceSheet): QuoteDraft {
  const offered = (ids: number[], rows: { id: number }[]) => ids.filter((id) => rows.some((row) => row.id === id));
  return {
    ...draft,
    optionIds: offered(draft.optionIds, sheet.options),
    accessoryIds: offered(draft.accessoryIds, sheet.accessories),
    serviceIds: offered(draft.serviceIds, sheet.services),
    makerServiceIds: offered(draft.makerServiceIds, sheet.makerServices),
    incentiveIds: offered(draft.incentiveIds, sheet.incentives),
    insurances: draft.insurances.filter(({ tariffId }) => sheet.insurances.some(({ id }) => id === tariffId)),
  };
}

/** The car's name in lists and searches; with the plate for a used one. */
export const vehicleOf = ({ maker, model, version, used }: PriceSheet) =>
  [[maker.name, model.name, version.name].filter(Boolean).join(' '), used?.plate].filter(Boolean).join(' · ');

/** Columns of the quote that lists show and filter by, and figures and commissions count. */
export const columnsOf = ({ draft, sheet, priced, priceDay, pricedAt }: Derived) => ({
  priceDay,
  pricedAt,
  formerList: null as RawBuilder<string> | null,
  customerId: draft.customer?.id ?? null,
  customerName: draft.customer?.name ?? null,
  leadId: draft.leadId,
  versionId: sheet.used ? null : sheet.version.id,
  stockId: sheet.used?.stockId ?? null,
  newCarId: sheet.stock?.carId ?? null,
  modelId: sheet.model.id,
  makerId: sheet.maker.id,
  vehicle: vehicleOf(sheet),
  saleChannel: sheet.used?.saleChannel ?? 'retail',
  body: sheet.model.body,
  paint: carColour(sheet, priced),
  keysInHand: priced.keysInHand,
  instalment: priced.offer?.monthly ?? null,
  margin: priced.margin?.amount ?? null,
  discount: discountFacts(draft, priced, null).discount,
  listTotal: priced.listTotal,
  hasFinancing: draft.financing !== null,
  insurances: draft.insurances.length,
  barters: draft.tradeIns.filter(({ type }) => type === 'barter').length,
  seen: jsonb(seenPrice({ draft, sheet, priced })),
  draft: jsonb(storedDraft(draft)),
});

/** The facts of a draft for the audit, in the words of the seller. */
export const factsOf = ({ draft, sheet, priced }: Derived): Record<string, unknown> => ({
  vehicle: vehicleOf(sheet),
  ...draftFacts(draft, sheet),
  keysInHand: priced.keysInHand,
});
