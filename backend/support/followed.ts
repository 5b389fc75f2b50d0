/** Who of the manufacturer follows a ticket, and what it comes from. */
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { covered } from '#domain/support/cover.ts';
import type { support as table } from '#domain/support/endpoints.ts';
import { notify } from '../lib/people/notify.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { readForNetwork } from './answered.ts';
import { inOwn, readColleagues } from './own.ts';
import { note, take } from './tickets.ts';

type Table = typeof table;

interface Passed {
  toId: number;
  by: string;
  companyId: number;
  companyName: string;
  ticketId: number;
  at: string;
}

/** Tells a colleague; not what it is about, which stays with the company and may be erased there. */
export const ticketPassedJob: Job<Passed> = {
  name: 'ticket-passed',
  run: ({ asCompany }, { toId, by, companyId, companyName, ticketId, at }) =>
    asCompany(MANUFACTURER, null, async (ctx) => {
      await notify(ctx, [toId], {
        kind: 'ticket_passed',
        title: `${by} passa un ticket di ${companyName}`,
        text: `Il ticket n. ${ticketId} aspetta nella pagina dell’assistenza.`,
        href: `/fms/support?ticket=${companyId}-${ticketId}`,
        once: `ticket_passed:${companyId}-${ticketId}:${at}`,
      });
    }),
};

/** The colleague to whom it is handed. Throws `invalid` at `toId`. */
async function colleague(ctx: Ctx, id: number): Promise<{ id: number; name: string }> {
  let found: { id: number; name: string } | undefined;
  await inOwn(ctx, async (own) => {
    found = (await readColleagues(own)).find((one) => one.id === id);
  });
  if (!found)
    throw new Failure('invalid', undefined, { fields: { toId: 'Non risponde ai ticket: scegliere un altro' } });
  return found;
}

export const pass: VerbOf<Table, 'POST /network/:company_id/tickets/:id/handler'> = async (
  ctx,
  { params: { id }, body: { toId, from } },
) => {
  const { companyId, companyName } = ctx.user;
  const { id: visitorId, name: by } = ctx.visitor!;
  const { handler, handlerId } = await take(ctx, id);
  if (handlerId !== from) throw new Failure('conflict', `Nel frattempo lo segue ${handler ?? 'nessuno'}: ricaricare.`);
  const to = await colleague(ctx, toId);
  await note(ctx, id, { handler: to.name, handlerId: to.id });
  ctx.audit({
    action: 'ticket_passed',
    entity: 'ticket',
    entityId: id,
    before: { handler },
    after: { handler: to.name },
  });
  if (toId !== visitorId)
    await ctx.enqueue(ticketPassedJob, { toId, by, companyId, companyName, ticketId: id, at: ctx.now.toISOString() });
  return readForNetwork(ctx, id);
};

export const setCause: VerbOf<Table, 'POST /network/:company_id/tickets/:id/cause'> = async (
  ctx,
  { params: { id }, body },
) => {
  const { cause: was } = await take(ctx, id);
  if (was !== body.from) throw new Failure('conflict', 'La causa è cambiata nel frattempo: ricaricare.');
  const cause = covered(body.cause);
  await note(ctx, id, { cause });
  ctx.audit({ action: 'ticket_cause', entity: 'ticket', entityId: id, before: { cause: was }, after: { cause } });
  return readForNetwork(ctx, id);
};
