/** Deletes temporary copies of a person's data, and names in texts about other things. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { COVER } from '#domain/support/cover.ts';
import { dropSent } from '../lib/files/sent.ts';
import { forget } from '../lib/files/uploads.ts';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import type { Ctx } from '../lib/work/context.ts';
import { forgetMail, type MailSource } from '../lib/people/mail.ts';
import type { Customer } from './customers.ts';
import type { Erasable } from './erasable.ts';
import { namesOne, saysOne, wordsOf } from './said.ts';

/** Condition: kept answers of calls at these records, and of the calls that created them. */
const keptAnswer = (path: string, ids: readonly number[]) =>
  sql`(call ~ ${`^${path}/(${[0, ...ids].join('|')})(/|$)`}
    or call ~ ${`^${path}(/[0-9]+/[a-z]+)?$`} and response ->> 'id' = any(${ids.map(String)}::text[]))`;

/**
 * Deletes copies of erased data: notifications, rows of import files, kept answers, mails in the outbox. It must run
 * before the messages are deleted.
 */
export async function clearCopies(ctx: Ctx, found: Erasable): Promise<void> {
  const { companyId } = ctx.user;
  const words = wordsOf(found.customers);
  const says = (text: RawBuilder<unknown>) => saysOne(words, text);
  const [quotes, offers] = [
    [...found.quotes, ...found.keptQuotes],
    [...found.offers, ...found.keptOffers],
  ];
  const about = (paths: string, ids: readonly number[]) =>
    sql`href ~ ${`^/quotation/(${paths}).*[?]quote=(${[0, ...ids].join('|')})(#|$)`}`;
  const onPage = sql`href ~ ${`^/dealer/customers/(${[0, ...found.ids].join('|')})(#|$)`}`;
  const { rows: told } = await sql<{
    id: number;
  }>`delete from notifications where company_id = ${companyId} and (${says(sql`title || ' ' || text`)}
    or ${about('new|used', quotes)} or ${about('b2b', offers)} or ${onPage}) returning id`.execute(ctx.db);
  // Such a row of an import can no longer be corrected or undone. Files have first and last name in separate cells.
  const names = found.customers.flatMap(({ firstName, lastName }) =>
    firstName && lastName ? [JSON.stringify([firstName, lastName])] : [],
  );
  await sql`delete from import_rows where company_id = ${companyId} and (${says(sql`cells::text || coalesce(before::text, '')`)}
      or exists (select from unnest(${names}::text[]) name where cells @> name::jsonb))`.execute(ctx.db);
  await sql`delete from idempotency_keys where company_id = ${companyId} and (${says(sql`response::text`)}
      or ${keptAnswer('/customers', found.ids)} or ${keptAnswer('/privacy/customers', found.ids)}
      or ${keptAnswer('/quotes', quotes)} or ${keptAnswer('/quotes/b2b', offers)})`.execute(ctx.db);
  const { rows: written } = await sql<{ id: number }>`select m.id from messages m where m.company_id = ${companyId}
    and (m.entity = 'customer' and m.record_id = any(${found.ids}::bigint[]) or m.entity = 'quote' and m.record_id = any(${quotes}::bigint[])
      or m.entity = 'b2b_quote' and m.record_id = any(${offers}::bigint[])
      or m.entity = 'contract' and m.record_id in (select t.id from contracts t where t.company_id = ${companyId} and t.customer_id = any(${found.ids}::bigint[])))`.execute(
    ctx.db,
  );
  const sources: MailSource[] = [
    ...told.map(({ id }): MailSource => `${companyId}-notifications-${id}`),
    ...written.map(({ id }): MailSource => `${companyId}-messages-${id}`),
  ];
  ctx.afterCommit(() => forgetMail(ctx.config, words, sources));
}

/**
 * Takes back what people showed the manufacturer: messages that name the person, with the files that came with them. It
 * must run before the names of files are replaced.
 */
export async function clearTickets(ctx: Ctx, customers: readonly Customer[]): Promise<void> {
  const { companyId } = ctx.user;
  const words = wordsOf(customers);
  const names = (text: RawBuilder<unknown>) => sql<SqlBool>`(${saysOne(words, text)} or ${namesOne(customers, text)})`;
  const shown = sql`exists (select from ticket_disclosures d
    left join uploads u on u.company_id = d.company_id and u.id = d.upload_id
    where d.company_id = ${companyId} and d.ticket_id = m.ticket_id and d.message_id = m.id and ${names(sql`coalesce(d.text, u.name)`)})`;
  const { rows: said } = await sql<{
    id: number;
    ticketId: number;
  }>`update ticket_messages m set text = ${COVER} where m.company_id = ${companyId} and (${names(sql`m.text`)} or ${shown})
    returning m.id, m.ticket_id`.execute(ctx.db);
  const { rows } = await sql<{
    uploadId: number | null;
  }>`delete from ticket_disclosures where company_id = ${companyId}
    and message_id = any(${said.map(({ id }) => id)}::bigint[]) returning upload_id`.execute(ctx.db);
  await forget(ctx, rows.flatMap(({ uploadId }) => uploadId ?? [])); // prettier-ignore
  const { rows: sent } = await sql<{ ticketId: number }>`select f.ticket_id from ticket_files f
    where f.company_id = ${companyId} and ${names(sql`f.name`)}`.execute(ctx.db);
  await dropSent(ctx, [...said, ...sent].map(({ ticketId }) => ticketId)); // prettier-ignore
  for (const [column, blank] of [['subject', COVER], ['cause', '']] as const) // prettier-ignore
    await sql`update tickets set ${sql.ref(column)} = ${blank} where company_id = ${companyId} and ${names(sql.ref(column))}`.execute(ctx.db); // prettier-ignore
  const { rows: told } = await sql<{ id: number }>`select distinct e.entity_id as id
    from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
    where e.company_id = ${companyId} and e.entity = 'ticket' and ${names(sql`f.facts::text`)}`.execute(ctx.db);
  await eraseFacts(ctx, 'ticket', told.map(({ id }) => id), names(sql`facts::text`)); // prettier-ignore
}

/** Replaces the name of a file but keeps its extension. */
const unnamed = sql`'File' || coalesce(substring(name from '[.][[:alnum:]]{1,5}$'), '')`;

/**
 * Removes names that people typed and that identify the person: of imported and uploaded files, of saved views with
 * their searches, and in reasons of moves. A view that searches for the person finds nothing any more and is deleted;
 * papers that the law keeps have their original file names.
 */
export async function clearNames(ctx: Ctx, customers: readonly Customer[]): Promise<void> {
  const { companyId } = ctx.user;
  const words = wordsOf(customers);
  const names = (text: RawBuilder<unknown>) => sql<SqlBool>`(${saysOne(words, text)} or ${namesOne(customers, text)})`;
  const idsOf = async (query: RawBuilder<{ id: number }>) => (await query.execute(ctx.db)).rows.map(({ id }) => id);
  const views = await idsOf(sql`delete from saved_views where company_id = ${companyId}
    and ${names(sql`name || ' ' || state::text`)} returning id`);
  await eraseFacts(ctx, 'view', views);
  const files =
    await idsOf(sql`update imports set name = ${unnamed} where company_id = ${companyId} and ${names(sql`name`)}
    returning id`);
  await eraseFacts(ctx, 'import', files);
  await sql`update uploads u set name = ${unnamed} where u.company_id = ${companyId} and ${names(sql`name`)}
    and not exists (select from car_papers p where p.company_id = ${companyId} and p.upload_id = u.id)`.execute(ctx.db);
  await sql`update move_requests set note = null where company_id = ${companyId} and ${names(sql`note`)}`.execute(
    ctx.db,
  );
  await sql`update comments set text = '' where company_id = ${companyId} and ${names(sql`text`)}`.execute(ctx.db);
  const { rows: moves } = await sql<{ entity: string; id: number }>`update state_changes set note = null
    where company_id = ${companyId} and ${names(sql`note`)} returning entity, record_id as id`.execute(ctx.db);
  for (const [entity, told] of Map.groupBy(moves, (move) => move.entity)) {
    const ids = [...new Set(told.map(({ id }) => id))];
    await eraseFacts(ctx, entity, ids, names(sql`facts::text`));
  }
}
