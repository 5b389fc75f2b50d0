/** Parameters by date: for each key the value that began last is in force. */
import { sql, type Transaction } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { CompanyParams } from '#domain/params.ts';
import { quoteSettingFields, type QuoteSettings } from '#domain/quotes/settings/fields.ts';
import type { Fields, Values } from '#domain/record/fields.ts';
import { readStored } from '#domain/record/stored.ts';
import { jsonb } from '#backend/db/jsonb.ts';
import type { DB } from '#backend/db/types.gen.ts';

export interface FiscalParam {
  key: string;
  label: string;
  value: number;
  /** The day on which the value begins, and whether the company set it itself. */
  from: string;
  own: boolean;
}

/**
 * Fiscal parameters in force for a company on a day (`YYYY-MM-DD`), ordered by key: its own value, until it takes that
 * back, else the national one that began last.
 */
export const readFiscalParams = async (db: Transaction<DB>, companyId: number, day: string): Promise<FiscalParam[]> =>
  (await readFiscalParamsOn(db, companyId, [day]))[0]!;

/** The newest name of a fiscal parameter; one that no installation begins with is called by its key. */
const labelOf = (key: ReturnType<typeof sql>) =>
  sql`coalesce((select n.label from fiscal_params n where n.key = ${key} order by n.valid_from desc limit 1), ${key})`;

/**
 * The fiscal parameters of several days, in the order of `days`. National ones are those that every installation begins
 * with, and those that the manufacturer has set since. A company takes a value of its own back by null. A statement names
 * one company, so the manufacturer's and the company's own are two.
 */
export async function readFiscalParamsOn(
  db: Transaction<DB>,
  companyId: number,
  days: readonly string[],
): Promise<FiscalParam[][]> {
  type Row = Omit<FiscalParam, 'value'> & { day: string; value: number | null };
  const { rows: national } = await sql<Row>`
    select d.day::text as day, f.key, f.value, f.from, coalesce(f.label, ${labelOf(sql`f.key`)}) as label, false as own
    from unnest(${days}::date[]) d (day) cross join lateral (
      select distinct on (key) key, label, value, "from" from (
        select key, label, value, valid_from as "from" from fiscal_params where valid_from <= d.day
        union all
        select substr(key, 10), null, (value #>> '{}')::numeric, valid_from from params
        where company_id = ${MANUFACTURER} and key like 'national.%' and jsonb_typeof(value) in ('number', 'null') and valid_from <= d.day
      ) known order by key, "from" desc, label nulls first) f`.execute(db);
  const { rows: own } = await sql<Row>`
    select distinct on (d.day, p.key) d.day::text as day, substr(p.key, 8) as key, (p.value #>> '{}')::numeric as value,
      p.valid_from as "from", ${labelOf(sql`substr(p.key, 8)`)} as label, true as own
    from unnest(${days}::date[]) d (day) join params p on p.valid_from <= d.day
    where p.company_id = ${companyId} and p.key like 'fiscal.%' order by d.day, p.key, p.valid_from desc`.execute(db);
  return days.map((on) => {
    const known = new Map<string, FiscalParam>();
    for (const { day, value, ...of } of [...national, ...own])
      if (day === on && value !== null) known.set(of.key, { ...of, value });
    return [...known.values()].toSorted((a, b) => a.key.localeCompare(b.key));
  });
}

/**
 * A group of a company's settings in force on each day. A setting that the company never set, or whose stored value is
 * no longer valid, has its default.
 */
export async function readSettingsOn<const F extends Fields>(
  db: Transaction<DB>,
  companyId: number,
  { group, fields }: { group: string; fields: F },
  days: readonly string[],
): Promise<Values<F>[]> {
  const { rows } = await sql<{ day: string; key: string; value: unknown }>`
    select distinct on (d.day, p.key) d.day::text as day, split_part(p.key, '.', 2) as key, p.value
    from unnest(${days}::date[]) as d (day) join params p on p.valid_from <= d.day
    where p.company_id = ${companyId} and starts_with(p.key, ${`${group}.`}) order by d.day, p.key, p.valid_from desc`.execute(
    db,
  );
  return days.map((on) => {
    const own = rows.filter(({ day }) => day === on).map(({ key, value }) => [key, value]);
    return readStored(fields, Object.fromEntries(own));
  });
}

const quoteSettings = { group: 'quotes', fields: quoteSettingFields } as const;
/** A company's settings for its quotes in force on a day. */
export const readQuoteSettings = async (db: Transaction<DB>, companyId: number, day: string): Promise<QuoteSettings> =>
  (await readSettingsOn(db, companyId, quoteSettings, [day]))[0]!;

/** Sets parameters of a company from a day on and replaces those set for the same day. */
export async function writeCompanyParams(
  db: Transaction<DB>,
  companyId: number,
  validFrom: string,
  values: Partial<CompanyParams>,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    companyId,
    key,
    validFrom,
    value: jsonb(value),
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
