import { sql, type Transaction } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { provinceFields, provincesUnder, type ProvinceSettings } from '#domain/preferences/province-fields.ts';
import type { Province } from '#domain/quotes/schema.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { readSettingsOn } from './params.ts';

const settings = { group: 'provinces', fields: provinceFields } as const;
const rulesOf = async (db: Transaction<DB>, companyId: number, day: string): Promise<ProvinceSettings['rules']> =>
  (await readSettingsOn(db, companyId, settings, [day]))[0]!.rules;

/** Provinces with the national values of a day: those of the table, under the rules that the manufacturer keeps. */
export async function readNational(db: Transaction<DB>, day: string): Promise<Province[]> {
  const { rows } = await sql<Province>`
    select code, name, ipt_percent, fixed_for_vat_deeds, ipt_rules from provinces where valid_from <= ${day} and coalesce(valid_to, ${day}) >= ${day}
    order by name, code`.execute(db);
  return provincesUnder(rows, await rulesOf(db, MANUFACTURER, day));
}

/** Provinces as a company taxes on a day: its own rules go before the national ones, until it ends them. */
export const readProvinces = async (db: Transaction<DB>, companyId: number, day: string): Promise<Province[]> =>
  provincesUnder(await readNational(db, day), companyId === MANUFACTURER ? [] : await rulesOf(db, companyId, day));
