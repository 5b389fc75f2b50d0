import type { Transaction } from 'kysely';
import { capOf } from '#domain/quotes/caps.ts';
import { tariffOf } from '#domain/quotes/ipt.ts';
import { quoteSettingFields } from '#domain/quotes/setting-fields.ts';
import type { QuoteParams } from '#domain/quotes/schema.ts';
import type { ExpenseType } from '#domain/quotes/transfer.ts';
import type { DB } from '../db/types.gen.ts';
import { readFacts, readQuoteSettings } from '../lib/params.ts';

/** The entries whose keys begin with the prefix, without it. */
const under = (values: ReadonlyMap<string, number>, prefix: string): [string, number][] =>
  [...values].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []));

/**
 * National facts and the company's parameters in force on a day. Throws when a national fact is missing, because
 * nothing may be guessed.
 */
export async function readParams(
  db: Transaction<DB>,
  companyId: number,
  day: string,
  {
    priceIncludesRoadCost,
    category,
    isUsed = false,
  }: { priceIncludesRoadCost: boolean; category: string; isUsed?: boolean },
): Promise<QuoteParams> {
  const facts = await readFacts(db, companyId, day);
  const own = await readQuoteSettings(db, companyId, day);
  const charges = own.charges.find((each) => each.category === category);
  const values = new Map(facts.map(({ key, value }) => [key, value]));
  const fact = (key: string) => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`No ${key} in force on ${day}`);
    return value;
  };
  const deed = (type: ExpenseType) =>
    facts
      .filter(({ key }) => key.startsWith(`transfer_${type}_`))
      .map(({ label, value }) => ({ label, amount: value }));
  const perKw = under(values, 'bollo_').flatMap(([euro, upTo]) =>
    /^\d$/.test(euro) ? [{ euro: Number(euro), upTo, above: fact(`bollo_${euro}_above`) }] : [],
  );
  return {
    day,
    taxRate: fact('tax_rate'),
    reducedTaxRate: fact('reduced_tax_rate'),
    expiryDays: own.expiryDays,
    quotationRequired: own.quotationRequired,
    // A used car is already registered and on tyres: neither fee applies.
    roadCost: priceIncludesRoadCost || isUsed ? 0 : (charges?.roadCost ?? own.roadCost),
    tyreFee: isUsed ? 0 : (charges?.tyreFee ?? fact('tyre_fee')),
    ...tariffOf(fact, under(values, 'ipt_van_')),
    transfer: { retail: deed('retail'), b2b: deed('b2b'), export: deed('export') },
    agencyFee: own.agencyFee,
    registration:
      charges?.fees == null
        ? facts
            .filter(({ key }) => key.startsWith('registration_'))
            .map(({ label, value }) => ({ label, amount: value }))
        : [{ label: quoteSettingFields.charges.fields.fees.label, amount: charges.fees }],
    substituteTaxPercent: fact('substitute_tax_percent'),
    contractStamp: fact('contract_stamp'),
    communicationStamp: fact('communication_stamp'),
    roadTax: {
      perKw: perKw.sort((a, b) => a.euro - b.euro),
      kwLimit: fact('bollo_kw_limit'),
      superKwLimit: fact('superbollo_kw_limit'),
      superPerKw: fact('superbollo_per_kw'),
    },
  };
}

/** Further gains and costs of a sale of a new car, net cents by margin (domain.md §2.15). */
export async function readExtras(db: Transaction<DB>, companyId: number, day: string) {
  const own = await readQuoteSettings(db, companyId, day);
  return [
    { label: 'Premio obiettivo', amount: own.objectiveBonus, margin: 2 as const },
    { label: 'Costo di stock', amount: -own.stockCost, margin: 3 as const },
  ].filter(({ amount }) => amount !== 0);
}

/** Percent that a person may give on such a car on a day; null: no cap. */
export async function readCap(
  db: Transaction<DB>,
  { companyId, roleName }: { companyId: number; roleName: string },
  day: string,
  car: { makerId: number | null; usage: 'new' | 'used' },
): Promise<number | null> {
  const { caps } = await readQuoteSettings(db, companyId, day);
  return capOf(caps, roleName, car);
}
