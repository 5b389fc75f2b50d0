import { afterAll, describe, expect, test } from 'vitest';
import { endpoints } from '#domain/endpoints.ts';
import { holdsAny, privileges } from '#domain/privileges.ts';
import { covers } from '#domain/record/rights.ts';
import { rights } from '#domain/owned.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestUser } from '#tests/support/area.ts';
import { b2bDraftOf, stockCar } from '#tests/support/areas/b2b.ts';
import { generalBody, madeBy } from '#tests/support/areas/contracts.ts';
import { aboutOf, eventOf } from '#tests/support/areas/calendars.ts';
import { accessOf } from '#tests/support/areas/accesses.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { emptyStatement } from '#tests/support/areas/commissions.ts';
import { valuationOf } from '#tests/support/areas/valuations.ts';
import { makeWorld, type World } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call } = world;
afterAll(() => world.close());
const EVERY = Object.values(privileges);
const maker = await world.user(901, EVERY);

/** How an area with an owner is read: an area without a line does not compile. */
const areas: {
  [K in keyof typeof rights]: {
    table: string;
    make(by: TestUser): Promise<number>;
    /** Makes the record somebody else's. */
    give(id: number, to: TestUser): Promise<unknown>;
    /** Status of a change that is right in itself. */
    change(as: TestUser, id: number): Promise<number>;
    /** Which of the ids each way of reading shows. */
    shown: Record<
      string,
      { call: keyof typeof endpoints; ids(as: TestUser, of: readonly number[]): Promise<number[]> }
    >;
  };
} = {
  quotes: quotesOf(world),
  b2bQuotes: b2bQuotesOf(world),
  customers: customersOf(world),
  commissions: commissionsOf(world),
  contracts: contractsOf(world),
  leads: leadsOf(world),
  accesses: accessesOf(world),
  events: eventsOf(world),
  valuations: valuationsOf(world),
};

const rows = (body: { id: number }[], of: readonly number[]) => of.filter((id) => body.some((row) => row.id === id));

function quotesOf({ draft, alfa }: World) {
  return {
    table: 'quotes',
    make: async (by: TestUser) => (await call(by, 'POST /quotes', { body: draft(alfa) })).body.id as number,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /quotes/:id', { params: { id }, version: 1, body: draft(alfa) })).status,
    give: (id: number, { id: seller }: TestUser) =>
      world.query('update quotes set seller_id = $2 where id = $1', [id, seller]),
    shown: {
      record: {
        call: 'GET /quotes/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /quotes/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /quotes' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /quotes', { query: { limit: 200 } })).body.rows, of),
      },
      // Asking for a seller narrows what is seen, whoever it is.
      'list of a seller': {
        call: 'GET /quotes' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const lists = [as, maker].map(({ id: sellerId }) =>
            call(as, 'GET /quotes', { query: { sellerId, limit: 200 } }),
          );
          const [own, others] = (await Promise.all(lists)).map(({ body }) => rows(body.rows, of));
          expect(own).not.toContain(of[1]);
          expect(others).not.toContain(of[0]);
          return [...own!, ...others!];
        },
      },
      'choice of sellers': {
        call: 'GET /quotes/sellers' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const named = rows((await call(as, 'GET /quotes/sellers')).body, [as.id, maker.id]);
          return of.filter((_, i) => named.includes([as.id, maker.id][i]!));
        },
      },
      counts: {
        call: 'GET /quotes' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          of.slice(0, (await call(as, 'GET /quotes', { query: { limit: 1 } })).body.total),
      },
      export: {
        call: 'GET /quotes/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body } = await call(as, 'GET /quotes/export', { query: { format: 'csv' } });
          return of.slice(0, body.toString('utf8').split('Lampo').length - 1);
        },
      },
      figures: {
        call: 'GET /quotes/summary' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /quotes/summary')).body.latest, of),
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) => body.some(({ href }: { href: string }) => href.endsWith(`quote=${id}`)));
        },
      },
    },
  };
}

function b2bQuotesOf({ alfa }: World) {
  const owner = { ...alfa, query: world.query };
  const draft = async () => b2bDraftOf(owner, [await stockCar(owner, { maker: 'Lampo' })]);
  return {
    table: 'b2b_quotes',
    make: async (by: TestUser) => (await call(by, 'POST /quotes/b2b', { body: await draft() })).body.id as number,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /quotes/b2b/:id', { params: { id }, version: 1, body: await draft() })).status,
    give: (id: number, { id: seller }: TestUser) =>
      world.query('update b2b_quotes set seller_id = $2 where id = $1', [id, seller]),
    shown: {
      record: {
        call: 'GET /quotes/b2b/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /quotes/b2b/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /quotes/b2b' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /quotes/b2b', { query: { limit: 200 } })).body.rows, of),
      },
      'choice of sellers': {
        call: 'GET /quotes/b2b/sellers' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const named = rows((await call(as, 'GET /quotes/b2b/sellers')).body, [as.id, maker.id]);
          return of.filter((_, i) => named.includes([as.id, maker.id][i]!));
        },
      },
      export: {
        call: 'GET /quotes/b2b/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body } = await call(as, 'GET /quotes/b2b/export', { query: { format: 'csv' } });
          return of.slice(0, body.toString('utf8').split('Lampo').length - 1);
        },
      },
      figures: {
        call: 'GET /quotes/b2b/summary' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          of.slice(0, (await call(as, 'GET /quotes/b2b/summary')).body.drafts),
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) => body.some(({ href }: { href: string }) => href === `/quotation/b2b?quote=${id}`));
        },
      },
    },
  };
}

function customersOf({ query }: World) {
  const body = { type: 'private' as const, firstName: 'Lampo', lastName: 'Saetta' };
  return {
    table: 'customers',
    make: async (by: TestUser) => (await call(by, 'POST /customers', { body })).body.id as number,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /customers/:id', { params: { id }, version: 1, body })).status,
    give: (id: number, { id: seller }: TestUser) =>
      query('update customers set seller_id = $2 where id = $1', [id, seller]),
    shown: {
      record: {
        call: 'GET /customers/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /customers/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      timeline: {
        call: 'GET /customers/:id/timeline' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(
            of.map((id) => call(as, 'GET /customers/:id/timeline', { params: { id } })),
          );
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /customers' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /customers', { query: { q: 'Lampo', limit: 200 } })).body.rows, of),
      },
      counts: {
        call: 'GET /customers' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          of.slice(0, (await call(as, 'GET /customers', { query: { q: 'Lampo', limit: 1 } })).body.total),
      },
      export: {
        call: 'GET /customers/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: csv } = await call(as, 'GET /customers/export', { query: { format: 'csv' } });
          return of.slice(0, csv.toString('utf8').split('Lampo').length - 1);
        },
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: found } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) => found.some(({ href }: { href: string }) => href === `/dealer/customers/${id}`));
        },
      },
    },
  };
}

function contractsOf({ sideOf, alfa }: World) {
  const side = sideOf({ ...alfa, marker: 'Lampo' });
  return {
    table: 'contracts',
    make: async (by: TestUser) => (await madeBy(await side, by)).params.id,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /contracts/:id/general', { params: { id }, version: 1, body: generalBody })).status,
    give: (id: number, { id: seller }: TestUser) =>
      world.query('update contracts set seller_id = $2 where id = $1', [id, seller]),
    shown: {
      record: {
        call: 'GET /contracts/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /contracts/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /contracts' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /contracts', { query: { limit: 200 } })).body.rows, of),
      },
      'choice of sellers': {
        call: 'GET /contracts/sellers' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const named = rows((await call(as, 'GET /contracts/sellers')).body, [as.id, maker.id]);
          return of.filter((_, i) => named.includes([as.id, maker.id][i]!));
        },
      },
      export: {
        call: 'GET /contracts/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body } = await call(as, 'GET /contracts/export', { query: { format: 'csv' } });
          return of.slice(0, body.toString('utf8').split('Lampo').length - 1);
        },
      },
    },
  };
}

function leadsOf({ query }: World) {
  const body = leadOf({ name: 'Lampo', vehicle: '' });
  return {
    table: 'leads',
    make: async (by: TestUser) =>
      (await call(by, 'POST /leads', { body: { ...body, assigneeId: by.id } })).body.id as number,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /leads/:id', { params: { id }, version: 1, body })).status,
    give: (id: number, { id: assignee }: TestUser) =>
      query('update leads set assignee_id = $2 where id = $1', [id, assignee]),
    shown: {
      record: {
        call: 'GET /leads/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /leads/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /leads' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /leads', { query: { limit: 200 } })).body.rows, of),
      },
      counts: {
        call: 'GET /leads' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          of.slice(0, (await call(as, 'GET /leads', { query: { limit: 1 } })).body.total),
      },
      export: {
        call: 'GET /leads/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: file } = await call(as, 'GET /leads/export', { query: { format: 'csv' } });
          return of.slice(0, file.toString('utf8').split('Lampo').length - 1);
        },
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: found } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) =>
            found.some(({ href }: { href: string }) => href === `/dealer/leads/handle?lead=${id}`),
          );
        },
      },
    },
  };
}

function accessesOf({ query, alfa }: World) {
  const body = accessOf({ name: 'Lampo', locationId: alfa.locationId });
  const booked = { ...body, day: '2026-12-01', time: '10:00' };
  return {
    table: 'accesses',
    make: async (by: TestUser) => (await call(by, 'POST /accesses/bookings', { body: booked })).body.id as number,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /accesses/:id', { params: { id }, version: 1, body })).status,
    give: (id: number, { id: seller }: TestUser) =>
      query('update accesses set seller_id = $2 where id = $1', [id, seller]),
    shown: {
      record: {
        call: 'GET /accesses/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /accesses/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /accesses' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /accesses', { query: { limit: 200 } })).body.rows, of),
      },
      export: {
        call: 'GET /accesses/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: file } = await call(as, 'GET /accesses/export', { query: { format: 'csv' } });
          return of.slice(0, file.toString('utf8').split('Lampo').length - 1);
        },
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: found } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) => found.some(({ href }: { href: string }) => href.endsWith(`access=${id}`)));
        },
      },
    },
  };
}

function commissionsOf(of: World) {
  const read = { limit: 200 };
  return {
    table: 'commission_statements',
    make: async (by: TestUser) => emptyStatement(of, by),
    change: async (as: TestUser, id: number) =>
      (await call(as, 'POST /commissions/statements/:id/confirm', { params: { id }, version: 1 })).status,
    give: (id: number, { id: person }: TestUser) =>
      of.query('update commission_statements set user_id = $2 where id = $1', [id, person]),
    shown: {
      record: {
        call: 'GET /commissions/statements/:id' as const,
        ids: async (as: TestUser, ids: readonly number[]) => {
          const answers = await Promise.all(
            ids.map((id) => call(as, 'GET /commissions/statements/:id', { params: { id } })),
          );
          return ids.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /commissions/statements' as const,
        ids: async (as: TestUser, ids: readonly number[]) =>
          rows((await call(as, 'GET /commissions/statements', { query: read })).body.rows, ids),
      },
      // Asking for a person narrows what is seen, whoever it is.
      'list of a person': {
        call: 'GET /commissions/statements' as const,
        ids: async (as: TestUser, ids: readonly number[]) => {
          const lists = [as, maker].map(({ id: userId }) =>
            call(as, 'GET /commissions/statements', { query: { userId, ...read } }),
          );
          return (await Promise.all(lists)).flatMap(({ body }) => rows(body.rows, ids));
        },
      },
    },
  };
}

function valuationsOf({ query }: World) {
  const body = valuationOf({ model: 'Lampo' });
  return {
    table: 'valuations',
    make: async (by: TestUser) => (await call(by, 'POST /valuations', { body })).body.id as number,
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /valuations/:id', { params: { id }, version: 1, body })).status,
    give: (id: number, { id: maker }: TestUser) =>
      query('update valuations set made_by = $2 where id = $1', [id, maker]),
    shown: {
      record: {
        call: 'GET /valuations/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /valuations/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      list: {
        call: 'GET /valuations' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows((await call(as, 'GET /valuations', { query: { limit: 200 } })).body.rows, of),
      },
      counts: {
        call: 'GET /valuations' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          of.slice(0, (await call(as, 'GET /valuations', { query: { limit: 1 } })).body.total),
      },
      export: {
        call: 'GET /valuations/export' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: file } = await call(as, 'GET /valuations/export', { query: { format: 'csv' } });
          return of.slice(0, file.toString('utf8').split('Lampo').length - 1);
        },
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: found } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) => found.some(({ href }: { href: string }) => href === `/dealer/usedEvaluation/${id}`));
        },
      },
    },
  };
}

function eventsOf({ query }: World) {
  let hours = 0;
  const days = { from: '2026-12-01', to: '2026-12-31' };
  const seen = async (as: TestUser) => (await call(as, 'GET /calendars/events', { query: days })).body;
  return {
    table: 'calendar_events',
    make: async (by: TestUser) => {
      hours += 1;
      const when = { day: `2026-12-${10 + (hours % 20)}`, time: `${10 + Math.floor(hours / 20)}:00` };
      const body = eventOf({ title: 'Lampo', minutes: 15, ...when });
      return (await call(by, 'POST /calendars/events', { body })).body.id as number;
    },
    change: async (as: TestUser, id: number) =>
      (await call(as, 'PUT /calendars/events/:id', { params: { id }, version: 1, body: aboutOf({ title: 'Lampo' }) }))
        .status,
    give: (id: number, { id: person }: TestUser) =>
      query('update calendar_events set user_ids = array[$2::bigint] where id = $1', [id, person]),
    shown: {
      record: {
        call: 'GET /calendars/events/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const answers = await Promise.all(of.map((id) => call(as, 'GET /calendars/events/:id', { params: { id } })));
          return of.filter((_, i) => answers[i]!.status === 200);
        },
      },
      // Others see that the time is taken, but do not open it.
      screen: {
        call: 'GET /calendars/events/:id' as const,
        ids: async (as: TestUser, of: readonly number[]) =>
          rows(
            (await seen(as)).filter(({ mayOpen }: { mayOpen: boolean }) => mayOpen),
            of,
          ),
      },
      search: {
        call: 'GET /search' as const,
        ids: async (as: TestUser, of: readonly number[]) => {
          const { body: found } = await call(as, 'GET /search', { query: { q: 'Lampo' } });
          return of.filter((id) =>
            found.some(({ href }: { href: string }) => href === `/dealer/calendars?event=${id}`),
          );
        },
      },
    },
  };
}

describe.each(Object.keys(rights) as (keyof typeof rights)[])('own or all of %s, by each privilege alone', (area) => {
  const { see, change } = rights[area];
  const { table, make, give, change: send, shown } = areas[area];

  /** One that the reader of the day gets, and one that stays its maker's; both serve until somebody changes them. */
  let both: number[] = [];
  const clear = async () => {
    for (const id of both) {
      // A contract that is deleted, which nobody can, would still hold its car.
      for (const cars of ['used_cars', 'new_cars'])
        await world.query(`update ${cars} set reserved_contract = null where reserved_contract = $1`, [id]);
      await world.query(`delete from ${table} where id = $1`, [id]);
    }
    both = [];
  };
  afterAll(clear);

  test.each(EVERY)('%i', async (number) => {
    const as = await world.user(901, [number]);
    if (both.length === 0) both = [await make(maker), await make(maker)];
    await give(both[0]!, as);
    const expected = both.filter((_, i) => covers(see, [number], i === 0));
    for (const [way, { call: name, ids }] of Object.entries(shown)) {
      if (!holdsAny([number], (endpoints[name] as { privileges?: readonly number[] }).privileges)) continue;
      expect([way, await ids(as, both)]).toEqual([way, expected]);
    }
    const changed: boolean[] = [];
    for (const [i, id] of both.entries()) {
      const may = covers(see, [number], i === 0) && covers(change, [number], i === 0);
      expect([i, await send(as, id)]).toEqual([i, may ? 200 : 403]);
      changed.push(may);
    }
    if (changed.includes(true)) await clear();
  });
});
