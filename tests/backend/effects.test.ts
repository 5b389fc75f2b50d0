import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Ctx, Effects } from '#backend/lib/work/context.ts';
import { inSavepoint } from '#backend/lib/work/savepoint.ts';
import { privileges } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, beta, call, draft, query } = world;
afterAll(() => world.close());

const EVERY = Object.values(privileges);
const manager = await world.user(901, EVERY);
const renamed = { id: 0, name: 'Prova', type: 'private', country: 'IT' } as const;

describe('a customer that changes its name', () => {
  const input = { type: 'private', firstName: 'Mario', lastName: 'Verdi' } as const;
  const rename = (id: number, lastName: string, version: number) =>
    call(manager, 'PUT /customers/:id', { params: { id }, version, body: { ...input, lastName } });
  const names = async (ids: number[]) => {
    const { rows } = (await call(manager, 'GET /quotes', { query: { limit: 200 } })).body;
    return ids.map((id) => rows.find((row: { id: number }) => row.id === id)?.customer);
  };

  test('is called so in drafts, without making them stale, and as before in what was issued', async () => {
    const { id } = (await call(manager, 'POST /customers', { body: input })).body;
    const body = draft(alfa, { customer: { id, name: '', type: 'private' } });
    const open = (await call(manager, 'POST /quotes', { body })).body;
    const printed = (await call(manager, 'POST /quotes', { body })).body;
    await call(manager, 'POST /quotes/:id/issue', { params: { id: printed.id }, version: 1 });
    const other = (await call(manager, 'POST /quotes', { body: draft(alfa) })).body;

    expect((await rename(id, 'Bianchi', 1)).status).toBe(200);
    expect(await names([open.id, printed.id, other.id])).toEqual(['Mario Bianchi', 'Mario Verdi', 'Mario ALFAMARCHIO']);
    const shown = (await call(manager, 'GET /quotes/:id', { params: { id: open.id } })).body;
    expect(shown.draft.customer).toEqual({ id, name: 'Mario Bianchi', type: 'private' });
    expect(shown.version).toBe(open.version);
    expect((await call(manager, 'PUT /quotes/:id', { params: { id: open.id }, version: 1, body })).status).toBe(200);
  });

  test('keeps its name everywhere when an effect fails', async () => {
    const { id } = (await call(manager, 'POST /customers', { body: input })).body;
    const body = draft(alfa, { customer: { id, name: '', type: 'private' } });
    const open = (await call(manager, 'POST /quotes', { body })).body;
    await query("alter table quotes add constraint no check (customer_name <> 'Mario Neri') not valid");
    expect((await rename(id, 'Neri', 1)).status).toBe(500);
    await query('alter table quotes drop constraint no');
    expect((await call(manager, 'GET /customers/:id', { params: { id } })).body).toMatchObject({
      name: 'Mario Verdi',
      version: 1,
    });
    expect(await names([open.id])).toEqual(['Mario Verdi']);
  });
});

describe('effects', () => {
  const rows = async (requestId = 'prova-fuori') =>
    (await query('select action, user_name from audit_events where request_id = $1 order by id', [requestId])).map(
      ({ action, user_name }) => `${user_name}: ${action}`,
    );

  test('run before the next line, each with its own, and their audit rows are written with those of the caller', async () => {
    const order: string[] = [];
    const effects: Effects[] = [
      {
        'customer.renamed': async (ctx) => {
          order.push('first');
          ctx.audit({ action: 'effect', entity: 'prova' });
          await ctx.emit('user.password-changed', { userId: 0, keepSession: null });
        },
        'user.password-changed': async () => void order.push('nested'),
      },
      { 'customer.renamed': async () => void order.push('second') },
    ];
    await world.outside(effects).asCompany(901, null, async (ctx) => {
      ctx.audit({ action: 'work', entity: 'prova' });
      await ctx.emit('customer.renamed', renamed);
      order.push('next line');
    });
    expect(order).toEqual(['first', 'nested', 'second', 'next line']);
    expect(await rows()).toEqual(['Sistema: work', 'Sistema: effect']);
  });

  test('effects that cause themselves end, and nothing of it stays', async () => {
    const before = await rows();
    let runs = 0;
    const again = async (ctx: Ctx) => {
      runs += 1;
      ctx.audit({ action: 'again', entity: 'prova' });
      await ctx.emit('customer.renamed', renamed);
    };
    const turn = world.outside([{ 'customer.renamed': again }]).asCompany(901, null, again);
    await expect(turn).rejects.toThrow('effects inside one another');
    expect(runs).toBe(9);
    expect(await rows()).toEqual(before);
  });

  test('effects of a savepoint end with it: their audit rows, and what is left to be done before the commit', async () => {
    const before = (await rows()).length;
    const ran: string[] = [];
    const leave = (ctx: Ctx, name: string) => ctx.atEnd.set(name, async () => void ran.push(name));
    const effects: Effects = {
      'customer.renamed': async (ctx, { name }) => {
        ctx.audit({ action: name, entity: 'prova' });
        leave(ctx, `effect of ${name}`);
      },
    };
    const inner = (ctx: Ctx, name: string) =>
      inSavepoint(ctx, async (within) => {
        leave(within, name);
        within.atEnd.delete(`before ${name}`);
        await within.emit('customer.renamed', { ...renamed, name });
        if (name === 'bad') throw new Error('annullata');
      });
    await world.outside([effects]).asCompany(901, null, async (ctx) => {
      for (const name of ['good', 'bad']) leave(ctx, `before ${name}`);
      await inner(ctx, 'good');
      await expect(inner(ctx, 'bad')).rejects.toThrow('annullata');
    });
    expect(ran).toEqual(['before bad', 'good', 'effect of good']);
    expect((await rows()).slice(before)).toEqual(['Sistema: good']);
  });

  test('do not wait for the company’s chain: who holds it holds up the commit only', async () => {
    const { asCompany } = world.outside([{ 'customer.renamed': async () => void done.push('effect') }]);
    const done: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const holding = asCompany(901, null, async ({ db }) => {
      await sql`select from audit_heads where company_id = 901 for update`.execute(db);
      done.push('held');
      await held;
    });
    await expect.poll(() => done).toEqual(['held']);
    const work = asCompany(901, null, async ({ audit, emit }) => {
      audit({ action: 'late', entity: 'prova' });
      await emit('customer.renamed', renamed);
    });
    await expect.poll(() => done).toEqual(['held', 'effect']);
    letGo();
    await Promise.all([holding, work]);
    expect((await rows()).at(-1)).toBe('Sistema: late');
  });
});

describe('a job in a company', () => {
  test('does what a verb does, as the company, and sees no other one', async () => {
    const found = await world.outside().asCompany(902, null, async (ctx) => {
      const of = async (companyId: number) => {
        const rows = await ctx.db.selectFrom('customers').select('name').where('companyId', '=', companyId).execute();
        return rows.map(({ name }) => name);
      };
      return { user: ctx.user, today: ctx.today, own: await of(902), others: await of(901) };
    });
    expect(found).toMatchObject({ user: { id: 0, companyId: 902, name: 'Sistema', privileges: EVERY } });
    expect([found.own, found.others]).toEqual([[`Mario ${beta.marker}`], []]);
  });

  test('may act for one of its users, while that user may log in', async () => {
    const seller = await world.userWith('createQuotes');
    const nameOf = (companyId: number) =>
      world.outside().asCompany(companyId, seller.id, async ({ user }) => [user.id, user.privileges]);
    expect(await nameOf(901)).toEqual([seller.id, [13]]);
    await expect(nameOf(902)).rejects.toMatchObject({ code: 'unauthenticated' });
    await query('update users set archived_at = now() where id = $1', [seller.id]);
    await expect(nameOf(901)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('an effect that waits for the commit is forgotten with the transaction that failed', async () => {
    const ran: string[] = [];
    const { asCompany, afterCommit, finish } = world.outside();
    await expect(
      asCompany(901, null, async (ctx) => {
        ctx.afterCommit(() => ran.push('of the failed one'));
        throw new Error('annullata');
      }),
    ).rejects.toThrow('annullata');
    await asCompany(901, null, async (ctx) => ctx.afterCommit(() => ran.push('of the good one')));
    afterCommit(() => ran.push('of the call'));
    await finish();
    expect(ran).toEqual(['of the good one', 'of the call']);
  });
});
