/** What an accepted quote still lacks for a contract, from the data that are there (rules.md §7, §13, §15). */
import { customerRights } from '#domain/customers/rights.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { isItalian } from '#domain/countries.ts';
import { day } from '#domain/italian.ts';
import { anyOf } from '#domain/record/rights.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import type { TradeIn } from '#domain/quotes/schema.ts';
import type { QuoteNext } from '#domain/quotes/desk/next-step.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import type { QuoteRecord } from '../records.ts';

type Open = QuoteNext['missing'];

const columns = ['type', 'taxCode', 'vatNumber', 'birthDate', 'birthPlace', 'address', 'cap', 'city', 'phone'] as const;

/** Fields that the contract prints of an Italian customer, by type. */
const needed = {
  private: ['taxCode', 'birthDate', 'birthPlace'],
  vat: ['vatNumber', 'taxCode'],
  fleet: ['vatNumber'],
} as const;
const contacts = ['address', 'cap', 'city', 'phone'] as const;
/** What customers of other countries need not have (rules.md §7, 6). */
const italianOnly: readonly string[] = ['taxCode', 'cap'];

async function ofCustomer(ctx: Ctx, id: number): Promise<Open> {
  const { db, user, today } = ctx;
  const customer = await db
    .selectFrom('customers')
    .select([...columns, 'country', 'documentUntil', 'documents'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const consented = await db
    .selectFrom('consents')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('customerId', '=', id)
    .executeTakeFirst();
  const page = holds(ctx, ...anyOf(customerRights.see)) ? `/dealer/customers/${id}` : null;
  const at = (section: string) => page && `${page}#${section}`;
  const lacks = (keys: readonly (typeof columns)[number][]) =>
    keys
      .filter((key) => !customer[key] && (isItalian(customer.country) || !italianOnly.includes(key)))
      .map((key) => customerFields[key].label.toLowerCase());
  const said = (words: string[], section: string): Open =>
    words.length > 0 ? [{ what: `Cliente: ${words.join(', ')}`, href: at(section) }] : [];
  const { documentUntil, documents } = customer;
  const document =
    Array.isArray(documents) && documents.length === 0
      ? 'Documento d’identità del cliente'
      : documentUntil !== null && documentUntil < today
        ? `Documento d’identità scaduto il ${day(documentUntil)}`
        : null;
  return [
    ...said(lacks(needed[customer.type as keyof typeof needed]), 'person'),
    ...said(lacks(contacts), 'contacts'),
    ...(document ? [{ what: document, href: at('documents') }] : []),
    ...(consented ? [] : [{ what: 'Privacy: informativa e consensi mai chiesti', href: at('privacy') }]),
  ];
}

const ofTradeIn = [
  'plate',
  'km',
  'registeredOn',
  'ownedSince',
  'standInValue',
] as const satisfies readonly (keyof TradeIn)[];

/** What the contract prints of a trade-in and nobody has entered. */
function tradeInLacks(car: TradeIn): Open {
  const lacks = ofTradeIn.filter((key) => car[key] === null || car[key] === '');
  if (lacks.length === 0) return [];
  const named = car.plate || car.description || 'senza targa';
  return [
    {
      what: `Permuta ${named}: ${lacks.map((key) => tradeInFields[key].label.toLowerCase()).join(', ')}`,
      href: null,
    },
  ];
}

/** Everything that is still open, the customer's data first. */
export async function openQuestions(ctx: Ctx, { customerId, draft, snapshot }: QuoteRecord): Promise<Open> {
  const { priced } = snapshot!;
  const iban = priced.offer !== null && customerId !== null ? await needsIban(ctx, customerId) : false;
  return [
    ...(customerId === null ? [] : await ofCustomer(ctx, customerId)),
    ...draft.tradeIns.flatMap(tradeInLacks),
    ...(iban ? [{ what: 'Finanziamento: IBAN del cliente', href: `/dealer/customers/${customerId}#invoice` }] : []),
  ];
}

/** The lender debits the instalments from the customer's account. */
async function needsIban({ db, user }: Ctx, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('iban')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return !row?.iban;
}
