/** Who may be contacted for offers. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { monthsOf, privacySettingFields } from '#domain/privacy/setting-fields.ts';
import type { Channel } from '#domain/privacy/terms.ts';
import type { Ctx } from '../work/context.ts';
import { readSettingsOn } from '../records/params.ts';

interface Said {
  /** The way for which it was given; absent: any. */
  channel?: Channel | undefined;
  /** The lead that it came with. */
  lead?: RawBuilder<unknown>;
}

/**
 * Makes the condition that the consent to marketing of a customer, by the id that a query has, stands today; `lead`: the
 * one that came with a lead, which counts while it has no customer.
 */
export async function marketingHolds({ db, user, today }: Ctx) {
  const group = { group: 'privacy', fields: privacySettingFields } as const;
  const [settings] = await readSettingsOn(db, user.companyId, group, [today]);
  return (customerId: RawBuilder<unknown>, { channel, lead }: Said = {}) => {
    const stands = sql`n.purpose = 'marketing' and n.given
      and (n.said_on + make_interval(months => ${settings![monthsOf.marketing]}::int))::date >= ${today}::date
      ${channel ? sql`and ${channel} = any(n.channels)` : sql``}`;
    const own = sql<SqlBool>`exists (select from consents_now n
      where n.company_id = ${user.companyId} and n.customer_id = ${customerId} and ${stands})`;
    if (!lead) return own;
    return sql<SqlBool>`case when ${customerId} is null then exists (select from lead_consents n
      where n.company_id = ${user.companyId} and n.lead_id = ${lead} and ${stands}) else ${own} end`;
  };
}
