import { sql } from 'kysely';
import { addDays, dayInRome } from '#domain/dates.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import type { Owner } from './insert.ts';

/** This morning's notifications of sellers about issued quotes that expire within two days, in the words of the job. */
export async function seedNotifications(owner: Owner, companyId: number, now: Date): Promise<void> {
  const today = dayInRome(now);
  await sql`insert into notifications (company_id, user_id, kind, title, text, href, once, created_at)
    select company_id, seller_id, 'quote_expiring', number || ' scade il ' || to_char(expires_on, 'DD/MM/YYYY'),
      concat_ws(' · ', customer_name, vehicle),
      '/quotation/' || coalesce('used/' || stock_id, 'new/' || maker_id || '/' || model_id || '/' || version_id) || '?quote=' || id,
      'quote_expiring:' || id || ':' || expires_on, ${now}
    from quotes where company_id = ${companyId} and state = 'issued' and not superseded
      and expires_on between ${today} and ${addDays(today, SOON_DAYS)}
    order by expires_on desc, id
    on conflict do nothing`.execute(owner);
}
