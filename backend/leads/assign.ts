/** Leads that pass to a colleague, or back to nobody: one, or many at once. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { notify } from '../lib/people/notify.ts';
import { assigning } from '../lib/records/assigning.ts';
import { leadHref } from '../lib/records/links.ts';
import { take } from '../lib/records/move.ts';
import { visible } from '../lib/records/scope.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { assigneesOf } from './assignees.ts';
import { nextColumns } from './hours.ts';
import { readLeadSettings } from './in-force.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Table = typeof table;

/** The columns of a lead that passes on: its deadline stays, unless the company lets it begin again. */
async function columnsOf(ctx: Ctx, record: LeadRecord, assigneeId: number | null) {
  const { restarts } = await readLeadSettings(ctx);
  const again =
    restarts && record.state !== 'closed' && record.parkedUntil === null && assigneeId !== record.assigneeId
      ? await nextColumns(ctx, { ...record, state: record.state }, { type: record.nextType ?? 'follow_up', at: null })
      : {};
  // A lead without a deadline for its first response was old when it came, and gets none by being passed on.
  const isAwaited = record.firstAt === null && record.firstDue !== null;
  return { assigneeId, ...again, ...('nextAt' in again && isAwaited && { firstDue: again.nextAt }) };
}

export const assign: VerbOf<Table, 'POST /leads/:id/assign'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, leadCourse, { id: params.id, action: 'assign', version });
  const { assigneeId } = body;
  const to = (await assigneesOf(ctx)).find(({ id }) => id === assigneeId);
  if (assigneeId !== null && !to)
    throw new Failure('invalid', undefined, { fields: { assigneeId: 'Scegliere un collega' } });
  await leadCourse.write(ctx, record, await columnsOf(ctx, record, assigneeId), {
    action: 'assign',
    before: { assignee: record.assignee },
    after: { assignee: to?.name ?? null },
  });
  const told = [record.assigneeId, assigneeId].filter((id): id is number => id !== null && id !== ctx.user.id);
  await notify(ctx, told, {
    kind: 'lead_assigned',
    title: to ? `${record.number}: affidato a ${to.name}` : `${record.number}: torna da assegnare`,
    text: [record.name, record.vehicle].filter(Boolean).join(' · '),
    href: leadHref(record.id),
  });
  return leadCourse.answer(ctx, record.id);
};

/** The leads with these ids that the caller may see, locked in the order of their ids. */
async function lock(ctx: Ctx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`select t.id from leads t where t.company_id = ${ctx.user.companyId}
    and t.id = any(${[...ids]}::bigint[]) and ${visible(ctx, leadCourse.of)} order by t.id`.execute(ctx.db);
  const found = new Map<number, LeadRecord & { sellerId: number | null; seller: string | null }>();
  for (const { id } of rows) {
    const lead = await leadCourse.find(ctx, id, { lock: true });
    found.set(id, { ...lead, sellerId: lead.assigneeId, seller: lead.assignee });
  }
  return found;
}

export const assignMany = assigning({
  entity: leadMachine.entity,
  fact: 'assignee',
  sellersOf: async (ctx) => [null, ...(await assigneesOf(ctx))],
  lock,
  refusal: (_, { state }) => (state === 'closed' ? 'è chiuso' : undefined),
  async write(ctx, given) {
    for (const { record, to } of given)
      await leadCourse.write(ctx, record, await columnsOf(ctx, record, to?.id ?? null));
  },
  told: {
    kind: 'lead_assigned',
    to: 'ti affida',
    from: 'affida a un collega',
    back: 'rimette da assegnare',
    one: ({ id, number, name, vehicle }) => ({
      name: number,
      text: [name, vehicle].filter(Boolean).join(' · '),
      href: leadHref(id),
    }),
    many: 'lead',
    listOf: () => '/dealer/leads/list',
  },
});
