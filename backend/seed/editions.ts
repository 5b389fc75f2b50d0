/** A price list that the manufacturer is still writing. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { editionMachine } from '#domain/catalog/editions/machine.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { enter, insertRows, nextId, type Owner } from './insert.ts';

/** The model that becomes dearer, by how many cents, and for how many days quotes and drafts keep the former list. */
const [MODEL, DEARER, ISSUED_DAYS, DRAFT_DAYS] = ['Alba', 300_00, 45, 15];

/** An edition in draft: the versions of one model, each a little dearer than today. */
export async function seedEdition(owner: Owner, now: Date, today: string): Promise<void> {
  await enter(owner, MANUFACTURER);
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where company_id = ${MANUFACTURER} order by id limit 1`.execute(owner);
  const { id: madeBy, name: maker } = rows[0]!;
  const id = await nextId(owner, 'catalog_editions');
  const at = new Date(now.getTime() - 3_600_000).toISOString();
  const made = { madeBy, maker, createdAt: at, updatedAt: at };
  await insertRows(owner, 'catalog_editions', [
    { companyId: MANUFACTURER, id, version: 1, state: 'draft', versionIds: [], name: `${MODEL}, listino di gennaio`, issuedDays: ISSUED_DAYS, draftDays: DRAFT_DAYS, ...made }, // prettier-ignore
  ]);
  await sql`insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
    values (${MANUFACTURER}, ${editionMachine.entity}, ${id}, null, 'draft', ${at})`.execute(owner);
  await sql`insert into catalog_changes (company_id, edition_id, kind, key, before, after, changer, changed_at)
    select ${MANUFACTURER}, ${id}, 'versionPrices', p.version_id || ':' || ${DAY}, jsonb_build_object('price', p.price),
      jsonb_build_object('price', p.price + ${DEARER}::bigint), ${maker}, ${at}
    from (select distinct on (t.version_id) t.version_id, t.price from version_prices t join versions v on v.id = t.version_id
      join models o on o.id = v.model_id where o.name = ${MODEL} and t.valid_from <= ${today}::date
      order by t.version_id, t.valid_from desc) p`.execute(owner);
}
