/** Parameters by date: of each key the value that began last is in force. */
import { sql, type Transaction } from 'kysely';
import type { CompanyParams } from '#domain/companies/params.ts';
import { quoteSettingFields, type QuoteSettings } from '#domain/quotes/setting-fields.ts';
import { readStored } from '#domain/stored.ts';
import type { DB } from '../db/types.gen.ts';

/** National facts in force on a day, `YYYY-MM-DD`, in order of key. */
export async function readFacts(
  db: Transaction<DB>,
  day: string,
): Promise<{ key: string; label: string; value: number }[]> {
  const { rows } = await sql<{ key: string; label: string; value: number }>`
    select distinct on (key) key, label, value from fiscal_params where valid_from <= ${day} order by key, valid_from desc`.execute(
    db,
  );
  return rows;
}

/** A company's settings for its quotes in force on a day; what it never set, or set to what is no value any more, has its default. */
export async function readQuoteSettings(db: Transaction<DB>, companyId: number, day: string): Promise<QuoteSettings> {
  return (await readQuoteSettingsOn(db, companyId, [day]))[0]!;
}

/** The same for several days, in their order, read once. */
export async function readQuoteSettingsOn(
  db: Transaction<DB>,
  companyId: number,
  days: readonly string[],
): Promise<QuoteSettings[]> {
  const { rows } = await sql<{ day: string; key: string; value: unknown }>`
    select distinct on (d.day, p.key) d.day::text as day, substr(p.key, 8) as key, p.value
    from unnest(${days}::date[]) as d (day) join params p on p.valid_from <= d.day
    where p.company_id = ${companyId} and p.key like 'quotes.%' order by d.day, p.key, p.valid_from desc`.execute(db);
  return days.map((on) => {
    const own = rows.filter(({ day }) => day === on).map(({ key, value }) => [key, value]);
    return readStored(quoteSettingFields, Object.fromEntries(own));
  });
}

/** Sets parameters of a company from a day on, in the place of what was set for that very day. */
export async function writeCompanyParams(
  db: Transaction<DB>,
  companyId: number,
  validFrom: string,
  values: Partial<CompanyParams>,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    ...{ companyId, key, validFrom },
    value: sql<string>`${JSON.stringify(value)}::jsonb`,
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('params')
    .values(rows)
    .onConflict((on) =>
      on.columns(['companyId', 'key', 'validFrom']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}
