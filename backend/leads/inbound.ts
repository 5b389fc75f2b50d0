/** Leads of other systems: kept as they came, read in a job, and what cannot be read waits for a person. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { jsonb } from '../db/jsonb.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx, Job } from '../lib/work/context.ts';
import { isCalledSince } from '../lib/work/lanes.ts';
import type { Received } from '../lib/files/receive.ts';
import { inSavepoint } from '../lib/work/savepoint.ts';
import { inThread } from '../lib/work/worker.ts';
import { decodedXml } from '../lib/files/encoding.ts';
import { nextAssignee } from './assignees.ts';
import { makeByPage, type Wrote } from './by-page.ts';
import { joinNew } from './join.ts';
import { make } from './make.ts';
import { readSent, type Sent } from './sent.ts';
import { unwrap, type Format, type Intake } from './unwrap.ts';
import { leadOf, readLead } from './values.ts';

type Table = typeof table;
/** Intakes that a job reads in one transaction. */
const AT_ONCE = 25;

/**
 * Keeps leads that came as JSON (a list as text, of which the database takes each as it is written). What its source calls one,
 * and whom it names, says that it is known already: an id that comes with somebody else is another lead. `cameIn`: the document
 * that they stand in. Returns how many are new.
 */
async function keepLeads(
  { db, user }: Ctx,
  { source, receivedAt, cameIn = null }: { source: string; receivedAt: Date | string; cameIn?: number | null },
  leads: string,
): Promise<number> {
  const { rows } = await sql`insert into lead_intakes (company_id, source, external_id, who, raw, received_at, came_in)
    select ${user.companyId}, ${source}, case when length(id) > 80 then md5(id) else nullif(id, '') end,
        md5(lower(concat_ws('|', one ->> 'name', one ->> 'email', one ->> 'phone'))), one::text, ${receivedAt}, ${cameIn}
      from json_array_elements(${leads}::json) one
        cross join lateral (select case when json_typeof(one -> 'id') in ('string', 'number') then one ->> 'id' end as id) known
    on conflict (company_id, source, external_id, who) do nothing returning id`.execute(db);
  return rows.length;
}

/** What is short is read at once: to wake a thread would take longer. In bytes. */
const SHORT = 20_000;

/** Keeps what came; it is read when this is committed. */
export const inbound: VerbOf<Table, 'POST /leads/inbound'> = async ({ inside, today }, { body: { path, bytes } }) => {
  const file = { path, today };
  const sent = await (bytes <= SHORT ? readSent(file) : inThread<Sent>('leads/sent.ts', 'readSent', file));
  if ('refused' in sent) throw new Failure('invalid', sent.refused, { fields: sent.fields });
  const { source, count, leads } = sent;
  return inside(async (ctx) => {
    const kept = await keepLeads(ctx, { source, receivedAt: ctx.now }, leads);
    ctx.audit({ action: 'inbound', entity: leadMachine.entity, after: { source, kept } });
    if (kept > 0) await ctx.enqueue(readIntakes, { companyId: ctx.user.companyId });
    return { kept, known: count - kept };
  });
};

/** Keeps a document as it came: a byte is a character, without those that no text of the database holds. */
async function keepRaw(ctx: HeavyCtx, format: Format, source: string, { path }: Received): Promise<void> {
  const bytes = await readFile(path);
  // UTF-16 has a NUL in every other byte.
  const isWide = format === 'adf' && /^(fffe|feff)/.test(bytes.toString('hex', 0, 2));
  const raw = (isWide ? Buffer.from(decodedXml(bytes)) : bytes).toString('latin1').replaceAll('\0', '');
  await ctx.inside(async (inner) => {
    const { companyId } = inner.user;
    await inner.db
      .insertInto('leadIntakes')
      .values({ companyId, source, raw, format, receivedAt: inner.now })
      .execute();
    inner.audit({ action: 'inbound', entity: leadMachine.entity, after: { source, kept: 1 } });
    await inner.enqueue(readIntakes, { companyId });
  });
}

export const inboundAdf: VerbOf<Table, 'POST /leads/inbound/adf'> = (ctx, { query, body }) =>
  keepRaw(ctx, 'adf', query.source, body);

export const inboundMail: VerbOf<Table, 'POST /leads/inbound/mail'> = (ctx, { body }) =>
  keepRaw(ctx, 'mail', 'E-mail', body);

const row = (ctx: Ctx, { id }: Intake) =>
  ctx.db.updateTable('leadIntakes').where('companyId', '=', ctx.user.companyId).where('id', '=', id);
/**
 * Reads a document or a mail: its leads are kept as such. What cannot be read of it waits with all that it holds, and what holds
 * more than its leads say is kept beside them.
 */
async function open(ctx: Ctx, intake: Intake): Promise<void> {
  const { leads, source, why, shown, found, sender, answers, holdsMore } = await unwrap(ctx, intake);
  const { receivedAt, id: cameIn, raw } = intake;
  if (leads.length > 0) await keepLeads(ctx, { source, receivedAt, cameIn }, JSON.stringify(leads));
  await row(ctx, intake)
    .set(
      why === null
        ? { settledAt: ctx.now, leadId: answers, raw: holdsMore ? raw : '' }
        : { why, shown, sender, found: jsonb(found) },
    )
    .execute();
}

/** Makes a lead of what came, or says why it cannot be read. */
async function enter(ctx: Ctx, intake: Intake, isOneOfMany: boolean): Promise<void> {
  if (intake.format === 'page') {
    const leadId = await makeByPage(ctx, intake.source, JSON.parse(intake.raw) as Wrote);
    return void (await row(ctx, intake).set({ leadId, raw: '' }).execute());
  }
  if (intake.format !== 'json') return open(ctx, intake);
  const { found, why, askedAt, unverified, isCut } = readLead(
    JSON.parse(intake.raw) as Record<string, unknown>,
    ctx.now,
  );
  if (why !== null)
    return void (await row(ctx, intake)
      .set({ why, found: jsonb(found) })
      .execute());
  const lead = leadOf(found, intake.source);
  const leadId = await make(ctx, lead, await nextAssignee(ctx, lead), { isOneOfMany, askedAt, unverified });
  await joinNew(ctx, lead, leadId);
  // What it stood in is kept instead, where it holds more.
  const isKept = isCut && intake.cameIn === null;
  await row(ctx, intake)
    .set({ leadId, raw: isKept ? intake.raw : '' })
    .execute();
}

/** Reads what a company has kept and nobody has read, the oldest first, some in a transaction. */
async function some(ctx: Ctx): Promise<number> {
  const { rows } = await sql<Intake>`select id, source, raw, format, received_at, came_in from lead_intakes
    where company_id = ${ctx.user.companyId} and lead_id is null and why is null and settled_at is null
    order by id limit ${AT_ONCE} for update skip locked`.execute(ctx.db);
  for (const intake of rows)
    try {
      await inSavepoint(ctx, (inner) => enter(inner, intake, rows.length === AT_ONCE));
    } catch (error) {
      // An unexpected failure stops no other intake; this one waits for a person.
      ctx.log.error({ err: error, intake: intake.id }, 'lead intake');
      await row(ctx, intake).set({ why: 'Non leggibile: riprovare o registrare a mano' }).execute();
    }
  return rows.length;
}

export const readIntakes: Job<{ companyId: number }> = {
  name: 'read-intakes',
  // While people make calls it rests as long as it works: whoever sends leads waits for nothing.
  run: async ({ asCompany }, { companyId }) => {
    for (;;) {
      const begun = performance.now();
      if ((await asCompany(companyId, null, some)) === 0) return;
      if (isCalledSince(begun)) await setTimeout(performance.now() - begun);
    }
  },
};
