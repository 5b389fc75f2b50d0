/** The reception of a place as it is now, by one call that is asked again every few seconds. */
import { sql } from 'kysely';
import type { accesses as table } from '#domain/accesses/endpoints.ts';
import type { ReceptionNow } from '#domain/accesses/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { openUntil } from '../lib/people/link.ts';
import type { AccessRecord } from './records.ts';
import { crewOf } from './crew.ts';
import { readExpected } from './expected.ts';
import { hashOf } from '../lib/work/hash.ts';
import { person } from '../lib/people/person.ts';
import { readWaiting } from './waiting.ts';
import { hereOf, proposalsNow, readHere } from './here.ts';

type Table = typeof table;

/** The places of the company, and where the caller works by default; who works at some may only stand at those. */
async function placesOf({ db, user }: Ctx): Promise<{ locations: { id: number; name: string }[]; own?: number }> {
  const { rows } = await sql<{ id: number; name: string; isDefault: boolean | null }>`select l.id, l.name, w.is_default
    from locations l left join user_locations w
      on w.company_id = ${user.companyId} and w.user_id = ${user.id} and w.location_id = l.id
    where l.company_id = ${user.companyId} and l.archived_at is null order by l.name, l.id`.execute(db);
  const own = rows.filter(({ isDefault }) => isDefault !== null);
  const locations = (own.length > 0 ? own : rows).map(({ id, name }) => ({ id, name }));
  const usual = own.find(({ isDefault }) => isDefault);
  return { locations, ...(usual && { own: usual.id }) };
}

type Day = Pick<ReceptionNow, 'open' | 'handled' | 'inside' | 'nextTicket'>;
async function countDay({ db, user, today }: Ctx, locationId: number): Promise<Day> {
  const { rows } = await sql<Day>`select
      coalesce(max(ticket) filter (where day = ${today}), 0)::int + 1 as next_ticket,
      count(*) filter (where state in ('waiting', 'assigned'))::int as open,
      count(*) filter (where state in ('seller_handled', 'desk_handled') and day = ${today} and arrived_at is not null)::int as handled,
      coalesce(sum(people) filter (where state in ('waiting', 'assigned') and day = ${today}), 0)::int as inside
    from accesses where company_id = ${user.companyId} and location_id = ${locationId} and (day = ${today} or state in ('waiting', 'assigned'))`.execute(
    db,
  );
  return rows[0]!;
}

/** The reception of the place that was asked for, else of the caller's own, else of the first. */
export const reception: VerbOf<Table, 'GET /accesses/reception'> = async (ctx, { query }) => {
  const { locations, own } = await placesOf(ctx);
  const wanted = query.locationId ?? own;
  const location =
    locations.find(({ id }) => id === wanted) ?? (query.locationId === undefined ? locations[0] : undefined);
  if (!location) throw new Failure('not_found');
  const [{ waiting, present, left }, crew] = [await readHere(ctx, location.id), await crewOf(ctx, location.id)];
  const { slow, late } = await readWaiting(ctx);
  const proposals = proposalsNow(ctx, waiting, crew, late);
  const nameOf = (id: number) => crew.sellers.find((one) => one.id === id)?.name;
  const shown = (record: AccessRecord) => {
    const proposal = proposals.get(record.id);
    return hereOf(ctx, record, proposal ? person(proposal.sellerId, nameOf(proposal.sellerId)) : null);
  };
  const now: Omit<ReceptionNow, 'hash'> = {
    location,
    locations,
    waits: { slow, late },
    waiting: waiting.map(shown),
    present: present.map(shown),
    left: left.map(shown),
    expected: await readExpected(ctx, location.id),
    sellers: crew.sellers,
    roomUntil: await openUntil(ctx, 'room', location.id),
    ...(await countDay(ctx, location.id)),
  };
  return { hash: hashOf(now), ...now };
};
