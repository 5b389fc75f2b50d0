import { afterAll, expect, test } from 'vitest';
import { moveStageJob, tellStageJob } from '#backend/negotiations/move.ts';
import { testDatabase } from '#tests/support/database.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { madeStage, stageOf } from '#tests/support/areas/negotiations.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, call, clock, query } = world;
afterAll(() => world.close());
const side = await world.sideOf(alfa);
const maker = await world.user(10, EVERY);

/** An issued quote, by the call that reads its stage. */
async function issued() {
  const { body } = await call(side.as, 'POST /quotes', { body: world.draft(alfa) });
  const sent = { params: { id: body.id as number } };
  const { status } = await call(side.as, 'POST /quotes/:id/issue', { ...sent, version: 1 });
  expect(status).toBe(200);
  return sent;
}
const stageIn = async (sent: { params: { id: number } }) =>
  (await call(side.as, 'GET /quotes/:id/stage', sent)).body as {
    version: number;
    stage: { id: number; label: string } | null;
    offered: { id: number }[];
  };
const choose = async (sent: { params: { id: number } }, stageId: number | null, more: object = {}) =>
  call(side.as, 'PUT /quotes/:id/stage', {
    ...sent,
    version: (await stageIn(sent)).version,
    body: { stageId, reason: '', ...more },
  });
const counted = async (stageId: number | null) => {
  const { body } = await call(maker, 'GET /network/negotiations', { query: { entity: 'quote', by: 'company' } });
  if (!body.rows) throw new Error(JSON.stringify(body));
  const row = body.rows.find(({ key }: { key: string }) => key === String(alfa.companyId));
  return {
    open: row?.stages.find((one: { stageId: number | null }) => one.stageId === stageId)?.count ?? 0,
    used: body.used.find((one: { stageId: number }) => one.stageId === stageId)?.count ?? 0,
    bands: body.ages.find((one: { stageId: number | null }) => one.stageId === stageId)?.bands,
  };
};

test('a stage is chosen on a quote, found by its list, kept by a revision, and told to the manufacturer as a number', async () => {
  const { params } = await madeStage(side, { label: 'Test drive' });
  const quote = await issued();
  const chosen = await choose(quote, params.id);
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
  expect(chosen.body).toMatchObject({ version: 2, stage: { label: 'Test drive' } });
  const { rows } = (await call(side.as, 'GET /quotes', { query: { stageId: params.id } })).body;
  expect(rows).toMatchObject([{ id: quote.params.id, stage: 'Test drive' }]);
  const none = (await call(side.as, 'GET /quotes', { query: { stageId: 0, limit: 200 } })).body.rows;
  expect(none.map(({ id }: { id: number }) => id)).not.toContain(quote.params.id);
  expect(await counted(params.id)).toMatchObject({ open: 1, used: 1, bands: [1, 0, 0, 0, 0] });

  const { body: revision } = await call(side.as, 'POST /quotes/:id/revise', quote);
  const next = { params: { id: revision.id as number } };
  expect((await stageIn(next)).stage).toMatchObject({ label: 'Test drive' });
  const told = (await call(side.as, 'GET /quotes/:id/timeline', next)).body.events;
  expect(JSON.stringify(told)).toContain('Test drive');
  const begun = clock.now;
  clock.now = new Date(begun.getTime() + 5 * 86_400_000);
  const { body } = await call(maker, 'GET /network/negotiations', { query: { entity: 'quote', by: 'province' } });
  expect(body.ages.find((one: { stageId: number }) => one.stageId === params.id).bands).toEqual([1, 0, 0, 0, 0]);
  expect(JSON.stringify(body)).not.toContain(alfa.marker);
  // Behind a count stand the models of that company, or the companies of that province, in that stage.
  const { companyId } = alfa;
  const behind = async (more: object) =>
    (await call(maker, 'GET /network/negotiations', { query: { entity: 'quote', stageId: params.id, ...more } })).body;
  const models = await behind({ by: 'model', companyId });
  expect(models).toMatchObject({ of: [expect.any(String)], rows: [{ key: String(world.car.modelId), open: 1 }] });
  expect(await behind({ by: 'company', modelId: world.car.modelId })).toMatchObject({
    rows: [{ key: String(companyId), open: 1 }],
  });
  expect((await behind({ by: 'company', province: 'ZZ' })).rows).toEqual([]);
  // It has been there for five days.
  const opens = async (more: object) => (await behind({ by: 'company', ...more })).rows.length;
  expect(await Promise.all([opens({ minDays: 5, maxDays: 5 }), opens({ minDays: 6 }), opens({ maxDays: 4 })])).toEqual([1, 0, 0]); // prettier-ignore
  expect((await behind({ by: 'model', companyId: 902 })).rows).toEqual([]);
  // What lapsed unanswered is open no more, as on the manufacturer's home.
  clock.now = new Date(begun.getTime() + 40 * 86_400_000);
  expect(await counted(params.id)).toMatchObject({ open: 0, used: 1 });
  const { dealers } = (await call(maker, 'GET /companies/network', {})).body;
  const { rows: left } = (await call(maker, 'GET /network/negotiations', { query: { entity: 'quote' } })).body;
  const openOf = (all: { open: number }[]) => all.reduce((sum, { open }) => sum + open, 0);
  expect(openOf(left)).toBe(openOf(dealers));
  clock.now = begun;
});

test('a retired stage stays on what has it, and nobody chooses it any more', async () => {
  const { as, params, version } = await madeStage(side, { label: 'Attesa cliente' });
  const [kept, other] = [await issued(), await issued()];
  await choose(kept, params.id);
  const retire = { body: { action: 'archive', rows: [{ id: params.id, version }] } };
  expect((await call(as, 'POST /negotiation-stages/bulk', retire)).body.results).toMatchObject([{ outcome: 'done' }]);
  const seen = await stageIn(kept);
  expect(seen.stage).toMatchObject({ label: 'Attesa cliente' });
  expect(seen.offered.map(({ id }) => id)).not.toContain(params.id);
  expect((await choose(kept, params.id)).status).toBe(200);
  const refused = await choose(other, params.id);
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { stageId: '«Attesa cliente» è stato ritirato: sceglierne un altro' },
  ]);
  expect(await counted(params.id)).toMatchObject({ open: 1, used: 1 });
  const listed = (await call(side.as, 'GET /quotes/stages')).body;
  expect(listed).toContainEqual({ id: params.id, label: 'Attesa cliente', retired: true });
});

test('a negotiation open in a retired stage goes on in another one, since when it stood, and says why', async () => {
  const from = await madeStage(side, { label: 'Sopralluogo' });
  const to = await madeStage(side, { label: 'In visione' });
  const [open, other] = [await issued(), await issued()];
  await choose(open, from.params.id);
  await choose(other, to.params.id);
  const before = (await call(side.as, 'GET /quotes/:id/stage', open)).body;
  const move = (toId: number, version = from.version + 1) =>
    call(maker, 'POST /negotiation-stages/:id/move', { params: from.params, version, body: { toId } });
  expect((await move(to.params.id, from.version)).status).toBe(409);
  const rows = [{ id: from.params.id, version: from.version }];
  await call(maker, 'POST /negotiation-stages/bulk', { body: { action: 'archive', rows } });
  // Whoever saw it in use does not say where its negotiations go on.
  const late = await move(to.params.id, from.version);
  expect([late.status, late.body.current.archived]).toEqual([412, true]);
  const wrong = await move(from.params.id);
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['toId']]);
  const done = await move(to.params.id);
  expect([done.status, done.body]).toMatchObject([200, { version: from.version + 2, movesTo: null }]);
  await moveStageJob.run(world.outside(), {
    from: { id: from.params.id, label: 'Sopralluogo', entity: 'quote' },
    to: { id: to.params.id, label: 'In visione' },
  });
  const after = (await call(side.as, 'GET /quotes/:id/stage', open)).body;
  expect(after).toMatchObject({ stage: { id: to.params.id }, since: before.since, version: before.version + 1 });
  expect(await counted(from.params.id)).toMatchObject({ open: 0, used: 0 });
  const { events } = (await call(side.as, 'GET /quotes/:id/timeline', open)).body;
  expect(JSON.stringify(events[0].changes)).toMatch(/In visione.*«Sopralluogo» è stato ritirato dalla Casa/);
});

test('open negotiations of a retired stage go on in another one on a day of which their company is told, unless it is offered again', async () => {
  const from = await madeStage(side, { label: 'Da togliere' });
  const to = await madeStage(side, { label: 'Che resta' });
  const quote = await issued();
  await choose(quote, from.params.id);
  let { version } = from;
  const set = async (action: 'archive' | 'restore') => {
    const { body } = await call(maker, 'POST /negotiation-stages/bulk', { body: { action, rows: [{ id: from.params.id, version }] } }); // prettier-ignore
    version = body.results[0].version;
  };
  await set('archive');
  const plan = async (on: string) => {
    const made = await call(maker, 'POST /negotiation-stages/:id/move', { params: from.params, version, body: { toId: to.params.id, on } }); // prettier-ignore
    version = made.body.version ?? version;
    return made;
  };
  for (const on of ['2026-11-19', '2027-11-21']) expect(Object.keys((await plan(on)).body.fields)).toEqual(['on']);
  const on = '2026-12-01';
  expect((await plan(on)).status).toBe(200);
  const moving = {
    from: { id: from.params.id, label: 'Da togliere', entity: 'quote' as const },
    to: { id: to.params.id, label: 'Che resta' },
    on,
  };
  const manager = await world.userWith('manageAllQuotes');
  for (let n = 0; n < 2; n += 1) await tellStageJob.run(world.outside(), moving);
  const told = await query(`select user_id, text, href from notifications where kind = 'stage_retired' and user_id = any($1)`, [[manager.id, maker.id]]); // prettier-ignore
  expect(told).toMatchObject([{ text: expect.stringMatching(/01\/12\/2026.*«Che resta»/), href: expect.stringContaining(`stageId=${from.params.id}`) }]); // prettier-ignore
  const planned = async () => {
    const { movesTo, movesOn } = (await call(maker, 'GET /negotiation-stages/:id', from)).body;
    return [movesTo, movesOn];
  };
  expect(await planned()).toEqual([to.params.id, on]);
  // Who offers it again as it was before changes nothing, what was planned included.
  const late = { body: { action: 'restore', rows: [{ id: from.params.id, version: version - 1 }] } };
  expect((await call(maker, 'POST /negotiation-stages/bulk', late)).body.results).toMatchObject([{ outcome: 'stale' }]);
  expect(await planned()).toEqual([to.params.id, on]);
  // Offered again meanwhile: nothing moves, also where it is retired once more.
  await set('restore');
  expect(await planned()).toEqual([null, null]);
  await set('archive');
  await moveStageJob.run(world.outside(), moving);
  expect((await stageIn(quote)).stage).toMatchObject({ label: 'Da togliere' });
  expect((await plan(on)).status).toBe(200);
  // Nor is the other one retired meanwhile: they would have nowhere to go, and nobody would be told.
  const other = { body: { action: 'archive', rows: [{ id: to.params.id, version: to.version }] } };
  const refused = await call(maker, 'POST /negotiation-stages/bulk', other);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Dal 01/12/2026 le trattative di «Da togliere» passano a «Che resta»: prima scegliere per loro un altro stadio.',
  ]);
  await moveStageJob.run(world.outside(), moving);
  expect((await stageIn(quote)).stage).toMatchObject({ label: 'Che resta' });
  // Once they have gone on it may go, too.
  const now = clock.now;
  clock.now = new Date(`${on}T00:00:00+01:00`);
  expect((await call(maker, 'POST /negotiation-stages/bulk', other)).body.results).toMatchObject([{ outcome: 'done' }]);
  clock.now = now;
});

test('a stage goes a place up or down among those that are offered, and who saw it before is told', async () => {
  const first = await madeStage(side, { label: 'Prima', place: 50 });
  const second = await madeStage(side, { label: 'Seconda', place: 51 });
  const order = async () =>
    (await call(maker, 'GET /negotiation-stages', { query: { entity: 'quote', archived: false, sort: 'place', limit: 200 } })).body.rows.map(({ id }: { id: number }) => id); // prettier-ignore
  const shift = ({ params, version }: { params: { id: number }; version: number }, by: -1 | 1) =>
    call(maker, 'POST /negotiation-stages/:id/place', { params, version, body: { by } });
  const before = await order();
  const { id } = second.params;
  const { status, body } = await shift(second, -1);
  expect(status).toBe(200);
  const at = before.indexOf(id);
  expect(body.map((one: { id: number }) => one.id)).toEqual(before.toSpliced(at, 1).toSpliced(at - 1, 0, id));
  expect(await order()).toEqual(body.map((one: { id: number }) => one.id));
  expect(new Set(body.map(({ place }: { place: number }) => place)).size).toBe(body.length);
  expect((await shift(second, 1)).status).toBe(412);
  const rows = [{ id: first.params.id, version: body.find((one: { id: number }) => one.id === first.params.id).version }]; // prettier-ignore
  await call(maker, 'POST /negotiation-stages/bulk', { body: { action: 'archive', rows } });
  expect((await shift({ ...first, version: rows[0]!.version + 1 }, 1)).status).toBe(409);
  const told = (await call(maker, 'GET /negotiation-stages/:id/timeline', { params: { id } })).body;
  expect(told.find(({ what }: { what: string }) => what === 'ha modificato lo stadio').changes).toContainEqual(
    expect.objectContaining({ field: 'Ordine' }),
  );
});

test('a stage that 3,000 quotes have is retired: all open ones go on, in a company that is kept out, too, and each says why', async () => {
  const from = await madeStage(side, { label: 'Molto usato' });
  const to = await madeStage(side, { label: 'Il prossimo' });
  const MANY = 3000;
  // Half of them are over, and keep it.
  await query(
    `insert into network_facts (company_id, id, entity, record_id, state, day, province, channel, count)
     select 902, 7000000 + n, 'quote', 7000000 + n, case when n <= $1 / 2 then 'issued' else 'closed' end, '2026-11-02', 'GE', 'retail', 1
     from generate_series(1, $1::int) n`,
    [MANY],
  );
  await query(
    `insert into record_stages (company_id, entity, record_id, stage_id, day, version)
     select 902, 'quote', 7000000 + n, $2, '2026-11-02', 2 from generate_series(1, $1::int) n`,
    [MANY, from.params.id],
  );
  const rows = [{ id: from.params.id, version: from.version }];
  const moving = { from: { id: from.params.id, label: 'Molto usato', entity: 'quote' as const }, to: { id: to.params.id, label: 'Il prossimo' } }; // prettier-ignore
  await world.keptOut(902, async () => {
    await call(maker, 'POST /negotiation-stages/bulk', { body: { action: 'archive', rows } });
    for (let run = 0; run < 2; run += 1) await moveStageJob.run(world.outside(), moving);
  });
  const stood = await query(
    `select stage_id = $1 as moved, count(*)::int as many, min(day)::text as day from record_stages
     where company_id = 902 and record_id > 7000000 group by 1 order by 1`,
    [to.params.id],
  );
  expect(stood).toEqual([
    { moved: false, many: MANY / 2, day: '2026-11-02' },
    { moved: true, many: MANY / 2, day: '2026-11-02' },
  ]);
  const told = await query(
    `select count(*)::int as many from audit_events where company_id = 902 and action = 'stage' and entity_id > 7000000`,
  );
  expect(told).toEqual([{ many: MANY / 2 }]);
  await query('delete from record_stages where company_id = 902 and record_id > 7000000');
  await query('delete from network_facts where company_id = 902 and record_id > 7000000');
});

test('a negotiation that ends is won or lost by itself, and goes on where it was', async () => {
  const open = await madeStage(side, { label: 'Offerta' });
  const lost = await madeStage(side, { label: 'Perduta', outcome: 'lost', probability: 0 });
  const quote = await issued();
  await choose(quote, open.params.id);
  const early = await choose(quote, lost.params.id);
  expect(early.body.fields.stageId).toContain('non si sceglie');
  const { body: head } = await call(side.as, 'GET /quotes/:id', quote);
  const closed = await call(side.as, 'POST /quotes/:id/close', {
    ...quote,
    version: head.version,
    body: { reason: 'price' },
  });
  expect(closed.status).toBe(200);
  expect(await stageIn(quote)).toMatchObject({ stage: { label: 'Perduta' }, offered: [] });
  expect((await choose(quote, open.params.id)).status).toBe(409);
  expect(await counted(open.params.id)).toMatchObject({ open: 0 });
  await call(side.as, 'POST /quotes/:id/reopen', { ...quote, version: closed.body.version });
  expect(await stageIn(quote)).toMatchObject({ stage: { label: 'Offerta' } });
});

test('a stage may ask why; of two who choose at once the second is told what stands there', async () => {
  const { params } = await madeStage(side, { label: 'Rinviata', asksReason: true });
  const quote = await issued();
  expect((await choose(quote, params.id)).body.fields).toEqual({ reason: 'Scrivere il motivo' });
  expect((await choose(quote, params.id, { reason: 'Aspetta il bonus' })).status).toBe(200);
  const late = await call(side.as, 'PUT /quotes/:id/stage', { ...quote, version: 1, body: { stageId: null } });
  expect([late.status, late.body.current.stage.label]).toEqual([412, 'Rinviata']);
  const [{ version }] = [await stageIn(quote)];
  const other = await madeStage(side);
  const both = await Promise.all(
    [null, other.params.id].map((stageId) =>
      call(side.as, 'PUT /quotes/:id/stage', { ...quote, version, body: { stageId } }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
});

test('leads have stages of their own kind, which quotes have not', async () => {
  const { params } = await madeStage(side, { entity: 'lead', label: 'Contatto' });
  const { body: lead } = await call(side.as, 'POST /leads', { body: { ...leadOf(), assigneeId: side.as.id } });
  const sent = { params: { id: lead.id as number }, version: 1, body: { stageId: params.id } };
  expect((await call(side.as, 'PUT /leads/:id/stage', sent)).body.stage).toMatchObject({ label: 'Contatto' });
  const { rows } = (await call(side.as, 'GET /leads', { query: { stageId: params.id } })).body;
  expect(rows).toMatchObject([{ id: lead.id, stage: 'Contatto' }]);
  expect((await choose(await issued(), params.id)).body.fields).toHaveProperty('stageId');
  const { body } = await call(maker, 'GET /network/negotiations', { query: { entity: 'lead' } });
  expect(body.used).toContainEqual({ stageId: params.id, count: 1 });
});

test('a stage has its kind and its end written once; a code is used once, and a list has room for twenty', async () => {
  const { as, params, version } = await madeStage(side);
  const was = (await call(as, 'GET /negotiation-stages/:id', { params })).body;
  const body = { ...stageOf(side), code: was.code };
  const change = (changes: object) =>
    call(as, 'PUT /negotiation-stages/:id', { params, version, body: { ...body, ...changes } });
  expect((await change({ outcome: 'won' })).body.fields).toHaveProperty('outcome');
  expect((await change({ entity: 'lead' })).body.fields).toHaveProperty('entity');
  expect((await change({ probability: 101 })).status).toBe(422);
  expect((await call(as, 'POST /negotiation-stages', { body })).body.fields).toHaveProperty('code');
  await query(`insert into negotiation_stages (entity, code, label, colour, place, probability, outcome, created_at, updated_at)
    select 'quote', 'PIENO_' || n, 'Pieno', '#000000', 1, 0, 'open', now(), now() from generate_series(1, 20) n`);
  expect((await call(as, 'POST /negotiation-stages', { body: stageOf(side) })).body.fields).toHaveProperty('entity');
  // Of two at once one finds the last place.
  await query(
    `update negotiation_stages set archived_at = now() where code = 'PIENO_1' or code not like 'PIENO%' and entity = 'quote'`,
  );
  const both = await Promise.all([1, 2].map(() => call(as, 'POST /negotiation-stages', { body: stageOf(side) })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  await query(`update negotiation_stages set archived_at = now() where code like 'PIENO%'`);
});
