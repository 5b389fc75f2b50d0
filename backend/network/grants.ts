import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Behalf, Grant, network as table } from '#domain/network/endpoints.ts';
import { behalfAreas, goesOn, grantStateAt, MOST_ASKS, waitsSince, type BehalfArea } from '#domain/network/terms.ts';
import { privileges } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { holdersOf, notify, untell } from '../lib/people/notify.ts';

type Table = typeof table;

/** The most accesses that a list shows. */
const MOST = 50;

interface Row extends Omit<Grant, 'state'> {
  companyId: number;
  grantedBy: string | null;
}

const answerOf = ({ now }: Ctx, row: Row) => ({ ...row, state: grantStateAt(row, now) });

const columns = sql`g.id, g.company_id, g.areas, g.writes, g.hours, g.asker, g.reason, g.ticket_id, g.asked_at, g.granted_at, g.granter as granted_by,
  g.ends_at, g.ended_at, g.ender as ended_by`;

async function read(ctx: Ctx, id: number, { lock = false } = {}): Promise<Row & { askerId: number }> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Row & { askerId: number }>`select ${columns}, g.asker_id from access_grants g
    where g.company_id = ${companyId} and g.id = ${id} ${lock ? sql`for no key update of g` : sql``}`.execute(ctx.db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

const write = (ctx: Ctx, id: number, changes: object) =>
  ctx.db
    .updateTable('accessGrants')
    .set(changes)
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();

const namesOf = (areas: readonly BehalfArea[]) => areas.map((area) => behalfAreas[area].label).join(', ');

/** What the audit says of an access. */
const said = ({ areas, writes, hours }: Pick<Row, 'areas' | 'writes' | 'hours'>) => ({
  areas: namesOf(areas),
  writes,
  hours,
});

/** What the company's administrators are told of an access that is asked for: that one, as long as it is. */
const toldOf = (id: number) =>
  ({ kind: 'access_asked', href: '/dealer/settings#grants', once: `access_asked:${id}` }) as const;

/**
 * Tells the company's administrators in its own transaction that an access is asked for, or no longer that it is: the
 * manufacturer's may neither write to them nor take it back.
 */
export const grantAskedJob: Job<{ companyId: number; id: number }> = {
  name: 'grant-asked',
  run: ({ asCompany }, { companyId, id }) =>
    asCompany(companyId, null, async (ctx) => {
      const row = await read(ctx, id, { lock: true });
      const { asker, reason, areas } = row;
      if (grantStateAt(row, ctx.now) !== 'asked') return void (await untell(ctx, toldOf(id)));
      await notify(ctx, await holdersOf(ctx, privileges.manageUsers), {
        ...toldOf(id),
        title: `${asker} chiede un accesso: ${namesOf(areas)}`,
        text: reason,
      });
    }),
};

/** Throws `invalid` where the company has no such ticket. */
async function checkTicket({ db, user: { companyId } }: Ctx, id: number): Promise<void> {
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!ticket)
    throw new Failure('invalid', undefined, { fields: { reason: 'Questo ticket non c’è: aprirlo di nuovo' } });
}

/** Asks the company for access, in a door: `visitor` is who asks. Throws `conflict` while an access of theirs goes on. */
export const ask: VerbOf<Table, 'POST /network/:company_id/grants'> = async (ctx, { body }) => {
  const { reason, ticketId, ...extent } = body;
  const { companyId } = ctx.user;
  const { id: askerId, name: asker } = ctx.visitor!;
  if (ticketId !== null) await checkTicket(ctx, ticketId);
  const asked = await ctx.db
    .selectFrom('accessGrants')
    .select(['askedAt', 'endsAt', 'endedAt'])
    .where('companyId', '=', companyId)
    .where('askerId', '=', askerId)
    .where('askedAt', '>', waitsSince(ctx.now).toISOString())
    .execute();
  const isOpen = asked.some((one) => goesOn(grantStateAt(one, ctx.now)));
  if (isOpen) throw new Failure('conflict', 'Un accesso è già chiesto o concesso: prima chiudere quello.');
  const yesterday = ctx.now.getTime() - 86_400_000;
  if (asked.filter(({ askedAt }) => Date.parse(askedAt) > yesterday).length >= MOST_ASKS)
    throw new Failure('conflict', `Già chiesto ${MOST_ASKS} volte nelle ultime 24 ore: sentire la concessionaria.`);
  const { id } = await ctx.db
    .insertInto('accessGrants')
    .values({ companyId, askerId, asker, reason, ticketId, ...extent, askedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'create', entity: 'access_grant', entityId: id, after: { ...said(extent), reason } });
  await ctx.enqueue(grantAskedJob, { companyId, id });
  return answerOf(ctx, await read(ctx, id));
};

/** Ends an access that is asked for or goes on. Throws `conflict` when it is over already. */
async function end(ctx: Ctx, row: Row) {
  const state = grantStateAt(row, ctx.now);
  if (!goesOn(state)) throw new Failure('conflict', 'L’accesso è già finito.');
  await write(ctx, row.id, { endedAt: ctx.now, ender: (ctx.visitor ?? ctx.user).name });
  const action = state === 'asked' && !ctx.visitor ? 'refuse' : 'end';
  ctx.audit({ action, entity: 'access_grant', entityId: row.id, after: { asker: row.asker } });
  return answerOf(ctx, await read(ctx, row.id));
}

export const leave: VerbOf<Table, 'DELETE /network/:company_id/grants/:id'> = async (ctx, { params }) => {
  const row = await read(ctx, params.id, { lock: true });
  if (row.askerId !== ctx.visitor!.id) throw new Failure('not_found');
  await ctx.enqueue(grantAskedJob, { companyId: ctx.user.companyId, id: row.id });
  return end(ctx, row);
};

/** What the caller asked for in the whole network: one of the few readings across companies. */
export const listAsked: VerbOf<Table, 'GET /network/grants'> = async (ctx) => {
  const { rows } = await sql<Row & { companyName: string }>`select ${columns}, c.name as company_name
    from access_grants g join companies c on c.company_id = g.company_id where g.asker_id = ${ctx.user.id}
    order by g.asked_at desc, g.company_id, g.id limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => ({ ...answerOf(ctx, row), companyName: row.companyName }));
};

/**
 * By what the caller may act on behalf of a company now. Throws `forbidden` when nothing was given, not any more, or the
 * company is suspended, and `not_found`.
 */
export const readBehalf: VerbOf<Table, 'GET /network/behalf'> = async (ctx, { query: { companyId } }) => {
  const { rows } = await sql<Behalf & { state: string; isGranted: boolean }>`
    select c.company_id, c.name as company_name, c.state, g.id is not null as is_granted, g.areas, g.writes, g.ends_at, g.granter
    from companies c left join access_grants g on g.company_id = ${companyId} and g.asker_id = ${ctx.user.id}
      and g.ended_at is null and g.ends_at > ${ctx.now}
    where c.company_id = ${companyId} and c.company_id <> ${MANUFACTURER} and c.suspended_at is null
    order by g.id desc limit 1`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw new Failure('not_found');
  if (row.state === 'invited') return { ...row, areas: keysOf(behalfAreas), writes: true, endsAt: null, granter: null };
  if (!row.isGranted)
    throw new Failure('forbidden', 'L’accesso per conto della concessionaria non è stato dato, o è finito.');
  return row;
};

export const list: VerbOf<Table, 'GET /grants'> = async (ctx) => {
  const { rows } = await sql<Row>`select ${columns} from access_grants g
    where g.company_id = ${ctx.user.companyId} order by g.asked_at desc, g.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => answerOf(ctx, row));
};

export const allow: VerbOf<Table, 'POST /grants/:id/allow'> = async (ctx, { params, body }) => {
  const row = await read(ctx, params.id, { lock: true });
  if (grantStateAt(row, ctx.now) !== 'asked') throw new Failure('conflict', 'L’accesso non aspetta più una risposta.');
  const fields = {
    ...(body.areas.some((area) => !row.areas.includes(area)) && { areas: 'Solo le aree che sono state chieste' }),
    ...(body.writes && !row.writes && { writes: 'È stata chiesta la sola lettura' }),
    ...(body.hours > row.hours && { hours: `Sono state chieste ${row.hours} ore` }),
  };
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  const endsAt = new Date(ctx.now.getTime() + body.hours * 3_600_000);
  await write(ctx, row.id, { ...body, grantedBy: ctx.user.id, granter: ctx.user.name, grantedAt: ctx.now, endsAt });
  ctx.audit({
    action: 'allow',
    entity: 'access_grant',
    entityId: row.id,
    after: { ...said(body), asker: row.asker, reason: row.reason },
  });
  await untell(ctx, toldOf(row.id));
  return answerOf(ctx, await read(ctx, row.id));
};

export const stop: VerbOf<Table, 'POST /grants/:id/end'> = async (ctx, { params }) => {
  const row = await read(ctx, params.id, { lock: true });
  await untell(ctx, toldOf(row.id));
  return end(ctx, row);
};
