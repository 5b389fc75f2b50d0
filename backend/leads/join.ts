/** Leads of the same person become one: both histories stay, and for seven days it is taken back. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { LeadInput } from '#domain/leads/schema.ts';
import { UNDO_DAYS } from '#domain/leads/shared.ts';
import { sameName } from '#domain/customers/same-name.ts';
import { privileges as p } from '#domain/privileges.ts';
import { jsonb } from '../db/jsonb.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { leadHref } from '../lib/records/links.ts';
import { carry, take, undoSteps } from '../lib/records/move.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { asSoonAs, noNext } from './hours.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Table = typeof table;

const pick = <K extends keyof LeadRecord>(record: LeadRecord, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, record[key]])) as Pick<LeadRecord, K>;

/** The fields that a lead takes, where its own are empty, from one that is joined to it. */
const taken = ['name', 'phone', 'email', 'taxCode', 'tradeIn', 'customerId', 'contractId'] as const;
/** What belongs to one car: plate and advert of another do not stand beside it. */
const ofCar = ['vehicle', 'vehicleType', 'plate', 'vin', 'advert'] as const;
type Taken = Partial<Pick<LeadRecord, (typeof taken)[number] | (typeof ofCar)[number] | 'phone2'>>;

/** What `kept` takes of `gone`: what it has not, its car as a whole, and how else to call the person. */
function takenOf(kept: LeadRecord, gone: LeadRecord): Taken {
  const lacks = <K extends keyof Taken>(keys: readonly K[]) => keys.filter((key) => !kept[key] && gone[key]);
  const hasCar = ofCar.some((key) => key !== 'vehicleType' && kept[key]);
  const other = [gone.phone, gone.phone2].find((one) => one !== null && one !== (kept.phone ?? gone.phone));
  const phone2 = kept.phone2 === null ? other : undefined;
  return { ...pick(gone, [...lacks(taken), ...(hasCar ? [] : lacks(ofCar))]), ...(phone2 && { phone2 }) };
}

/** What is stored of a lead before it is joined, to restore it later. */
const columnsOfNext = ['nextType', 'nextAt', 'warnAt', 'escalateAt', 'told', 'parkedUntil'] as const;
interface Before {
  state: 'to_handle' | 'in_progress' | 'negotiation';
  stood: Pick<LeadRecord, (typeof columnsOfNext)[number]>;
  /** What the kept one took. */
  took: Taken;
  /** When the kept one was due before the other one's message, and the instant by which it is due since. */
  due?: { stood: Pick<LeadRecord, (typeof columnsOfNext)[number] | 'unanswered'>; nextAt: string | null };
}

/** What nobody has answered in the lead that is joined is due on the one that goes on, by the same clock. */
function dueBy(kept: LeadRecord, gone: LeadRecord) {
  const { state, nextAt, warnAt, escalateAt } = gone;
  if (state !== 'to_handle' || nextAt === null || warnAt === null || escalateAt === null) return {};
  return asSoonAs(kept, { nextAt, warnAt, escalateAt });
}

/** Makes `gone` a part of `kept`; both are locked and open. */
export async function joinLeads(ctx: Ctx, kept: LeadRecord, gone: LeadRecord): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  const took = takenOf(kept, gone);
  const due = dueBy(kept, gone);
  const before: Before = {
    state: gone.state as Before['state'],
    stood: pick(gone, columnsOfNext),
    took,
    due: { stood: pick(kept, [...columnsOfNext, 'unanswered']), nextAt: { ...kept, ...due }.nextAt },
  };
  await ctx.db
    .insertInto('leadJoins')
    .values({
      companyId,
      keptId: kept.id,
      goneId: gone.id,
      same: true,
      before: jsonb(before),
      at: ctx.now,
      userId: userId || null,
    })
    .execute();
  const columns = { ...noNext, outcome: 'invalid', closedOn: ctx.today, mergedInto: kept.id };
  await carry(ctx, leadCourse, gone, 'joined', { columns });
  await leadCourse.write(ctx, kept, {
    ...took,
    ...due,
    quiet: kept.quiet || gone.quiet,
    unverified: kept.unverified || gone.unverified,
  });
  ctx.audit({
    action: 'join',
    entity: leadMachine.entity,
    entityId: kept.id,
    before: {},
    after: { joined: gone.number },
  });
  const customerId = kept.customerId ?? gone.customerId;
  if (customerId !== null)
    for (const { id: leadId } of [kept, gone]) await ctx.emit('lead.linked', { leadId, customerId, before: null });
}

/** The other lead, locked, which the caller may work too. Throws `not_found`, `forbidden`, or `conflict` of a closed one. */
async function otherOf(ctx: Ctx, id: number, otherId: number): Promise<LeadRecord> {
  if (id === otherId) throw new Failure('invalid', undefined, { fields: { otherId: 'Scegliere un altro lead' } });
  const other = await leadCourse.read(ctx, otherId, { lock: true });
  if (other.state === 'closed') throw new Failure('conflict', 'L’altro lead è già chiuso.');
  return other;
}

export const join: VerbOf<Table, 'POST /leads/:id/join'> = async (ctx, { params, version, body: { otherId } }) => {
  const kept = await take(ctx, leadCourse, { id: params.id, action: 'join', version });
  await joinLeads(ctx, kept, await otherOf(ctx, kept.id, otherId));
  return leadCourse.answer(ctx, kept.id);
};

const back = { to_handle: 'partedFresh', in_progress: 'partedWork', negotiation: 'partedTalks' } as const;

export const part: VerbOf<Table, 'POST /leads/:id/part'> = async (ctx, { params, version, body: { otherId } }) => {
  const kept = await take(ctx, leadCourse, { id: params.id, action: 'part', version });
  const { companyId } = ctx.user;
  const row = await ctx.db
    .selectFrom('leadJoins')
    .select(['id', 'before', 'at'])
    .where('companyId', '=', companyId)
    .where('keptId', '=', kept.id)
    .where('goneId', '=', otherId)
    .where('same', '=', true)
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  if (Date.parse(row.at) + UNDO_DAYS * 86_400_000 <= ctx.now.getTime())
    throw new Failure('conflict', `Sono passati ${UNDO_DAYS} giorni: i due lead restano uno.`);
  const { state, stood, took, due } = row.before as Before;
  const gone = await leadCourse.find(ctx, otherId, { lock: true });
  const columns = { ...stood, outcome: null, closedOn: null, mergedInto: null };
  await carry(ctx, leadCourse, gone, back[state], { columns });
  await undoSteps(ctx, leadMachine, gone.id, 1);
  // Fields that were changed since keep their values.
  const given = Object.entries(took).filter(([key, value]) => kept[key as keyof Taken] === value);
  const blank = (value: unknown, key: string) =>
    ['phone', 'phone2', 'email', 'vehicleType'].includes(key) || typeof value !== 'string' ? null : '';
  const changes = Object.fromEntries(given.map(([key, value]) => [key, blank(value, key)]));
  // Somebody with neither telephone nor e-mail cannot be reached any more.
  const { phone = kept.phone, email = kept.email } = changes as { phone?: null; email?: null };
  const parted = phone === null && email === null ? {} : changes;
  // Nobody has planned anything since: what was planned before the message is next again.
  const isAsJoined =
    due !== undefined && kept.nextAt !== null && Date.parse(kept.nextAt) === Date.parse(due.nextAt ?? '');
  await leadCourse.write(ctx, kept, { ...parted, ...(isAsJoined && due.stood) });
  const before = kept.customerId;
  if ('customerId' in parted) await ctx.emit('lead.linked', { leadId: kept.id, customerId: null, before });
  if (gone.customerId !== before)
    await ctx.emit('lead.linked', { leadId: gone.id, customerId: gone.customerId, before });
  await ctx.db
    .updateTable('leadJoins')
    .set({ undoneAt: ctx.now })
    .where('companyId', '=', companyId)
    .where('id', '=', row.id)
    .execute();
  await keepApart(ctx, kept.id, otherId);
  ctx.audit({
    action: 'part',
    entity: leadMachine.entity,
    entityId: kept.id,
    before: { joined: gone.number },
    after: { joined: null },
  });
  return leadCourse.answer(ctx, kept.id);
};

const keepApart = (ctx: Ctx, keptId: number, goneId: number) =>
  ctx.db
    .insertInto('leadJoins')
    .values({
      companyId: ctx.user.companyId,
      keptId,
      goneId,
      same: false,
      at: ctx.now,
      userId: ctx.user.id || null,
    })
    .execute();

export const apart: VerbOf<Table, 'POST /leads/:id/apart'> = async (ctx, { params, version, body: { otherId } }) => {
  const lead = await take(ctx, leadCourse, { id: params.id, action: 'apart', version });
  const other = await leadCourse.find(ctx, otherId);
  await keepApart(ctx, lead.id, other.id);
  await leadCourse.write(ctx, lead, {}, { action: 'apart', before: {}, after: { apart: other.number } });
  return leadCourse.answer(ctx, lead.id);
};

/**
 * The open lead of the same person to which a new one belongs: the same full name and the same telephone, e-mail or tax code.
 * Two relatives with one telephone stay two leads, as does whose name is not known, and who works them is asked.
 */
async function openOf({ db, user }: Ctx, { phone, phone2, email, taxCode, name }: LeadInput, newId: number) {
  const phones = [phone, phone2].filter((one) => one !== null);
  // Found by the indexes first: with an order here, PostgreSQL would walk backwards through all leads of the company.
  const { rows } = await sql<{ id: number; name: string }>`with known as materialized (select id, name from leads
    where company_id = ${user.companyId} and state <> 'closed' and id <> ${newId}
      and (phone = any(${phones}::text[]) or phone2 = any(${phones}::text[]) or email_key = ${email?.toLowerCase() ?? null}
        or tax_key = ${taxCode.toUpperCase() || null}))
    select id, name from known order by id desc limit 200`.execute(db);
  return rows.find((row) => sameName(row.name, name))?.id ?? null;
}

/** Joins a lead that came in to the open one of the same person, and tells who has it; returns the one that goes on. */
export async function joinNew(ctx: Ctx, values: LeadInput, newId: number): Promise<number> {
  const id = await openOf(ctx, values, newId);
  if (id === null) return newId;
  const kept = await leadCourse.find(ctx, id, { lock: true });
  const gone = await leadCourse.find(ctx, newId, { lock: true });
  if (kept.state === 'closed') return newId;
  await joinLeads(ctx, kept, gone);
  await notify(ctx, kept.assigneeId === null ? await holdersOf(ctx, p.manageAllLeads) : [kept.assigneeId], {
    kind: 'lead_assigned',
    title: `${kept.number}: ha scritto di nuovo`,
    text: [kept.name, gone.sourceName, gone.vehicle].filter(Boolean).join(' · '),
    href: leadHref(kept.id),
  });
  return kept.id;
}
