/** Leads of other systems: kept as they came, read in a job, and what cannot be read waits for a person. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/fields.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { inboundLead } from '#domain/leads/schema.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx, Job } from '../lib/context.ts';
import { nextAssignee } from './assignees.ts';
import { joinNew } from './join.ts';
import { make } from './make.ts';

type Table = typeof table;
/** Intakes that a job reads in one transaction. */
const AT_ONCE = 25;

/** What the source calls it, where it says so. */
function idOf(one: Readonly<Record<string, unknown>>): string | null {
  const { id } = one;
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id).slice(0, 80) : null;
}

/** Keeps what came; one that is known already is not kept twice. It is read when this is committed. */
export const inbound: VerbOf<Table, 'POST /leads/inbound'> = async (ctx, { body: { source, leads } }) => {
  const { companyId } = ctx.user;
  const rows = leads.map((one) => ({
    companyId,
    source,
    externalId: idOf(one),
    raw: JSON.stringify(one),
    receivedAt: ctx.now,
  }));
  const kept = await ctx.db
    .insertInto('leadIntakes')
    .values(rows)
    .onConflict((on) => on.columns(['companyId', 'source', 'externalId']).doNothing())
    .returning('id')
    .execute();
  ctx.audit({ action: 'inbound', entity: leadMachine.entity, after: { source, kept: kept.length } });
  if (kept.length > 0) await ctx.enqueue(readIntakes, { companyId });
  return { kept: kept.length, known: leads.length - kept.length };
};

interface Intake {
  id: number;
  source: string;
  raw: string;
}

/** Why a lead cannot be read, in Italian; its values where it can. */
function read({ raw }: Intake) {
  const parsed = inboundLead.safeParse(JSON.parse(raw));
  if (parsed.success) return { values: parsed.data, why: null };
  const [issue] = parsed.error.issues;
  const label = leadFields[issue?.path[0] as keyof typeof leadFields]?.label ?? String(issue?.path[0] ?? 'Lead');
  return { values: null, why: `${label}: ${issue?.message ?? 'non leggibile'}`.slice(0, 300) };
}

/** Makes a lead of what came, or says why it cannot be read. */
async function enter(ctx: Ctx, intake: Intake): Promise<void> {
  const { values, why } = read(intake);
  const done = ctx.db
    .updateTable('leadIntakes')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', intake.id);
  if (!values) return void (await done.set({ why }).execute());
  const { id: _, ...given } = values;
  const lead = { ...blankOf(leadFields), source: 'portal' as const, ...given, sourceName: intake.source };
  const leadId = await make(ctx, lead, await nextAssignee(ctx, lead));
  await joinNew(ctx, lead, leadId);
  await done.set({ leadId }).execute();
}

/** Reads what a company has kept and nobody has read, the oldest first, some in a transaction. */
async function some(ctx: Ctx): Promise<number> {
  const { rows } = await sql<Intake>`select id, source, raw from lead_intakes
    where company_id = ${ctx.user.companyId} and lead_id is null and why is null
    order by id limit ${AT_ONCE} for update skip locked`.execute(ctx.db);
  for (const intake of rows) await enter(ctx, intake);
  return rows.length;
}

export const readIntakes: Job<{ companyId: number }> = {
  name: 'read-intakes',
  run: async ({ asCompany }, { companyId }) => {
    while ((await asCompany(companyId, null, some)) === AT_ONCE);
  },
};

/** What could not be read and nobody has seen to. */
export const waiting: VerbOf<Table, 'GET /leads/inbound'> = async ({ db, user }) => {
  const rows = await db
    .selectFrom('leadIntakes')
    .select(['id', 'source', 'receivedAt', 'raw', 'why'])
    .where('companyId', '=', user.companyId)
    .where('why', 'is not', null)
    .where('settledAt', 'is', null)
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map(({ why, ...row }) => ({ ...row, why: why ?? '' }));
};

export const settle: VerbOf<Table, 'POST /leads/inbound/:intakeId/settle'> = async (ctx, { params: { intakeId } }) => {
  const row = await ctx.db
    .updateTable('leadIntakes')
    .set({ settledAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', intakeId)
    .where('why', 'is not', null)
    .returning('source')
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  ctx.audit({ action: 'settle', entity: leadMachine.entity, after: { source: row.source } });
};
