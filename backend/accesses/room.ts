/** The screen of a room, by a private link: numbers without names of customers, and who waits for them where. */
import { sql } from 'kysely';
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import { accessMachine } from '#domain/accesses/rules.ts';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { followLink, openLink, revokeLinks } from '../lib/people/link.ts';

type Table = typeof table;

/** Days for which a link of a room is good. */
const LINK_DAYS = 365;
/** Minutes for which a called number stays on the screen. */
const CALLED_MINUTES = 5;

export const makeRoom: VerbOf<Table, 'POST /accesses/rooms'> = async (ctx, { body: { locationId } }) => {
  const place = await ctx.db
    .selectFrom('locations')
    .select('name')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', locationId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (!place) throw new Failure('invalid', undefined, { fields: { locationId: 'Scegliere una sede dell’azienda' } });
  await revokeLinks(ctx, 'room', locationId);
  const expiresAt = new Date(`${addDays(ctx.today, LINK_DAYS)}T23:00:00Z`);
  const { token } = await openLink(ctx, { purpose: 'room', recordId: locationId, expiresAt });
  ctx.audit({ action: 'room', entity: accessMachine.entity, after: { location: place.name } });
  return { url: `${ctx.config.PUBLIC_ORIGIN}/sala/${encodeURIComponent(token)}` };
};

export const showRoom: VerbOf<Table, 'GET /links/room'> = async (call, { query: { token } }) => {
  const link = await followLink(call, ['room'], token);
  return call.asCompany(link.companyId, null, async (ctx) => {
    const { companyId } = ctx.user;
    const { rows } = await sql<{ name: string }>`select l.name from locations l
      where l.company_id = ${companyId} and l.id = ${link.recordId} and l.archived_at is null`.execute(ctx.db);
    if (!rows[0]) throw new Failure('not_found');
    const since = new Date(ctx.now.getTime() - CALLED_MINUTES * 60_000);
    const visits = await sql<{
      ticket: number;
      state: string;
      at: string;
      seller: string;
      desk: string;
    }>`select t.ticket, t.state, t.assigned_at as at, coalesce(u.name, '') as seller, coalesce(u.desk, '') as desk
      from accesses t left join users u on u.company_id = ${companyId} and u.id = t.seller_id
      where t.company_id = ${companyId} and t.location_id = ${link.recordId} and t.day = ${ctx.today} and t.ticket is not null
        and (t.state = 'waiting' or (t.state = 'assigned' and t.assigned_at >= ${since})) order by t.state = 'waiting', t.ticket limit 200`.execute(
      ctx.db,
    );
    const called = visits.rows.filter(({ state }) => state === 'assigned');
    return {
      place: rows[0].name,
      waiting: visits.rows.filter(({ state }) => state === 'waiting').map(({ ticket }) => ticket),
      called: called
        .map(({ ticket, at, seller, desk }) => ({ ticket, at, seller, desk }))
        .toSorted((a, b) => b.at.localeCompare(a.at)),
    };
  });
};
