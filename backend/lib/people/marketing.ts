/** Who may be contacted for offers. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { monthsOf, privacySettingFields } from '#domain/privacy/setting-fields.ts';
import type { Ctx } from '../work/context.ts';
import { readSettingsOn } from '../records/params.ts';

/** Makes the condition that the consent to marketing of a customer, by the id that a query has, stands today. */
export async function marketingHolds({ db, user, today }: Ctx) {
  const group = { group: 'privacy', fields: privacySettingFields } as const;
  const [settings] = await readSettingsOn(db, user.companyId, group, [today]);
  return (customerId: RawBuilder<unknown>) => sql<SqlBool>`exists (select from consents_now n
    where n.company_id = ${user.companyId} and n.customer_id = ${customerId} and n.purpose = 'marketing' and n.given
      and (n.said_on + make_interval(months => ${settings![monthsOf.marketing]}::int))::date >= ${today}::date)`;
}
