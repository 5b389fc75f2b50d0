import { sql } from 'kysely';
import { readToken } from '../../lib/tokens.ts';
import { BRERA } from './companies.ts';
import type { Owner } from './insert.ts';

/** A private link that everybody who knows the demo world knows, like its passwords. */
export const DEMO_LINK = `${BRERA.toString(36)}.${'dimostrazione-'.repeat(4).slice(0, 43)}`;

const PAGE_KEY = 'dimostrazione'.padEnd(32, '0').replace(/[^0-9a-f]/g, 'a');
/** The public page of a used car of the demo world. */
export const DEMO_PAGE = `${BRERA.toString(36)}.${PAGE_KEY}`;

/** The link opens the newest quote that is issued and good. */
export async function seedLinks(owner: Owner, now: Date): Promise<void> {
  await sql`insert into links (company_id, purpose, record_id, token_hash, user_id, created_at, expires_at)
    select company_id, 'quote', id, ${readToken(DEMO_LINK)!.hash}, seller_id, ${now}, ${new Date(now.getTime() + 365 * 86_400_000)}
    from quotes where company_id = ${BRERA} and state = 'issued' and not superseded
    order by expires_on desc, id desc limit 1`.execute(owner);
  await sql`update used_cars set page_key = ${PAGE_KEY} where company_id = ${BRERA}
    and id = (select min(id) from used_cars where company_id = ${BRERA} and state = 'acquired')`.execute(owner);
}
