/** Who may be contacted for offers. */
import { sql } from 'kysely';
import { monthsOf, privacySettingFields } from '#domain/privacy/setting-fields.ts';
import type { Ctx } from './context.ts';
import { readSettingsOn } from './params.ts';

/** Those of these customers whose consent to marketing stands today. */
export async function withMarketing({ db, user, today }: Ctx, customerIds: readonly number[]): Promise<Set<number>> {
  const group = { group: 'privacy', fields: privacySettingFields } as const;
  const [settings] = await readSettingsOn(db, user.companyId, group, [today]);
  const { rows } = await sql<{ customerId: number }>`select customer_id from consents_now n
    where n.company_id = ${user.companyId} and n.customer_id = any(${[...customerIds]}::bigint[]) and n.purpose = 'marketing' and n.given
      and (n.said_on + make_interval(months => ${settings![monthsOf.marketing]}::int))::date >= ${today}::date`.execute(
    db,
  );
  return new Set(rows.map(({ customerId }) => customerId));
}
