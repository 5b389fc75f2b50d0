/** What a dealer's people ask of the manufacturer. */
import { Failure } from '#domain/errors.ts';
import { covered } from '#domain/support/cover.ts';
import type { support as table, TicketHead } from '#domain/support/endpoints.ts';
import { MOST_SHOWN, MOST_TICKETS, type TicketState } from '#domain/support/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { fileOf } from './files.ts';
import { readWhole, set, take, write } from './tickets.ts';

type Table = typeof table;
const DAY_MS = 86_400_000;

export const listOwn: VerbOf<Table, 'GET /support/tickets'> = async ({ db, user }) => {
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'subject', 'state', 'asker', 'askedAt', 'answeredAt', 'changedAt'])
    .where('companyId', '=', user.companyId)
    .where('askerId', '=', user.id)
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row): TicketHead => ({ ...row, state: row.state as TicketState }));
};

type Question = Parameters<VerbOf<Table, 'POST /support/tickets'>>[1]['body'];

/** Asks for the person of the context; `chatMark`: the message of the chat from which it comes. */
export async function askAs(ctx: Ctx, body: Question, chatMark: string | null = null): Promise<number> {
  const { companyId, id: askerId, name: asker } = ctx.user;
  const today = await ctx.db
    .selectFrom('tickets')
    .select('id')
    .where('companyId', '=', companyId)
    .where('askerId', '=', askerId)
    .where('askedAt', '>', new Date(ctx.now.getTime() - DAY_MS).toISOString())
    .limit(MOST_TICKETS)
    .execute();
  if (today.length >= MOST_TICKETS)
    throw new Failure('conflict', `Già ${MOST_TICKETS} ticket nelle ultime 24 ore: scrivere in uno di quelli.`);
  const { page } = body;
  const subject = covered(body.subject);
  const at = { askedAt: ctx.now, changedAt: ctx.now };
  const { id } = await ctx.db
    .insertInto('tickets')
    .values({ companyId, subject, page, state: 'open', askerId, asker, chatMark, ...at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await write(ctx, id, { side: 'dealer', author: asker, ...body });
  ctx.audit({ action: 'create', entity: 'ticket', entityId: id, after: { subject } });
  return id;
}

export const ask: VerbOf<Table, 'POST /support/tickets'> = async (ctx, { body }) =>
  readWhole(ctx, await askAs(ctx, body), { withNotes: false });

/** A ticket of the caller; those of colleagues do not exist for them. */
async function own(ctx: Ctx, id: number) {
  const row = await take(ctx, id);
  if (row.askerId !== ctx.user.id) throw new Failure('not_found');
  return row;
}

export const readOwn: VerbOf<Table, 'GET /support/tickets/:id'> = async (ctx, { params: { id } }) => {
  await own(ctx, id);
  return readWhole(ctx, id, { withNotes: false });
};

export const readOwnFile: VerbOf<Table, 'GET /support/tickets/:id/files/:fileId'> = async (ctx, { params }) => {
  await own(ctx, params.id);
  return fileOf(ctx, params, { withNotes: false });
};

export const writeMore: VerbOf<Table, 'POST /support/tickets/:id/messages'> = async (ctx, { params: { id }, body }) => {
  const { state } = await own(ctx, id);
  await write(ctx, id, { side: 'dealer', author: ctx.user.name, ...body });
  // Who adds a word before there is an answer has waited since the first.
  if (state !== 'open') await set(ctx, id, { state: 'open' });
  ctx.audit({ action: 'ticket_written', entity: 'ticket', entityId: id });
  return readWhole(ctx, id, { withNotes: false });
};

export const close: VerbOf<Table, 'POST /support/tickets/:id/close'> = async (ctx, { params: { id } }) => {
  const { state } = await own(ctx, id);
  if (state === 'closed') throw new Failure('conflict', 'Il ticket è già chiuso.');
  await set(ctx, id, { state: 'closed' });
  ctx.audit({ action: 'ticket_closed', entity: 'ticket', entityId: id });
  return readWhole(ctx, id, { withNotes: false });
};
