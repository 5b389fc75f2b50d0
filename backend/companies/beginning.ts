import { sql } from 'kysely';
import { beginningSteps, NEW_DAYS, type Beginning, type BeginningStep } from '#domain/companies/beginning.ts';
import type { companies as table } from '#domain/companies/endpoints.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { VerbOf } from '../lib/work/bind.ts';

type Found = Record<BeginningStep | 'isNew' | 'stock', boolean>;

/** What the company has begun; counts nothing, so that a large company pays no more than a new one. */
export const readBeginning: VerbOf<typeof table, 'GET /companies/beginning'> = async ({ db, user, now }) => {
  const { companyId } = user;
  const { rows } = await sql<Found>`
    select
      c.created_at > ${now}::timestamptz - make_interval(days => ${NEW_DAYS}) as is_new,
      '' not in (c.vat_number, c.address, c.cap, c.city, c.rea) and (c.phone <> '' or c.email <> '') as company,
      c.logo_key is not null as logo,
      not exists (select from locations l where l.company_id = ${companyId} and l.archived_at is null
        and (l.address = '' or l.hours = '[]'::jsonb)) as places,
      exists (select from users u where u.company_id = ${companyId} and u.archived_at is null and not u.service offset 1) as people,
      exists (select from params p where p.company_id = ${companyId} and p.key = 'quotes.caps') as caps,
      exists (select from quotes q where q.company_id = ${companyId} and q.issued_at is not null) as quote,
      exists (select from used_cars s where s.company_id = ${companyId})
        or exists (select from new_cars s where s.company_id = ${companyId}) as stock,
      exists (select from customers k where k.company_id = ${companyId})
        or exists (select from used_cars s where s.company_id = ${companyId}) as import
    from companies c where c.company_id = ${companyId}`.execute(db);
  const { isNew, stock, ...found } = rows[0]!;
  const { rows: any } = await sql<{ quotes: boolean }>`
    select exists (select from quotes where company_id = ${companyId})
      or exists (select from b2b_quotes where company_id = ${companyId}) as quotes`.execute(db);
  const answer: Beginning = {
    quotes: any[0]!.quotes,
    stock,
    missing: isNew ? keysOf(beginningSteps).filter((step) => !found[step]) : [],
  };
  return answer;
};
