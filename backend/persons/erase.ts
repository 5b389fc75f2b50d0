import { sql, type RawBuilder, type Updateable } from 'kysely';
import { customerFields } from '#domain/customers/fields.ts';
import { Failure } from '#domain/errors.ts';
import { blankValue, typed } from '#domain/record/fields.ts';
import type { persons as table } from '#domain/persons/endpoints.ts';
import type { Looks } from '#domain/persons/schema.ts';
import type { Customers } from '../db/types.gen.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import type { Ctx } from '../lib/work/context.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { writeWords } from '../lib/records/search.ts';
import { dropReportFiles } from '../lib/files/report-files.ts';
import { dropSpreadsheets } from '../lib/files/spreadsheets.ts';
import { letGo } from '../lib/files/unnamed.ts';
import { forget } from '../lib/files/uploads.ts';
import { carsThatName } from './car-notes.ts';
import { scansOf, type Customer } from './customers.ts';
import { clearCopies, clearNames, clearTickets } from './copies.ts';
import { saysOne, wordsOf } from './said.ts';
import { erasePapers } from './papers.ts';
import { clearEvents } from './events.ts';
import { clearAccesses } from './accesses.ts';
import { clearLeads } from './leads.ts';
import { clearEnclosures } from './enclosures.ts';
import { clearValuations } from './valuations.ts';
import { readErasable, type Erasable } from './erasable.ts';
import { clearQuotes } from './quotes.ts';
import { writeTombstones } from './tombstones.ts';

type Table = typeof table;
type Run = (query: RawBuilder<unknown>) => Promise<unknown>;

/** The text that replaces the name. */
const nameless = (id: number) => `Cliente cancellato n. ${id}`;

/** Empties the customer's own columns and archives it. */
async function clear(ctx: Ctx, { id, type }: Customer): Promise<void> {
  const blank = typed(customerFields).map(([key, field]) => [key, field.nullable ? null : blankValue(field)]);
  const columns = columnsFrom(customerFields, { ...Object.fromEntries(blank), type }) as Updateable<Customers>;
  await ctx.db
    .updateTable('customers')
    .set((eb) => ({ ...columns, name: nameless(id), archivedAt: ctx.now, version: eb('version', '+', 1) }))
    .set({ updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes what other tables hold about these records of an entity. */
async function clearBeside(ctx: Ctx, run: Run, entity: string, ids: readonly number[]): Promise<void> {
  const { companyId } = ctx.user;
  const of = sql`company_id = ${companyId} and entity = ${entity} and record_id = any(${[...ids]}::bigint[])`;
  const { rows } = await sql<{ key: string }>`delete from documents where ${of} returning file_key as key`.execute(
    ctx.db,
  );
  await letGo(ctx, rows.map(({ key }) => key)); // prettier-ignore
  await run(sql`update state_changes set note = null where ${of} and note is not null`);
  await run(sql`delete from move_requests where ${of}`);
  await run(sql`delete from messages where ${of}`);
}

/** Erases the words of discount requests on quotes and offers that were not accepted; the amounts stay. */
async function clearApprovals(ctx: Ctx, { quotes, offers }: Erasable): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ id: number }>`update approvals set note = null, sentence = null
    where company_id = ${companyId} and (quote_id = any(${quotes}::bigint[]) or b2b_quote_id = any(${offers}::bigint[]))
    returning id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  await sql`update state_changes set note = null where company_id = ${companyId} and entity = 'approval' and record_id = any(${ids}::bigint[])
    and note is not null`.execute(ctx.db);
  await eraseFacts(ctx, 'approval', ids);
}

/**
 * Erases what the activity of other records says about the person: of relatives, of cars that were reserved, of merged
 * customers. It must run before the relations are deleted.
 */
async function clearActivity(ctx: Ctx, found: Erasable): Promise<void> {
  const { companyId } = ctx.user;
  const all = sql`${found.ids}::bigint[]`;
  const words = wordsOf(found.customers);
  const idsOf = async (query: RawBuilder<{ id: number }>) => (await query.execute(ctx.db)).rows.map(({ id }) => id);
  const relatives =
    await idsOf(sql`select case when r.customer_id = any(${all}) then r.other_id else r.customer_id end as id
    from customer_relations r where r.company_id = ${companyId} and (r.customer_id = any(${all}) or r.other_id = any(${all}))`);
  await eraseFacts(ctx, 'customer', relatives, saysOne(words, sql`facts::text`));
  // The instants of merge and undo: what was taken from one customer is written at the other.
  const { rows: parted } = await sql<{
    id: number;
    at: string[];
  }>`select case when m.kept_id = any(${all}) then m.gone_id else m.kept_id end as id,
      array[m.created_at, m.undone_at] as at from customer_merges m
    where m.company_id = ${companyId} and m.undone_at is not null and (m.kept_id = any(${all}) or m.gone_id = any(${all}))`.execute(
    ctx.db,
  );
  for (const { id, at } of parted)
    await eraseFacts(
      ctx,
      'customer',
      [id],
      sql<boolean>`event_id in (select e.id from audit_events e where e.company_id = ${companyId} and e.entity = 'customer'
        and e.entity_id = ${id} and e.at = any(${at}::timestamptz[]) and e.action in ('merge', 'merged', 'unmerge'))`,
    );
  for (const [cars, entity, quoted] of [
    ['used_cars', 'used_car', 'stock_id'],
    ['new_cars', 'new_car', 'new_car_id'],
  ] as const) {
    const held = await idsOf(
      sql`select s.id from ${sql.table(cars)} s where s.company_id = ${companyId} and s.reserved_for = any(${all})`,
    );
    await eraseFacts(ctx, entity, held, sql<boolean>`facts::text like '%"reservedNote"%'`);
    const offered = await idsOf(sql`select distinct q.${sql.ref(quoted)} as id from quotes q
      where q.company_id = ${companyId} and q.customer_id = any(${all}) and q.${sql.ref(quoted)} is not null`);
    await eraseFacts(ctx, entity, offered, saysOne(words, sql`facts::text`));
  }
}

/** The contracts that the law keeps hold their people as they were: the register of customers forgets them. */
const keepParties = ({ db, user }: Ctx, { keptContracts }: Erasable) =>
  sql`update contracts t set kept_parties = (
      select jsonb_object_agg(c.id, jsonb_build_object('name', c.name, 'latinName', c.latin_name, 'country', c.country, 'taxCode', c.tax_code, 'vatNumber', c.vat_number,
        'birthDate', c.birth_date, 'birthPlace', c.birth_place, 'sex', c.sex,
        'address', c.address, 'cap', c.cap, 'city', c.city, 'province', c.province,
        -- The papers as the contract prints them, without the pictures of them.
        'documents', (select coalesce(jsonb_agg(d || '{"scan": null}'), '[]') from jsonb_array_elements(c.documents) d)))
      from customers c where c.company_id = ${user.companyId} and c.id in (t.customer_id, t.cobuyer_id, t.guarantor_id, t.representative_id))
    where t.company_id = ${user.companyId} and t.id = any(${keptContracts}::bigint[]) and t.kept_parties is null`.execute(
    db,
  );

/** Audits the erasure and, unless the file store has it already, asks for its tombstone. */
async function note(ctx: Ctx, { customer, ids, plan }: Erasable, reason: string, replayed?: string): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  const counts = [...plan.erases, ...plan.keeps].map(({ what, count }) => ({ what, count }));
  const until = plan.keeps.flatMap((kept) => kept.until ?? []).toSorted();
  await ctx.db
    .insertInto('erasures')
    .values(
      ids.map((customerId) => ({
        companyId,
        customerId,
        reason,
        userId: userId || null,
        createdAt: replayed ?? ctx.now,
        counts: JSON.stringify(customerId === customer.id ? counts : []),
        keptUntil: until.at(-1) ?? null,
        ...(replayed && { storedAt: ctx.now, replayedAt: ctx.now }),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute();
  if (!replayed) return ctx.enqueue(writeTombstones, { companyId });
  ctx.audit({ action: 'erasure_replayed', entity: 'customer', entityId: customer.id });
}

/**
 * Erases according to the plan in the caller's transaction; files and mails in the outbox are deleted after the commit.
 * `replayed`: the instant of the first erasure, when a restored backup brought the person back.
 */
async function erase(ctx: Ctx, found: Erasable, reason: string, replayed?: string): Promise<void> {
  const { companyId } = ctx.user;
  const { customer, customers, ids, quotes, offers } = found;
  const run: Run = (query) => query.execute(ctx.db);
  const all = sql`${ids}::bigint[]`;
  // Large spreadsheets may name the person; who asked for one asks again.
  await dropSpreadsheets(ctx);
  await dropReportFiles(ctx);
  await clearCopies(ctx, found);
  await clearTickets(ctx, found.customers);
  await clearNames(ctx, found.customers);
  await clearActivity(ctx, found);
  await forget(ctx, scansOf(customers));
  await erasePapers(ctx, found.papers);
  await keepParties(ctx, found);
  for (const one of customers) await clear(ctx, one);
  await clearQuotes(ctx, 'quotes', quotes, nameless(customer.id));
  await clearQuotes(ctx, 'b2b_quotes', offers, nameless(customer.id));
  await clearApprovals(ctx, found);
  for (const cars of ['used_cars', 'new_cars'])
    await run(sql`update ${sql.table(cars)} set reserved_for = null, reserved_note = '', reserved_before = null
      where company_id = ${companyId} and reserved_for = any(${all})`);
  await run(
    sql`delete from customer_relations where company_id = ${companyId} and (customer_id = any(${all}) or other_id = any(${all}))`,
  );
  await run(sql`delete from consents where company_id = ${companyId} and customer_id = any(${all})`);
  // Comments of colleagues are no part of a sale that the law keeps.
  const comments = {
    customer: ids,
    quote: [...quotes, ...found.keptQuotes],
    b2b_quote: [...offers, ...found.keptOffers],
  };
  for (const [entity, records] of Object.entries(comments))
    await run(sql`update comments set text = '' where company_id = ${companyId} and entity = ${entity}
      and record_id = any(${records}::bigint[])`);
  await run(sql`update comments set text = '' where company_id = ${companyId} and entity = 'contract' and record_id in (
    select c.id from contracts c where c.company_id = ${companyId} and c.customer_id = any(${all}))`);
  const leadIds = await clearLeads(ctx, customers);
  await clearAccesses(ctx, customers, leadIds);
  const events = await clearEvents(ctx, ids, leadIds);
  await clearBeside(ctx, run, 'event', events);
  await clearValuations(ctx, ids);
  await clearEnclosures(ctx, ids);
  await clearBeside(ctx, run, 'quote', quotes);
  await clearBeside(ctx, run, 'b2b_quote', offers);
  await clearBeside(ctx, run, 'customer', ids);
  await run(sql`update links set revoked_at = ${ctx.now} where company_id = ${companyId} and revoked_at is null
    and (purpose = 'privacy' and record_id = any(${all}) or purpose = 'quote' and record_id = any(${quotes}::bigint[])
      or purpose = 'b2b_quote' and record_id = any(${offers}::bigint[])
      or purpose = 'appointment' and record_id = any(${events}::bigint[]))`);
  await run(
    sql`update customer_merges set fields = null, moved = '{}' where company_id = ${companyId} and (kept_id = any(${all}) or gone_id = any(${all}))`,
  );
  const others = `$[*] ? (${ids.map((id) => `@.id != ${id}`).join(' && ')})`;
  await run(sql`update batches set rows = jsonb_path_query_array(rows, ${others}::jsonpath)
    where company_id = ${companyId} and kind = 'customers' and undone_at is null`);
  await writeWords(ctx, 'customers', ids);
  await writeWords(ctx, 'quotes', [...quotes, ...found.keptQuotes]);
  await writeWords(ctx, 'b2bQuotes', [...offers, ...found.keptOffers]);
  await eraseFacts(ctx, 'customer', ids);
  await eraseFacts(ctx, 'quote', quotes);
  await eraseFacts(ctx, 'b2b_quote', offers);
  await note(ctx, found, reason, replayed);
}

export const readPlan: VerbOf<Table, 'GET /persons/:id/erasure'> = async (ctx, { params }) => {
  const { plan, customers } = await readErasable(ctx, params.id);
  return { ...plan, looks: await carsThatName(ctx, customers) };
};

const alike = (one: string, other: string) =>
  one.replace(/\s+/g, ' ').trim().toLowerCase() === other.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Erases one person by hand, confirmed by typing the name. Throws `invalid` at `name`, `conflict` for a customer merged
 * into another.
 */
export const erasePerson: VerbOf<Table, 'POST /persons/:id/erasure'> = async (ctx, { params, body, version }) => {
  const found = await readErasable(ctx, params.id, true);
  const { customer, plan } = found;
  // Read before the names by which they are found are gone.
  const looks = await carsThatName(ctx, found.customers);
  if (customer.version !== version) throw new Failure('stale', undefined, { current: { ...plan, looks } });
  if (customer.mergedInto !== null)
    throw new Failure('conflict', 'Questo cliente è stato unito a un altro: cancellare quello che è rimasto.');
  const [open] = found.openContracts;
  if (open)
    throw new Failure(
      'conflict',
      `È parte del contratto ${open}, ancora in corso: si cancella dopo la consegna o l’annullamento.`,
    );
  if (!alike(body.name, customer.name))
    throw new Failure('invalid', undefined, { fields: { name: 'Scrivere il nome del cliente come è mostrato' } });
  await erase(ctx, found, body.reason);
  return { ...(await readErasable(ctx, params.id)).plan, looks };
};

/** Erases one person whose retention time is over; answers the cars that may still name them. */
export async function eraseById(ctx: Ctx, id: number): Promise<Looks> {
  const found = await readErasable(ctx, id, true);
  const looks = await carsThatName(ctx, found.customers);
  await erase(ctx, found, 'retention');
  return looks;
}

/** Erases again a person whom a restored backup brought back; `at`: the instant of the first erasure. */
export const eraseAgain = async (ctx: Ctx, id: number, reason: string, at: string): Promise<void> =>
  erase(ctx, await readErasable(ctx, id, true), reason, at);
