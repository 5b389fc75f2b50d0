/** Which national values a company has replaced by its own: what it keeps of them, and what the network hears of it. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Touched } from '#domain/preferences/endpoints.ts';
import { provinceFields } from '#domain/preferences/province-fields.ts';
import { readFiscalParamsOn, readSettingsOn } from '../lib/records/params.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The national values of several days by key. */
export const readNationalOn = async (db: Ctx['db'], days: readonly string[]): Promise<Map<string, number>[]> =>
  (await readFiscalParamsOn(db, MANUFACTURER, days)).map((all) => new Map(all.map(({ key, value }) => [key, value])));

/**
 * What is stored of a company's changed values: one that equals the national value of today or of that day is none of
 * its own, and takes an older one back.
 */
export async function ownOf(
  { db, user, today }: Ctx,
  changed: Readonly<Record<string, unknown>>,
  from: string,
): Promise<Record<string, unknown>> {
  const national = await readNationalOn(db, [today, from]);
  const [before = []] = await readFiscalParamsOn(db, user.companyId, [from]);
  const isOwn = (key: string) => before.some((one) => one.key === key && one.own);
  return Object.fromEntries(
    Object.entries(changed).flatMap(([key, value]) => {
      if (!national.some((values) => values.get(key) === value)) return [[key, value]];
      return isOwn(key) ? [[key, null]] : [];
    }),
  );
}

/** Which values are the company's own on a day, and how many drafts take the national ones: no value. */
export async function ownValuesOf(
  db: Ctx['db'],
  companyId: number,
  today: string,
): Promise<{ keys: string[]; drafts: number }> {
  const [fiscal = []] = await readFiscalParamsOn(db, companyId, [today]);
  const rules = await readSettingsOn(db, companyId, { group: 'provinces', fields: provinceFields }, [today]);
  const keys = [
    ...fiscal.filter(({ own }) => own).map(({ key }) => key),
    ...rules[0]!.rules.map(({ province }) => `provinces.${province}`),
  ];
  const { drafts } = await db
    .selectFrom('quotes')
    .select((eb) => eb.fn.countAll<number>().as('drafts'))
    .where('companyId', '=', companyId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow();
  return { keys, drafts };
}

/** Tells the network of them. */
export async function tellOwn({ db, user, today }: Ctx): Promise<void> {
  const { companyId } = user;
  if (companyId === MANUFACTURER) return;
  const told = await ownValuesOf(db, companyId, today);
  await db
    .insertInto('networkOwnValues')
    .values({ companyId, ...told })
    .onConflict((on) => on.column('companyId').doUpdateSet(told))
    .execute();
}

/** Drafts come and go, and values begin on their day: told each night. */
export const tellOwnValues: Schedule = { name: 'tell-own-values', at: ['04:20'], run: tellOwn };

/** Whom a change of national values touches, over all companies, for the manufacturer. */
export async function readTouched({ db }: Ctx): Promise<Touched> {
  const { rows } = await sql<{ keys: string[] | null; drafts: number | null }>`select o.keys, o.drafts
    from companies c left join network_own_values o on o.company_id = c.company_id
    where c.company_id <> ${MANUFACTURER}`.execute(db);
  const own = new Map<string, { companies: number; drafts: number }>();
  for (const { keys, drafts } of rows)
    for (const key of keys ?? []) {
      const so = own.get(key) ?? { companies: 0, drafts: 0 };
      own.set(key, { companies: so.companies + 1, drafts: so.drafts + (drafts ?? 0) });
    }
  return {
    companies: rows.length,
    drafts: rows.reduce((all, { drafts }) => all + (drafts ?? 0), 0),
    own: [...own].map(([key, so]) => ({ key, ...so })).toSorted((a, b) => a.key.localeCompare(b.key)),
  };
}
