import { printedName } from '#domain/customers/transliteration.ts';
import { Failure } from '#domain/errors.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { readCompany } from '#backend/documents/letterhead.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { whereabouts } from '#backend/lib/people/whereabouts.ts';
import type { QuoteDocument } from './values.ts';

/** The texts of a printed quote beside its figures. */
export type Texts = Pick<QuoteDocument, 'company' | 'seller' | 'place' | 'customer' | 'conditions'>;

/** The setting with the conditions. */
type Footer = 'footer' | 'usedFooter' | 'b2bFooter';

/** Seller and customer of a quote, and the setting of its conditions. */
export const peopleOf = ({
  sellerId,
  locationId = null,
  draft,
}: {
  sellerId: number;
  locationId?: number | null;
  draft: QuoteDraft;
}) => ({
  sellerId,
  locationId,
  customerId: draft.customer?.id ?? null,
  footer: draft.stockId === null ? ('footer' as const) : ('usedFooter' as const),
});

/** Today's company, seller with place, customer and conditions; each kind of quote has its own conditions. */
export async function readTexts(
  ctx: Ctx,
  {
    sellerId,
    locationId = null,
    customerId,
    footer,
  }: { sellerId: number; locationId?: number | null; customerId: number | null; footer: Footer },
): Promise<Texts> {
  const { companyId } = ctx.user;
  const company = await readCompany(ctx);
  const seller = await readSeller(ctx, sellerId);
  const settings = await readQuoteSettings(ctx.db, companyId, ctx.today);
  const customer = customerId === null ? null : await readCustomer(ctx, customerId);
  const place = await whereabouts(ctx, locationId);
  return { company, seller, place, customer, conditions: settings[footer] };
}

/** The seller who follows the quote, with contact data; for a quote made by another system, the company's. */
export async function readSeller({ db, user }: Ctx, sellerId: number): Promise<Texts['seller']> {
  const { service, companyPhone, companyEmail, ...seller } = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.companyId', 'u.companyId')
    .select(['u.name', 'u.phone', 'u.email', 'u.service', 'c.phone as companyPhone', 'c.email as companyEmail'])
    .where('u.companyId', '=', user.companyId)
    .where('u.id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return service ? { ...seller, phone: companyPhone, email: companyEmail } : seller;
}

async function readCustomer(ctx: Ctx, id: number): Promise<NonNullable<Texts['customer']>> {
  const customer = await ctx.db
    .selectFrom('customers')
    .select([
      'name',
      'latinName',
      'address',
      'cap',
      'city',
      'province',
      'country',
      'taxCode',
      'vatNumber',
      'email',
      'phone',
    ])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!customer) throw new Failure('invalid', undefined, { fields: { customer: 'Scegliere un cliente' } });
  const { latinName: _, ...rest } = customer;
  return { ...rest, name: printedName(customer) };
}
