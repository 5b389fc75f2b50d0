import { sum } from '#domain/money.ts';
import type { Transaction } from 'kysely';
import { fiscalFields } from '#domain/preferences/fiscal.ts';
import { capOf, type RoleCap } from '#domain/quotes/approvals/caps.ts';
import { withOwnRoles } from '#domain/quotes/approvals/own-roles.ts';
import { tariffOf, upward } from '#domain/quotes/sheet/ipt.ts';
import { roadEntries } from '#domain/quotes/sheet/road-cost.ts';
import { quoteSettingFields, type QuoteSettings } from '#domain/quotes/settings/fields.ts';
import type { QuoteParams } from '#domain/quotes/schema.ts';
import type { ExpenseType } from '#domain/quotes/sheet/transfer.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { readFiscalParams, readQuoteSettings } from '#backend/lib/records/params.ts';

/** The entries whose keys begin with the prefix, without it. */
const under = (values: ReadonlyMap<string, number>, prefix: string): [string, number][] =>
  [...values].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []));

/** The classes of the yearly tax of vans, also those for which the company has typed nothing. */
const vanBands = (typed: readonly [string, number][]) =>
  upward(
    Object.keys(fiscalFields).flatMap((key): [string, number | null][] => {
      const [, limit] = /^bollo_van_(\w+)$/.exec(key) ?? [];
      return limit ? [[limit, new Map(typed).get(limit) ?? null]] : [];
    }),
  );

/**
 * National parameters and the company's in force on a day, with its settings for quotes of that day. Throws when a national parameter is missing, because
 * nothing may be guessed.
 */
export async function readParams(
  db: Transaction<DB>,
  companyId: number,
  day: string,
  own: QuoteSettings,
  {
    priceIncludesRoadCost,
    category,
    isUsed = false,
  }: { priceIncludesRoadCost: boolean; category: string; isUsed?: boolean },
): Promise<QuoteParams> {
  const fiscal = await readFiscalParams(db, companyId, day);
  const charges = own.charges.find((each) => each.category === category);
  const values = new Map(fiscal.map(({ key, value }) => [key, value]));
  const param = (key: string) => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`No ${key} in force on ${day}`);
    return value;
  };
  const deed = (type: ExpenseType) =>
    fiscal
      .filter(({ key }) => key.startsWith(`transfer_${type}_`))
      .map(({ label, value }) => ({ label, amount: value }));
  const perKw = under(values, 'bollo_').flatMap(([euro, upTo]) =>
    /^\d$/.test(euro) ? [{ euro: Number(euro), upTo, above: param(`bollo_${euro}_above`) }] : [],
  );
  // A used car is already registered and on tyres: neither fee applies.
  const isFree = priceIncludesRoadCost || isUsed;
  const entries = isFree || charges?.roadCost != null ? [] : roadEntries(own, param('tax_rate'));
  return {
    day,
    taxRate: param('tax_rate'),
    reducedTaxRate: param('reduced_tax_rate'),
    expiryDays: own.expiryDays,
    quotationRequired: own.quotationRequired,
    roadCost: isFree ? 0 : (charges?.roadCost ?? sum(entries.map(({ amount }) => amount))),
    roadEntries: entries,
    tyreFee: isUsed ? 0 : (charges?.tyreFee ?? param('tyre_fee')),
    ...tariffOf(param, under(values, 'ipt_van_')),
    transfer: { retail: deed('retail'), b2b: deed('b2b'), export: deed('export') },
    agencyFee: own.agencyFee,
    registration:
      charges?.fees == null
        ? fiscal
            .filter(({ key }) => key.startsWith('registration_'))
            .map(({ label, value }) => ({ label, amount: value }))
        : [{ label: quoteSettingFields.charges.fields.fees.label, amount: charges.fees }],
    substituteTaxPercent: param('substitute_tax_percent'),
    contractStamp: param('contract_stamp'),
    communicationStamp: param('communication_stamp'),
    roadTax: {
      perKw: perKw.sort((a, b) => a.euro - b.euro),
      kwLimit: param('bollo_kw_limit'),
      superKwLimit: param('superbollo_kw_limit'),
      superPerKw: param('superbollo_per_kw'),
      vans: vanBands(under(values, 'bollo_van_')),
    },
  };
}

/** Further gains and costs of a sale of a new car, net cents by margin (rules.md §11). */
export const extrasOf = ({ objectiveBonus, stockCost }: QuoteSettings) =>
  [
    { label: 'Premio obiettivo', amount: objectiveBonus, margin: 2 as const },
    { label: 'Costo di stock', amount: -stockCost, margin: 3 as const },
  ].filter(({ amount }) => amount !== 0);

/** The roles of the company's own, each with the role of the product that it was copied from. */
export const readOwnRoles = (db: Transaction<DB>, companyId: number): Promise<{ name: string; base: string }[]> =>
  db.selectFrom('roles').select(['name', 'base']).where('companyId', '=', companyId).orderBy('name').execute();

/** The discount caps of a company's settings, of its own roles, too. */
export const capsUnder = async (
  db: Transaction<DB>,
  companyId: number,
  { caps }: Pick<QuoteSettings, 'caps'>,
): Promise<RoleCap[]> => withOwnRoles(caps, await readOwnRoles(db, companyId));

/** The discount caps in force on a day. */
export const readCaps = async (db: Transaction<DB>, companyId: number, day: string): Promise<RoleCap[]> =>
  capsUnder(db, companyId, await readQuoteSettings(db, companyId, day));

/** Percent that a person may give on such a car on a day; null: no cap. */
export async function readCap(
  db: Transaction<DB>,
  { companyId, roleName }: { companyId: number; roleName: string },
  day: string,
  car: { makerId: number | null; usage: 'new' | 'used' },
): Promise<number | null> {
  return capOf(await readCaps(db, companyId, day), roleName, car);
}
