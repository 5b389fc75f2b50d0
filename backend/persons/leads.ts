/** Leads of an erased person: what was asked and typed goes, that there was a lead is still counted. */
import { sql } from 'kysely';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import type { Ctx } from '../lib/work/context.ts';
import { writeWords } from '../lib/records/search.ts';
import type { Customer } from './customers.ts';

interface Contacts {
  /** In lower case. */
  mails: readonly string[];
  phones: readonly string[];
  codes: readonly string[];
}

/**
 * Empties what other systems sent of these leads, with the documents in which they stood, and what still waits and names the
 * person: by who sent it, by what was found in it, or anywhere in its text.
 */
async function clearIntakes({ db, user, now }: Ctx, leadIds: readonly number[], contacts: Contacts): Promise<void> {
  const { companyId } = user;
  const { mails, phones, codes } = contacts;
  // However it is written there: without the prefix of the country, and by its digits alone.
  const digits = phones.map((phone) => phone.replace(/^\+39/, '').replace(/\D/g, '')).filter((one) => one.length > 5);
  // A whole word: the address of `anna` is not that of `joanna`.
  const words = [...mails, ...codes]
    .map((word) => `(^|[^a-z0-9._+-])${word.toLowerCase().replace(/[^a-z0-9]/g, '\\$&')}($|[^a-z0-9_-])`)
    .join('|');
  const { rows } = await sql<{ id: number }>`select i.id from lead_intakes i where i.company_id = ${companyId} and (
      i.lead_id = any(${[...leadIds]}::bigint[])
      or i.id in (select o.came_in from lead_intakes o where o.company_id = ${companyId} and o.lead_id = any(${[...leadIds]}::bigint[]))
      or (i.why is not null and i.settled_at is null and (
        i.sender = any(${[...mails]}::text[])
        or (${words}::text <> '' and lower(concat(i.shown, i.raw, i.found)) ~ ${words}::text)
        or exists (select from unnest(${digits}::text[]) number
          where position(number in regexp_replace(concat(coalesce(i.shown, i.raw), i.found), '[^0-9]', '', 'g')) > 0))))`.execute(
    db,
  );
  if (rows.length === 0) return;
  await db
    .updateTable('leadIntakes')
    .set({
      raw: '',
      externalId: null,
      who: '',
      shown: null,
      found: sql`'{}'::jsonb`,
      sender: null,
      why: '',
      settledAt: now,
    })
    .where('companyId', '=', companyId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

/**
 * Empties the leads that are linked to these customers, or that are nobody's and came from their telephones and addresses: a
 * relative with the same telephone keeps theirs. Nobody is called from them any more: open ones are closed. Returns their ids.
 */
export async function clearLeads(ctx: Ctx, customers: readonly Customer[]): Promise<number[]> {
  const { companyId } = ctx.user;
  const texts = (keys: readonly string[]) =>
    customers.flatMap((one) => keys.flatMap((key) => (typeof one[key] === 'string' && one[key] ? [one[key]] : [])));
  const mails = texts(['email']).map((mail) => mail.toLowerCase());
  const { rows } = await sql<{
    id: number;
  }>`update leads set name = '', phone = null, phone2 = null, email = null, vehicle = '', plate = '', vin = '', trade_in = '', tax_code = '', advert = '',
      message = '', details = '', customer_id = null, follow_up_on = null, next_type = null, next_at = null, warn_at = null, escalate_at = null,
      parked_until = null, outcome = case when state = 'closed' then outcome else 'invalid' end,
      closed_on = case when state = 'closed' then closed_on else ${ctx.today}::date end, state = 'closed', updated_at = ${ctx.now}, version = version + 1
    where company_id = ${companyId} and (customer_id = any(${customers.map(({ id }) => id)}::bigint[])
      or (customer_id is null and (phone = any(${texts(['phone', 'phone2'])}::text[]) or email_key = any(${mails}::text[]))))
    returning id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  await sql`update lead_actions set note = '' where company_id = ${companyId} and lead_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await clearIntakes(ctx, ids, { mails, phones: texts(['phone', 'phone2']), codes: texts(['taxCode']) });
  await sql`delete from messages where company_id = ${companyId} and entity = 'lead' and record_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await sql`delete from page_forms where company_id = ${companyId} and settled_at is null
    and contacts && ${[...mails, ...texts(['phone', 'phone2'])]}::text[]`.execute(ctx.db);
  await sql`update comments set text = '' where company_id = ${companyId} and entity = 'lead' and record_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await sql`update lead_joins set before = '{}' where company_id = ${companyId}
    and (kept_id = any(${ids}::bigint[]) or gone_id = any(${ids}::bigint[]))`.execute(ctx.db);
  await sql`delete from idempotency_keys where company_id = ${companyId} and response ->> 'id' = any(${ids.map(String)}::text[])
    and call ~ '^/leads'`.execute(ctx.db);
  await sql`delete from lead_consents where company_id = ${companyId} and lead_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await writeWords(ctx, 'leads', ids);
  await eraseFacts(ctx, 'lead', ids);
  return ids;
}
