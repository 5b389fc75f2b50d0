import { sql, type Transaction } from 'kysely';
import type { QuoteParams } from '#domain/quotes/schema.ts';
import { EXPIRY_DAYS } from '#domain/quotes/terms.ts';
import type { DB } from '../db/types.gen.ts';

/** National facts and the company's own parameters in force on a day. Throws when a national fact is missing: nothing is guessed. */
export async function readParams(
  db: Transaction<DB>,
  companyId: number,
  day: string,
  priceIncludesRoadCost: boolean,
): Promise<QuoteParams> {
  const facts = await sql<{ key: string; label: string; value: number }>`
    select distinct on (key) key, label, value from fiscal_params where valid_from <= ${day} order by key, valid_from desc`.execute(
    db,
  );
  const own = await db
    .selectFrom('quoteParams')
    .select(['expiryDays', 'roadCost'])
    .where('companyId', '=', companyId)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .executeTakeFirst();
  const values = new Map(facts.rows.map(({ key, value }) => [key, value]));
  const fact = (key: string) => {
    const value = values.get(key);
    if (value === undefined) throw new Error(`No ${key} in force on ${day}`);
    return value;
  };
  return {
    day,
    taxRate: fact('tax_rate'),
    expiryDays: own?.expiryDays ?? EXPIRY_DAYS,
    roadCost: priceIncludesRoadCost ? 0 : (own?.roadCost ?? 0),
    tyreFee: fact('tyre_fee'),
    iptFixed: fact('ipt_fixed'),
    iptKwLimit: fact('ipt_kw_limit'),
    iptPerKw: fact('ipt_per_kw'),
    registration: facts.rows
      .filter(({ key }) => key.startsWith('registration_'))
      .map(({ label, value }) => ({ label, amount: value })),
    substituteTaxPercent: fact('substitute_tax_percent'),
    contractStamp: fact('contract_stamp'),
    communicationStamp: fact('communication_stamp'),
  };
}
