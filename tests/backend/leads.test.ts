import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remindOfExpiries } from '#backend/leads/expiries.ts';
import { takeUpAgain } from '#backend/leads/follow-ups.ts';
import { Random } from '#backend/seed/random.ts';
import { stepBackLapsed } from '#backend/leads/lapsed.ts';
import { readIntakes } from '#backend/leads/inbound.ts';
import { lateLeads } from '#backend/leads/late.ts';
import { leadPost } from '#backend/leads/post.ts';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import { calendarFields, eventFields, repeatFields, timeFields } from '#domain/calendars/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { LeadState } from '#domain/leads/terms.ts';
import { contracts } from '#tests/support/areas/contracts.ts';
import { leadOf, readyLead } from '#tests/support/areas/leads.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock } = world;
afterAll(() => world.close());

const manager = await world.userWith('seeAllLeads', 'manageAllLeads');
const seller = await world.userWith('createQuotes', 'makeContracts');
const colleague = await world.userWith('createQuotes');
let own = 0;

/** Tuesday 24 November 2026 at this time in Rome. */
const at = (time: string, day = '2026-11-24') => (clock.now = new Date(`${day}T${time}:00+01:00`));
beforeEach(async () => {
  at('10:00');
  await query('delete from leads where company_id = 901');
  await query('delete from notifications where company_id = 901');
});

const add = async (changes: object = {}, assigneeId: number | null = seller.id, by: TestUser = manager) => {
  const { status, body } = await call(by, 'POST /leads', { body: { ...leadOf(), ...changes, assigneeId } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const act = (by: TestUser, { id, version }: { id: number; version: number }, body: object) =>
  call(by, 'POST /leads/:id/actions', {
    params: { id },
    version,
    body: { reason: null, note: '', nextType: null, nextOn: null, nextTime: null, ...body },
  });
const next = { nextType: 'follow_up', nextOn: '2026-11-26', nextTime: '11:00' };
const told = async ({ id }: TestUser) =>
  (await query('select kind, title from notifications where user_id = $1 order by id', [id])).map(
    ({ kind, title }) => `${kind}: ${title}`,
  );
const reasonOf = async (move: string, label: string) =>
  (
    await query(
      "select id::int from move_reasons where company_id = 901 and entity = 'lead' and move = $1 and label = $2",
      [move, label],
    )
  )[0]!.id as number;

/** How the contacts of a lead came about, the first one first; null: somebody logged a call. */
const channels = async ({ id }: { id: number }) =>
  (await query('select channel from lead_actions where lead_id = $1 order by id', [id])).map(({ channel }) => channel);

/** Takes the last action of a lead back. */
const undo = (by: TestUser, { id, version, actions }: { id: number; version: number; actions: { id: number }[] }) =>
  call(by, 'DELETE /leads/:id/actions/:actionId', { params: { id, actionId: actions[0]!.id }, version });

describe('a lead', () => {
  test('stands as before an action that who logged it takes back, until anything else happens to it', async () => {
    const { id } = await add();
    const { body: lead } = await call(seller, 'GET /leads/:id', { params: { id } });
    const stood = ({ state, nextType, nextAt, unanswered, outcome, closedOn, actions, offered }: typeof lead) => ({
      state,
      nextType,
      nextAt,
      unanswered,
      outcome,
      closedOn,
      offered,
      actions: actions.length,
    });
    const { body: missed } = await act(seller, lead, { type: 'follow_up', result: 'failed', ...next });
    // Who did not answer waits on: the lead is in work, and its first response is still due.
    expect(missed).toMatchObject({ state: 'in_progress', unanswered: 1, firstAt: null });
    const { body: again } = await undo(seller, missed);
    expect(stood(again)).toEqual(stood(lead));
    // Where it led elsewhere, it comes back from there, and whoever else may work it does not take it back.
    const { body: talked } = await act(seller, again, { type: 'negotiation', result: 'success', ...next });
    expect([talked.state, (await undo(manager, talked)).status]).toEqual(['negotiation', 403]);
    expect(stood((await undo(seller, talked)).body)).toEqual(stood(lead));
    const reason = await reasonOf('dismiss', 'Non valido');
    const fresh = (await call(seller, 'GET /leads/:id', { params: { id: lead.id } })).body;
    const { body: ended } = await act(seller, fresh, { type: 'closed', result: 'canceled', reason });
    const { body: open } = await undo(seller, ended);
    expect([ended.state, stood(open)]).toEqual(['closed', stood(lead)]);
    const history = await call(seller, 'GET /leads/:id/timeline', { params: { id: lead.id } });
    expect(history.body[0]).toMatchObject({ what: 'ha annullato un’azione' });
    // Something else has happened since, or it is too long ago: it stays.
    const { body: logged } = await act(seller, open, { type: 'in_progress', result: 'success', ...next });
    const { body: parked } = await call(seller, 'POST /leads/:id/park', {
      params: { id: lead.id },
      version: logged.version,
      body: { until: '2026-11-27' },
    });
    expect((await undo(seller, { ...logged, version: parked.version })).status).toBe(409);
    const { body: last } = await act(seller, parked, { type: 'follow_up', result: 'success', ...next });
    at('10:15');
    expect((await undo(seller, last)).status).toBe(409);
  });

  test('begins with its deadline in working time as its next action', async () => {
    const lead = await add({ source: 'portal' });
    expect(lead).toMatchObject({ state: 'to_handle', nextType: 'to_handle', nextAt: '2026-11-24T09:15:00.000Z' });
    at('18:55');
    // Ten of its fifteen minutes are left for the morning.
    expect((await add({ source: 'web' })).nextAt).toBe('2026-11-25T08:10:00.000Z');
  });

  test('is led on by actions with their results, and stays with a next action', async () => {
    const lead = await add();
    const nothing = await act(seller, lead, { type: 'in_progress', result: 'success' });
    expect([nothing.status, Object.keys(nothing.body.fields)]).toEqual([422, ['nextType', 'nextOn']]);
    const { body: talked } = await act(seller, lead, { type: 'in_progress', result: 'success', ...next });
    expect(talked).toMatchObject({
      state: 'in_progress',
      firstAt: '2026-11-24T09:00:00.000Z',
      nextType: 'follow_up',
      nextAt: '2026-11-26T10:00:00.000Z',
    });
    const { body: dealing } = await act(seller, talked, { type: 'negotiation', result: 'success', ...next });
    expect(dealing.state).toBe('negotiation');
    const { body: back } = await act(seller, dealing, { type: 'negotiation', result: 'failed', ...next });
    expect(back.state).toBe('in_progress');
    const reason = await reasonOf('lose', 'Prezzo');
    const { body: lost } = await act(seller, back, { type: 'closed', result: 'failed', reason });
    expect(lost).toMatchObject({ state: 'closed', outcome: 'lost', nextAt: null, closedOn: '2026-11-24' });
    expect(lost.actions.map(({ type, result }: { type: string; result: string }) => `${type} ${result}`)).toEqual([
      'closed failed',
      'negotiation failed',
      'negotiation success',
      'in_progress success',
    ]);
    // The history has the company's words where it has any.
    const history = JSON.stringify((await call(seller, 'GET /leads/:id/timeline', { params: { id: lost.id } })).body);
    for (const word of ['Interesse', 'Non va avanti']) expect(history).toContain(word);
    for (const word of ['Chiusura', 'Contatto']) expect(history).not.toContain(word);
  });

  test('a lead that is lost until a day is open again that morning; a contract that fails wants the company’s reason', async () => {
    const work = async (changes = {}) =>
      (await act(seller, await add(changes), { type: 'in_progress', result: 'success', ...next })).body;
    const lead = await work();
    const failing = { type: 'create_deal', result: 'failed', ...next };
    const mute = await act(seller, lead, failing);
    expect([mute.status, mute.body.fields]).toEqual([422, { reason: 'Scegliere il motivo' }]);
    const { body: failed } = await act(seller, lead, { ...failing, reason: await reasonOf('fail', 'Prezzo') });
    expect(failed).toMatchObject({ state: 'in_progress', actions: [{ type: 'create_deal', reason: 'Prezzo' }, {}] });

    const reason = await reasonOf('lose', 'Rinuncia');
    const losing = { type: 'closed', result: 'failed', reason };
    const today = await act(seller, failed, { ...losing, followUpOn: '2026-11-24' });
    expect(today.body.fields).toHaveProperty('followUpOn');
    const { body: lost } = await act(seller, failed, { ...losing, followUpOn: '2027-03-01' });
    expect(lost).toMatchObject({ state: 'closed', outcome: 'lost', followUpOn: '2027-03-01' });
    const other = await work();
    const lose = await call(seller, 'POST /leads/:id/lose', {
      params: { id: other.id },
      version: other.version,
      body: { reason: String(reason), followUpOn: '2027-03-01' },
    });
    expect(lose.body, JSON.stringify(lose.body)).toMatchObject({ state: 'closed', followUpOn: '2027-03-01' });
    // Who wants no contact any more is left alone.
    await query('update leads set quiet = true, phone = null, email = null where company_id = 901 and id = $1', [
      lose.body.id,
    ]);
    // Somebody who asks again meanwhile is spoken with already.
    const busy = { phone: '+393330000891', email: 'ci.pensa@prova.example.it' };
    const { body: past } = await act(seller, await work(busy), { ...losing, followUpOn: '2027-03-01' });
    const elsewhere = { phone: null, phone2: busy.phone, email: 'altrove@prova.example.it' };
    const { body: again } = await act(seller, await add(elsewhere), {
      type: 'in_progress',
      result: 'success',
      ...next,
    });
    expect([past.state, again.id === past.id]).toEqual(['closed', false]);
    const read = async ({ id }: { id: number }) => (await call(seller, 'GET /leads/:id', { params: { id } })).body;
    const morning = async (day: string) => {
      at('08:10', day);
      await world.outside().asCompany(901, null, takeUpAgain);
    };
    await morning('2027-02-28');
    expect((await read(lost)).state).toBe('closed');
    await morning('2027-03-01');
    await morning('2027-03-01');
    expect(await read(lost)).toMatchObject({
      state: 'in_progress',
      outcome: null,
      followUpOn: null,
      nextType: 'follow_up',
      nextAt: '2027-03-01T18:00:00.000Z',
      assignee: { id: seller.id },
    });
    expect((await told(seller)).filter((one) => one.includes('oggi va risentito'))).toHaveLength(1);
    for (const left of [lose.body, past])
      expect(await read(left)).toMatchObject({ state: 'closed', outcome: 'lost', followUpOn: null });
  });

  test('counts who did not answer and who did not come', async () => {
    let lead = await add();
    for (const times of [1, 2]) {
      lead = (await act(seller, lead, { type: 'in_progress', result: 'failed', ...next })).body;
      expect([lead.state, lead.unanswered, lead.firstAt]).toEqual(['in_progress', times, null]);
    }
    lead = (await act(seller, lead, { type: 'in_progress', result: 'no_show', ...next })).body;
    expect([lead.unanswered, lead.missed, lead.firstAt]).toEqual([0, 1, null]);
    lead = (await act(seller, lead, { type: 'follow_up', result: 'success', ...next })).body;
    expect(lead.firstAt).not.toBeNull();
  });

  test('a person who says no was reached, by an action and by a move; one who never answered was not', async () => {
    let made = 20;
    const missed = async (times: number) => {
      at('10:00');
      let lead = await add({ phone: `+3933300008${(made += 1)}`, email: null });
      for (let n = 0; n < times; n += 1)
        lead = (await act(seller, lead, { type: 'in_progress', result: 'failed', ...next })).body;
      at('10:30');
      return lead;
    };
    const ended = async (times: number, label: string, done = { type: 'closed', result: 'failed' }) => {
      const lead = await missed(times);
      const { status, body } = await act(seller, lead, { ...done, reason: await reasonOf('lose', label) });
      expect([status, body.outcome]).toEqual([200, 'lost']);
      return body;
    };
    const now = '2026-11-24T09:30:00.000Z';
    const lost = await ended(1, 'Prezzo');
    expect(lost.firstAt).toBe(now);
    expect((await undo(seller, lost)).body.firstAt).toBeNull();
    const { id, version } = await missed(1);
    const moved = await call(seller, 'POST /leads/:id/lose', {
      params: { id },
      version,
      body: { reason: String(await reasonOf('lose', 'Concorrente')) },
    });
    expect([moved.status, moved.body.firstAt]).toEqual([200, now]);
    expect((await ended(2, 'Nessuna risposta')).firstAt).toBeNull();
    expect((await ended(1, 'Doppione')).firstAt).toBeNull();
    expect((await ended(5, 'Rinuncia')).firstAt).toBeNull();
    expect((await ended(1, 'Rinuncia', { type: 'closed', result: 'not_needed' })).firstAt).toBeNull();
  });

  test('two who log at once do not lose each other’s action', async () => {
    const lead = await add();
    const handled = async () => (await call(seller, 'GET /leads/live', { query: {} })).body.handled as number;
    const before = await handled();
    await act(seller, await add({ phone: '+393330000777' }), { type: 'in_progress', result: 'failed', ...next });
    expect([before, await handled()]).toEqual([0, 1]);
    const both = await Promise.all(
      [manager, seller].map((by) => act(by, lead, { type: 'in_progress', result: 'success', ...next })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('put off until a day is not late before it; passed on it keeps its deadline, and both are told', async () => {
    const lead = await add();
    const parked = await call(seller, 'POST /leads/:id/park', {
      params: { id: lead.id },
      version: lead.version,
      body: { until: '2026-12-01' },
    });
    expect(parked.body).toMatchObject({ nextAt: '2026-12-01T18:00:00.000Z', parkedUntil: '2026-12-01' });
    const given = await call(manager, 'POST /leads/:id/assign', {
      params: { id: lead.id },
      version: parked.body.version,
      body: { assigneeId: colleague.id },
    });
    expect(given.body).toMatchObject({ assignee: { id: colleague.id }, nextAt: parked.body.nextAt });
    expect(await told(colleague)).toEqual([expect.stringContaining('lead_assigned')]);
    expect((await call(seller, 'GET /leads/:id', { params: { id: lead.id } })).status).toBe(403);
    expect((await call(colleague, 'GET /leads/:id', { params: { id: lead.id } })).status).toBe(200);
    // Nor does it count as answered late while it is put off; from its day on it does.
    const late = async () => (await call(manager, 'GET /leads', { query: { timely: 'false' } })).body.total;
    at('12:00');
    expect(await late()).toBe(0);
    at('10:00', '2026-12-01');
    expect(await late()).toBe(1);
  });

  test('a lead of nobody goes to whom it was last with, else to whose turn it is', async () => {
    await add({ phone: '+393330000001' }, colleague.id);
    expect((await add({ phone: '+393330000001' }, null)).assignee.id).toBe(colleague.id);
    const turns = [];
    for (let n = 0; n < 6; n += 1) turns.push((await add({ phone: `+39333111000${n}` }, null)).assignee.id);
    expect(new Set(turns).size).toBeGreaterThan(1);
  });

  test('shows who may be the same person', async () => {
    const first = await add({ email: 'Chiara@example.it' });
    const second = await add({ phone: null, email: 'chiara@example.it' });
    expect(second.same).toEqual([expect.objectContaining({ kind: 'lead', id: first.id, by: 'email' })]);
  });

  test('is won when its contract is approved; it names no contract that one may not see', async () => {
    const side = await world.sideOf(world.alfa);
    const lead = await add();
    const { params, version, as } = await contracts['POST /contracts/:id/approve'](side);
    const link = (by: TestUser, contractId: number | null, sent = lead) =>
      call(by, 'PUT /leads/:id', {
        params: { id: lead.id },
        version: sent.version,
        body: { ...leadOf(), contractId },
      });
    const event = { ...blankOf(eventFields), ...blankOf(timeFields), title: 'Consegna', repeat: blankOf(repeatFields) };
    const planned = { ...event, day: '2026-11-26', time: '17:00', contractId: params.id };
    expect((await link(seller, params.id)).status).toBe(403);
    expect((await link(seller, 999_999)).body.fields).toHaveProperty('contractId');
    const made = { ...leadOf(), contractId: params.id, assigneeId: null };
    expect((await call(manager, 'POST /leads', { body: made })).status).toBe(403);
    expect((await call(seller, 'POST /calendars/events', { body: planned })).status).toBe(403);
    const linked = await link(side.as, params.id);
    expect(linked.body).toMatchObject({ contractId: params.id });
    // Who works the lead saves it with the contract that it names already.
    expect((await link(seller, params.id, linked.body)).status).toBe(200);
    expect((await side.call('POST /contracts/:id/approve', { params, version }, as)).status).toBe(200);
    const { body: won } = await call(manager, 'GET /leads/:id', { params: { id: lead.id } });
    expect(won).toMatchObject({ state: 'closed', outcome: 'won', nextAt: null });
  });

  test('a lead of the customer is won by a contract that was made by hand, the seller’s own before a colleague’s', async () => {
    const side = await world.sideOf(world.alfa);
    const { params, version, as } = await contracts['POST /contracts/:id/approve'](side);
    await query("update contracts set quote_id = null, origin = 'hand', seller_id = $2 where id = $1", [
      params.id,
      seller.id,
    ]);
    const customerId = side.customerId;
    const own = await add({ customerId });
    const other = await add({ customerId, phone: '+393330000009' }, colleague.id);
    const rent = await add({ customerId, phone: '+393330000008', type: 'rent', subtype: null });
    const answer = await side.call('POST /contracts/:id/approve', { params, version }, as);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const states = await query(
      'select id::int, state, contract_id::int as contract from leads where company_id = 901 order by id',
    );
    expect(states).toEqual([
      { id: own.id, state: 'closed', contract: params.id },
      { id: other.id, state: 'to_handle', contract: null },
      { id: rent.id, state: 'to_handle', contract: null },
    ]);
  });
});

describe('the company’s settings', () => {
  const admin = world.userWith('managePreferences');
  const set = async (changes: object) => {
    const by = await admin;
    const { body: now } = await call(by, 'GET /leads/settings', {});
    const body = { ...now.periods[0].values, ...changes, from: '2026-11-24' };
    return call(by, 'PUT /leads/settings', { version: now.version, body });
  };
  const reset = () => query("delete from params where company_id = 901 and key like 'leads.%'");
  afterEach(reset);
  const rule = {
    source: null,
    sourceName: '',
    type: null,
    locationId: null,
    brand: '',
    keeps: true,
    how: 'turn',
    userId: null,
  };

  test('say by when a lead is answered: the most precise row counts', async () => {
    const responses = [
      { source: 'portal', type: null, minutes: 20 },
      { source: null, type: 'service', minutes: 60 },
      { source: 'portal', type: 'service', minutes: 5 },
    ];
    expect((await set({ responses })).status).toBe(200);
    expect((await add({ source: 'portal', type: 'service' })).nextAt).toBe('2026-11-24T09:05:00.000Z');
    expect((await add({ source: 'portal' })).nextAt).toBe('2026-11-24T09:20:00.000Z');
    expect((await add({ source: 'web', type: 'service' })).nextAt).toBe('2026-11-24T10:00:00.000Z');
  });

  test('let a deadline begin again with a new colleague only where the company says so', async () => {
    await set({ restarts: true });
    const lead = await add();
    at('10:10');
    const { body } = await call(manager, 'POST /leads/:id/assign', {
      params: { id: lead.id },
      version: lead.version,
      body: { assigneeId: colleague.id },
    });
    expect(body.nextAt).toBe('2026-11-24T09:25:00.000Z');
    // A lead that was old when it came, or of which nobody knows, has no first deadline to miss.
    const late = async () => (await call(manager, 'GET /leads', { query: { timely: 'false' } })).body.total;
    const old = await add({ phone: '+393330000815', email: null });
    await query('update leads set first_due = null where id = $1', [old.id]);
    await call(manager, 'POST /leads/:id/assign', {
      params: { id: old.id },
      version: old.version,
      body: { assigneeId: colleague.id },
    });
    at('10:24');
    expect(await late()).toBe(0);
    at('12:00');
    expect(await late()).toBe(1);
  });

  test('let deadlines begin again also where many leads pass on at once; each has its result, each person is told once', async () => {
    await set({ restarts: true });
    const [first, second, stale, ended] = [
      await add({ phone: '+393330000821' }),
      await add({ phone: '+393330000822' }),
      await add({ phone: '+393330000823' }),
      await add({ phone: '+393330000824' }),
    ];
    const reason = await reasonOf('dismiss', 'Non valido');
    const { body: closed } = await act(seller, ended, { type: 'closed', result: 'failed', reason });
    const give = async (by: TestUser, to: number | null, leads: { id: number; version: number }[]) => {
      const rows = leads.map(({ id, version }) => ({ id, version, sellerId: to }));
      const { status, body } = await call(by, 'POST /leads/assign', { body: { rows } });
      return {
        status,
        results: body.results as { id: number; version: number; outcome: string; why: string | null }[],
      };
    };
    const outcomes = ({ results }: Awaited<ReturnType<typeof give>>) => results.map(({ outcome }) => outcome);
    const stands = async ({ id }: { id: number }) => {
      const { assignee, nextAt } = (await call(manager, 'GET /leads/:id', { params: { id } })).body;
      return [assignee?.id ?? null, nextAt];
    };
    await query('delete from notifications where company_id = 901');
    at('10:10');
    const old = { ...stale, version: stale.version + 7 };
    const unknown = { id: 999_999_999, version: 1 };
    const given = await give(manager, colleague.id, [first, second, old, closed, unknown]);
    expect(outcomes(given)).toEqual(['done', 'done', 'stale', 'refused', 'missing']);
    expect(given.results[3]!.why).toBe('è chiuso');
    expect(await stands(first)).toEqual([colleague.id, '2026-11-24T09:25:00.000Z']);
    expect(await stands(stale)).toEqual([seller.id, '2026-11-24T09:15:00.000Z']);
    expect(await told(colleague)).toEqual([expect.stringMatching(/^lead_assigned: .+ ti affida 2 lead$/)]);
    expect(await told(seller)).toEqual([expect.stringMatching(/^lead_assigned: .+ affida a un collega 2 lead$/)]);

    at('10:20');
    const back = given.results.slice(0, 2);
    expect(outcomes(await give(manager, null, back))).toEqual(['done', 'done']);
    expect(await stands(first)).toEqual([null, '2026-11-24T09:35:00.000Z']);
    expect((await told(colleague)).slice(1)).toEqual([expect.stringMatching(/ rimette da assegnare 2 lead$/)]);
    expect(await told(seller)).toHaveLength(1);

    const other = await world.userWith('seeCustomers');
    expect(outcomes(await give(manager, other.id, [stale]))).toEqual(['nobody']);
    expect((await give(seller, colleague.id, [stale])).status).toBe(403);
    expect(outcomes(await give(await world.strangerWith('manageAllLeads'), null, [stale]))).toEqual(['missing']);
  });

  test('send leads by the first rule that fits, and the try says why', async () => {
    const rules = [
      { ...rule, brand: 'Ventor', how: 'person', userId: colleague.id },
      { ...rule, source: 'portal', keeps: false, how: 'nobody' },
    ];
    const { status, body } = await set({ rules });
    expect(status, JSON.stringify(body)).toBe(200);
    const facts = { source: 'portal', type: 'sales' };
    const tried = await call(await admin, 'GET /leads/settings/test', { query: { ...facts, vehicle: 'ventor Faro' } });
    expect(tried.body).toMatchObject({ at: 0, assignee: expect.any(String), why: 'lo dice la regola' });
    const other = await call(await admin, 'GET /leads/settings/test', { query: { ...facts, vehicle: 'Lumera' } });
    expect(other.body).toEqual({
      rules: [
        { at: 0, why: 'l’auto richiesta è di un’altra marca' },
        { at: 1, why: null },
      ],
      at: 1,
      assignee: null,
      why: 'lo assegna un responsabile',
      away: [],
    });
    expect((await add({ vehicle: 'Ventor Faro', phone: '+393330000801' }, null)).assignee.id).toBe(colleague.id);
    expect((await add({ vehicle: 'Lumera Rea', phone: '+393330000802' }, null)).assignee).toBeNull();
  });

  test('pass over who is away until the lead has to be answered, and the try says who that is', async () => {
    const people = new Map<number, string>(
      (await query('select id::int, name from users where company_id = 901 and not service')).map((one) => [
        one.id as number,
        one.name as string,
      ]),
    );
    const calendar = { ...blankOf(calendarFields), name: 'Collega', kind: 'seller', userId: colleague.id };
    const keeper = await world.userWith('manageCalendars');
    const { body: own } = await call(keeper, 'POST /calendars', { body: calendar });
    const plan = { ...blankOf(eventFields), ...blankOf(timeFields), repeat: blankOf(repeatFields) };
    const absence = await call(colleague, 'POST /calendars/events', {
      body: {
        ...plan,
        kind: 'absence',
        title: 'Visita medica',
        day: '2026-11-24',
        time: '09:00',
        minutes: 480,
        calendarIds: [own.id],
      },
    });
    expect(absence.status, JSON.stringify(absence.body)).toBe(201);
    const away = people.get(colleague.id)!;
    await add({ phone: '+393330000804' }, colleague.id);
    await set({ rules: [{ ...rule, source: 'portal', how: 'person', userId: colleague.id }] });
    const ask = async (source: string) =>
      (
        await call(await admin, 'GET /leads/settings/test', {
          query: { source, type: 'sales', phone: '+393330000804' },
        })
      ).body;
    expect(await ask('portal')).toMatchObject({
      assignee: null,
      why: 'la persona della regola è assente: lo assegna un responsabile',
      away: [away],
    });
    expect((await ask('web')).away).toContain(away);
    expect((await add({ phone: '+393330000804' }, null)).assignee).toBeNull();
    // Whoever is back before the deadline takes it; a shift that is over counts as away.
    expect(await ask('other')).toMatchObject({ assignee: away, why: 'segue già il cliente', away: [] });
    await query('delete from calendar_bookings where company_id = 901');
    await query('delete from calendar_events where company_id = 901');
    const hours = [{ day: 'tue', from: '14:00', to: '18:00' }];
    await call(keeper, 'PUT /calendars/:id', {
      params: { id: own.id },
      version: own.version,
      body: { ...calendar, hours },
    });
    expect((await ask('portal')).away).toEqual([away]);
    at('14:30');
    expect(await ask('portal')).toMatchObject({ assignee: away, away: [] });
    await query('update calendars set archived_at = now() where company_id = 901 and user_id = $1', [colleague.id]);
  });

  test('refuse a rule for a person of another company, a text with an unknown variable, an impossible result', async () => {
    const stranger = await world.strangerWith('createQuotes');
    const wrong = await set({ rules: [{ ...rule, how: 'person', userId: stranger.id }] });
    expect(wrong.body.fields).toEqual({ 'rules.0.userId': 'Scegliere una persona' });
    const template = { name: 'A', channel: 'sms', subject: null, text: 'Ciao {Pippo}' };
    expect(Object.keys((await set({ templates: [template] })).body.fields)).toEqual(['templates.0.text']);
    const word = { label: 'B', type: 'create_deal', result: 'no_show', colour: '#000000' };
    expect(Object.keys((await set({ results: [word] })).body.fields)).toEqual(['results.0.result']);
  });

  test('name each result status with its colour, and each variable with its category', async () => {
    const { statuses, variables } = (await call(seller, 'GET /leads/terms')).body;
    expect(statuses).toContainEqual({ value: 'no_show', label: 'Non presentato', color: '#b91c1c' });
    expect(statuses).toHaveLength(7);
    expect(variables).toContainEqual({ key: 'Data ricezione', label: 'Data ricezione', category: 'Lead' });
    // Those of the specification first, then what is planned with the customer.
    expect(variables).toHaveLength(31);
    expect(variables[26]).toEqual({ key: 'Giorno previsto', label: 'Giorno previsto', category: 'Lead' });
  });

  test('have the reasons of leads, visits and appointments, which keep at least one for each move', async () => {
    const by = await world.userWith('seeAccesses', 'managePreferences', 'manageCalendars', 'manageAllLeads');
    for (const [area, move, label] of [
      ['leads', 'fail', 'Contratto non concluso'],
      ['accesses', 'giveBack', 'Non posso'],
      ['calendars', 'completePartly', 'Chiudi in parte'],
    ] as const) {
      const of = (rows: { move: string; reasons: { label: string; needsNote: boolean }[] }[]) =>
        rows.filter((row) => row.move === move);
      const read = async (as: TestUser) => (await call(as, `GET /${area}/settings/reasons`, {})).body;
      const { version, moves } = await read(by);
      const before = of(moves)[0]!.reasons;
      const reasons = [
        { label: 'Prova del negozio', needsNote: true, ...(area === 'leads' && { unreached: false }) },
        ...before.slice(1),
      ];
      const save = (wanted: object[], seen: number) =>
        call(by, `PUT /${area}/settings/reasons`, { version: seen, body: { move, reasons: wanted } });
      expect((await save([], version)).body.fields).toHaveProperty('reasons');
      const saved = (await save(reasons, version)).body;
      expect(of(saved.moves)).toEqual([{ move, label, reasons }]);
      expect((await save(reasons, version)).status).toBe(412);
      const path = area === 'calendars' ? 'GET /calendars/events/reasons' : (`GET /${area}/reasons` as const);
      expect(of((await call(by, path)).body)).toMatchObject(
        reasons.map(({ label: said, needsNote }) => ({ label: said, needsNote })),
      );
      expect(JSON.stringify(await read(await world.strangerWith('managePreferences')))).not.toContain(
        'Prova del negozio',
      );
      expect((await save(before, saved.version)).status).toBe(200);
    }
  });
});

describe('writing to the customer', () => {
  const text = (by: TestUser, lead: { id: number; version: number }, body: object) =>
    call(by, 'POST /leads/:id/messages', {
      params: { id: lead.id },
      version: lead.version,
      body: { channel: 'mail', subject: 'La sua richiesta', ...body },
    });

  test('names the variables of this lead, and sends nothing while one is missing', async () => {
    const lead = await add({ name: 'Chiara Colombo', phone: '+393330000811', email: 'chiara811@example.it' });
    const { body } = await call(seller, 'GET /leads/:id/writing', { params: { id: lead.id } });
    expect(body.values).toMatchObject({ Nome: 'Chiara', Cognome: 'Colombo', 'Data domani': '25/11/2026' });
    expect(body.values).not.toHaveProperty('Targa');
    // On a Saturday tomorrow is the next day on which the place is open.
    at('11:00', '2026-11-28');
    const { body: then } = await call(seller, 'GET /leads/:id/writing', { params: { id: lead.id } });
    expect(then.values).toMatchObject({ 'Data domani': '30/11/2026', 'Data dopodomani': '01/12/2026' });
    at('10:00');
    const refused = await text(seller, lead, { text: 'Porti la targa {Targa}, {Nome}' });
    expect([refused.status, refused.body.fields]).toEqual([422, { text: 'Manca: Targa, Nome. Scriverlo o toglierlo' }]);
  });

  test('is contact: a fresh lead is in work, and the first message says where the data came from', async () => {
    const lead = await add({
      source: 'portal',
      sourceName: 'AutoVetrina',
      phone: '+393330000812',
      email: 'b812@example.it',
    });
    const { body: first } = await text(seller, lead, { text: 'Buongiorno' });
    expect(first).toMatchObject({ state: 'in_progress', firstAt: '2026-11-24T09:00:00.000Z' });
    expect(first.messages[0].text).toMatch(
      /^Buongiorno\n\nAbbiamo ricevuto i suoi dati da AutoVetrina il 24\/11\/2026/,
    );
    const { body: second } = await text(seller, first, { channel: 'whatsapp', text: 'A domani' });
    expect(second.messages[0]).toMatchObject({ channel: 'whatsapp', text: 'A domani', address: '+393330000812' });
    // What somebody logs beside them is a call.
    expect((await act(seller, second, { type: 'in_progress', result: 'failed', ...next })).status).toBe(200);
    expect(await channels(lead)).toEqual(['message', 'message', null]);
    await leadPost.run(world.outside(), { companyId: 901, id: first.messages[0].id });
    const sent = await call(seller, 'GET /leads/:id', { params: { id: lead.id } });
    expect(sent.body.messages[1]).toMatchObject({ channel: 'mail', sentAt: expect.any(String) });
  });

  test('whoever asked not to be contacted is not, by any template and on any of their leads', async () => {
    await add({ phone: '+393330000813', email: null, quiet: true });
    const lead = await add({ phone: '+393330000813', email: 'c813@example.it', name: 'Altro nome' });
    for (const channel of ['mail', 'sms', 'whatsapp'])
      expect((await text(seller, lead, { channel, text: 'Ciao' })).status).toBe(409);
    // Their page says it, too, where somebody would call.
    const silent = async ({ id }: { id: number }) =>
      (await call(seller, 'GET /leads/:id', { params: { id } })).body.silent;
    expect([await silent(lead), await silent(await add({ phone: '+393330000814' }))]).toEqual([true, false]);
    // A number is theirs in whichever field it stands.
    await add({ phone: null, phone2: '+393330000816', email: 'b816@example.it', quiet: true });
    const others = [
      { phone: '+393330000817', phone2: '+393330000813' },
      { phone: '+393330000816' },
      { phone: '+393330000818', phone2: '+393330000816' },
    ];
    for (const phones of others) expect(await silent(await add({ ...phones, email: null }))).toBe(true);
    expect(await silent(await add({ phone: null, email: 'c816@example.it' }))).toBe(false);
    // The rows of the queue say it before anybody opens one.
    const { body: queue } = await call(seller, 'GET /leads', { query: { limit: 100 } });
    const row = queue.rows.find(({ id }: { id: number }) => id === lead.id);
    expect(row).toMatchObject({ silent: 'silent' });
    // So do the other pages from which they would be called: a quote, an appointment, a visit.
    const { customerId, locationId } = world.alfa;
    const plan = { ...blankOf(eventFields), ...blankOf(timeFields), title: 'Prova', repeat: blankOf(repeatFields) };
    const calendar = { ...blankOf(calendarFields), name: 'Baia 813', kind: 'bay', locationId };
    const keeper = await world.userWith(
      ...([
        'manageCalendars',
        'createQuotes',
        'seeAccesses',
        'manageAccesses',
        'manageCustomers',
        'manageOwnQuotes',
      ] as const),
    );
    const { body: bay } = await call(keeper, 'POST /calendars', { body: calendar });
    await query("update customers set phone = '+393330000819' where company_id = 901 and id = $1", [customerId]);
    const pages = async () => {
      const quote = await call(keeper, 'POST /quotes', { body: draftOf(world.car, world.alfa) });
      const when = { day: '2026-11-26', time: '11:00', calendarIds: [bay.id], customerId };
      const event = await call(keeper, 'POST /calendars/events', { body: { ...plan, ...when } });
      const came = { ...blankOf(visitFields), locationId, customerId, name: 'Chiara', phone: '+393330000819' };
      const visit = await call(keeper, 'POST /accesses', { body: came });
      await query('delete from calendar_events where company_id = 901');
      return [quote.body.contact?.silent, event.body.silent, visit.body.silent];
    };
    expect(await pages()).toEqual([false, false, false]);
    await add({ phone: null, email: 'c819@example.it', customerId, quiet: true });
    expect(await pages()).toEqual([true, true, true]);
    // And the lists, whose telephones call by one press.
    const lists = ['GET /customers', 'GET /quotes'] as const;
    const [people, offers] = await Promise.all(lists.map((name) => call(keeper, name, { query: { limit: 100 } })));
    expect(people!.body.rows.find(({ id }: { id: number }) => id === customerId)).toMatchObject({ silent: true });
    expect(offers!.body.rows.map((one: { silent: boolean }) => one.silent)).toContain(true);
  });
});

describe('leads-join', () => {
  const both = (verb: 'join' | 'part' | 'apart', lead: { id: number; version: number }, otherId: number, by = seller) =>
    call(by, `POST /leads/:id/${verb}`, { params: { id: lead.id }, version: lead.version, body: { otherId } });

  test.each([
    ['phone', { phone: '+393330000821' }],
    ['email', { email: 'Uno822@example.it' }],
    ['taxCode', { taxCode: 'RSSMRA80A01F205X' }],
    ['plate', { plate: 'ZZ823ZZ' }],
  ])('is found by %s', async (by, shared) => {
    const first = await add({ phone: '+393330000824', ...shared });
    const second = await add({ phone: '+393330000825', email: null, ...shared });
    expect(second.same).toEqual([expect.objectContaining({ kind: 'lead', id: first.id, by })]);
  });

  test('both histories stay in one lead, and within seven days it is taken back', async () => {
    const first = await add({ phone: '+393330000826', email: 'd826@example.it' });
    const second = (
      await act(seller, await add({ phone: '+393330000826', email: null }), {
        type: 'in_progress',
        result: 'success',
        note: 'Sentito',
        ...next,
      })
    ).body;
    const kept = await add({ phone: '+393330000827', email: null, name: 'Chiara Colombo' });
    const { body: one } = await both('join', kept, second.id);
    expect(one).toMatchObject({ email: null, actions: [expect.objectContaining({ note: 'Sentito' })] });
    expect(one.joined).toEqual([expect.objectContaining({ id: second.id, undoUntil: '2026-12-01T09:00:00.000Z' })]);
    const { body: list } = await call(manager, 'GET /leads', { query: { sort: 'number' } });
    expect(list.rows.map(({ id }: { id: number }) => id)).toEqual([first.id, kept.id].toSorted((a, b) => a - b));
    const { body: two } = await both('join', one, first.id);
    expect(two.email).toBe('d826@example.it');
    at('09:00', '2026-12-01');
    const { body: apart } = await both('part', two, first.id);
    expect([apart.email, apart.joined.length]).toEqual([null, 1]);
    const { body: back } = await call(manager, 'GET /leads/:id', { params: { id: second.id } });
    expect(back).toMatchObject({ state: 'closed', mergedInto: kept.id });
    at('10:01', '2026-12-01');
    expect((await both('part', apart, second.id)).status).toBe(409);
  });

  test('taken back, a lead goes on from where it stood', async () => {
    const gone = (
      await act(seller, await add({ phone: '+393330000828' }), { type: 'negotiation', result: 'success', ...next })
    ).body;
    const kept = await add({ phone: '+393330000828' });
    const { body: one } = await both('join', kept, gone.id);
    await both('part', one, gone.id);
    const { body: back } = await call(seller, 'GET /leads/:id', { params: { id: gone.id } });
    expect(back).toMatchObject({
      state: 'negotiation',
      nextAt: gone.nextAt,
      outcome: null,
      mergedInto: null,
      same: [],
    });
  });

  test('is not joined with a lead of somebody else, nor twice at once', async () => {
    const theirs = await add({ phone: '+393330000829' }, colleague.id);
    const kept = await add({ phone: '+393330000829' });
    expect((await both('join', kept, theirs.id)).status).toBe(403);
    const more = await add({ phone: '+393330000829' });
    const once = await Promise.all([both('join', kept, more.id), both('join', kept, more.id)]);
    expect(once.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('from a portal the same name is joined by itself; two relatives with one telephone are asked', async () => {
    const first = await add({ name: 'Chiara Colombo', phone: '+393330000830' });
    const lead = (id: string, name: string) => ({ id, name, phone: '333 0000 830' });
    const leads = [lead('J1', 'COLOMBO Chiara'), lead('J2', 'Marco Colombo')];
    await call(manager, 'POST /leads/inbound', { body: { source: 'AutoVetrina', leads } });
    await readIntakes.run(world.outside(), { companyId: 901 });
    const { body } = await call(seller, 'GET /leads/:id', { params: { id: first.id } });
    expect(body.joined).toHaveLength(1);
    expect(body.same).toEqual([expect.objectContaining({ kind: 'lead', name: 'Marco Colombo', by: 'phone' })]);
    expect((await both('apart', body, body.same[0].id)).body.same).toEqual([]);
  });

  test('the lead of somebody who writes again is due as a new one is, the mail is a message, and nothing proposes to close it any more', async () => {
    const first = await add({ name: 'Chiara Colombo', phone: '+393330000831', vehicle: 'Lampo 1.5' });
    await query(
      "update leads set state = 'in_progress', unanswered = 5, next_at = '2026-12-20T10:00:00Z', parked_until = '2026-12-20' where id = $1",
      [first.id],
    );
    const send = async (more: object) => {
      const lead = { name: 'Chiara Colombo', phone: '333 0000 831', ...more };
      await call(manager, 'POST /leads/inbound', { body: { source: 'AutoVetrina', leads: [lead] } });
      await readIntakes.run(world.outside(), { companyId: 901 });
      return (await call(seller, 'GET /leads/:id', { params: { id: first.id } })).body;
    };
    const again = await send({ id: 'K1', vehicle: 'Ostro Zena', message: 'E questa?' });
    const alone = await add({ name: 'Un altro', phone: '+393330000832' });
    expect(again).toMatchObject({
      ...{ nextAt: alone.nextAt, unanswered: 0, parkedUntil: null },
      joined: [expect.objectContaining({ vehicle: 'Ostro Zena' })],
      messages: [expect.objectContaining({ direction: 'in', text: 'Ostro Zena\nE questa?' })],
    });
    // Taken apart again, it waits as before, and the message is the other lead's own.
    const { body: parted } = await both('part', again, again.joined[0].id);
    expect(parted).toMatchObject({
      ...{ nextAt: '2026-12-20T10:00:00.000Z', unanswered: 5, parkedUntil: '2026-12-20', messages: [] },
    });
  });

  test('a message that nobody has answered is due by its own clock on the lead to which it is joined by hand', async () => {
    const kept = await add({ phone: '+393330000833' });
    await query("update leads set state = 'in_progress', next_at = '2026-12-20T10:00:00Z' where id = $1", [kept.id]);
    const gone = await add({ phone: '+393330000833' });
    const { body } = await both('join', { ...kept, version: kept.version }, gone.id);
    expect(body.nextAt).toBe(gone.nextAt);
  });
});

/** What each move leads to from each state (rules.md §21); a move that is not here is refused and changes nothing. */
const stays = (state: LeadState) => ({ park: state, assign: state, log: state });
const model: Readonly<Record<LeadState, Readonly<Record<string, LeadState>>>> = {
  to_handle: { take: 'in_progress', dismiss: 'closed', ...stays('to_handle'), log: 'in_progress' },
  in_progress: { negotiate: 'negotiation', win: 'closed', lose: 'closed', ...stays('in_progress') },
  negotiation: { stepBack: 'in_progress', win: 'closed', lose: 'closed', ...stays('negotiation') },
  closed: { reopen: 'in_progress' },
};
const outcomes: Readonly<Record<string, string>> = { win: 'won', lose: 'lost', dismiss: 'invalid' };

describe('leads-machine', () => {
  test('two rivals walk it as the model says: of two moves at once one is made at most', async () => {
    const rivals = [
      await world.userWith('createQuotes', 'manageAllLeads'),
      await world.userWith('createQuotes', 'manageAllLeads'),
    ];
    const random = new Random(27);
    const moves = [...new Set(Object.values(model).flatMap((known) => Object.keys(known)))];
    const names = { lose: 'Prezzo', dismiss: 'Non valido', reopen: 'Chiuso per errore' };
    await add();
    const because = Object.fromEntries(
      await Promise.all(
        Object.entries(names).map(async ([move, label]) => [move, await reasonOf(move, label)] as const),
      ),
    );
    const bodyOf = (name: string) => {
      if (name in because) return { reason: String(because[name]) };
      if (name === 'park') return { until: '2026-12-01' };
      if (name === 'assign') return { assigneeId: random.pick([seller, colleague]).id };
      const action = { type: 'follow_up', result: 'failed', reason: null, note: '', ...next };
      return name === 'log' ? action : undefined;
    };
    const press = (by: TestUser, name: string, { id, version }: { id: number; version: number }) =>
      call(by, `POST /leads/:id/${name === 'log' ? 'actions' : name}` as 'POST /leads/:id/take', {
        params: { id },
        version,
        ...(bodyOf(name) && { body: bodyOf(name) }),
      });
    for (let round = 0; round < rounds(3); round += 1) {
      const id = await readyLead(world, rivals[0]!);
      let lead = (await call(manager, 'GET /leads/:id', { params: { id } })).body;
      let [state, changes, unanswered] = ['to_handle' as LeadState, 1, 0];
      for (let step = 0; step < 12; step += 1) {
        const known = model[state];
        // Mostly what the model allows, so that the walk goes on.
        const pressed = rivals.map((by) => ({
          by,
          name: random.pick(random.chance(0.8) ? Object.keys(known) : moves),
        }));
        const answers = await Promise.all(
          pressed.map(async ({ by, name }) => ({ name, ...(await press(by, name, lead)) })),
        );
        const won = answers.filter(({ status }) => status === 200);
        const told = pressed.map(({ name }) => name);
        expect([state, told, won.length]).toEqual([
          state,
          told,
          Math.min(1, told.filter((name) => name in known).length),
        ]);
        for (const { name, body } of won) {
          if (known[name] !== state) changes += 1;
          if (name === 'log') unanswered += 1;
          state = known[name]!;
          lead = body;
        }
        const now = (await call(manager, 'GET /leads/:id', { params: { id } })).body;
        expect(now).toMatchObject({ state, version: lead.version });
        // Nobody is forgotten: an open lead always has its next action, a closed one says how it ended.
        expect([now.nextAt === null, now.outcome === null]).toEqual([state === 'closed', state !== 'closed']);
        for (const { name } of won) if (name in outcomes) expect(now.outcome).toBe(outcomes[name]);
      }
      const [{ steps }] = (await query(
        "select count(*)::int as steps from state_changes where company_id = 901 and entity = 'lead' and record_id = $1",
        [id],
      )) as [{ steps: number }];
      const logged = await query('select from lead_actions where company_id = 901 and lead_id = $1', [id]);
      expect([steps, logged.length]).toEqual([changes, unanswered]);
    }
  });
});

test('one mail goes to those of several leads to whom the law allows it, once each, and is logged there', async () => {
  const [text] = await query("insert into privacy_texts (company_id, kind, version, text) values (901, 'marketing', 77, 'Testo') returning id::int"); // prettier-ignore
  const consent = (leadId: number, channels: string[], given = true) =>
    query(
      "insert into lead_consents (company_id, lead_id, purpose, given, channels, said_on, text_id) values (901, $1, 'marketing', $2, $3, '2026-11-01', $4)",
      [leadId, given, channels, text!.id],
    );
  const lead = async (name: string, email: string | null, channels: string[] | null, changes: object = {}) => {
    const one = await add({
      name,
      email,
      phone: null,
      phone2: null,
      ...changes,
      ...(email === null && { phone: `+3933311${own++ + 10000}` }),
    });
    if (channels) await consent(one.id, channels);
    return one;
  };
  const anna = await lead('Anna Uno', 'anna.uno@example.it', ['email']);
  const silent = await lead('Bruno Due', 'bruno.due@example.it', ['phone']);
  const none = await lead('Carla Tre', 'carla.tre@example.it', null);
  const noMail = await lead('Dario Quattro', null, ['email']);
  const again = await lead('Anna Bis', 'ANNA.uno@example.it', ['email'], { vehicle: 'Nido' });
  const nameless = await lead('', 'senza@example.it', ['email'], { vehicle: 'Alba' });
  const theirs = await add({ name: 'Di un altro', email: 'altro@example.it' }, colleague.id);
  const rows = [anna, silent, none, noMail, again, nameless, theirs].map(({ id, version }) => ({ id, version }));
  const body = { rows, subject: 'Porte aperte', text: 'Buongiorno {Nome}, vi aspettiamo.' };
  const key = crypto.randomUUID();
  const counted = {
    sent: 1,
    refused: [
      { why: 'consent', count: 2 },
      { why: 'address', count: 1 },
      { why: 'twice', count: 1 },
      { why: 'missing', count: 1 },
      { why: 'closed', count: 1 },
    ],
    missing: ['Nome'],
  };
  const dry = await call(seller, 'POST /leads/messages', { key: crypto.randomUUID(), body: { ...body, dryRun: true } });
  expect(dry.body.refused.toSorted((a: { why: string }, b: { why: string }) => a.why.localeCompare(b.why))).toEqual(
    counted.refused.toSorted((a, b) => a.why.localeCompare(b.why)),
  );
  // The next part is told whom this one writes to: of those who get nothing, an address may still be written to.
  expect(dry.body).toMatchObject({ sent: 1, to: [anna.id], missing: ['Nome'] });
  // In several parts an address counts once over all of them.
  const later = { ...body, rows: rows.filter(({ id }) => id === again.id), dryRun: true };
  for (const [earlier, sent] of [
    [[silent.id], 1],
    [[anna.id], 0],
  ] as const)
    expect(
      (await call(seller, 'POST /leads/messages', { key: crypto.randomUUID(), body: { ...later, earlier } })).body.sent,
    ).toBe(sent);
  const sentMails = async () =>
    (await query("select record_id::int as id, body from messages where company_id = 901 and direction = 'out' and subject = 'Porte aperte'")); // prettier-ignore
  expect(await sentMails()).toEqual([]);
  // Sent twice under one key, it is sent once.
  for (let time = 0; time < 2; time += 1)
    expect((await call(seller, 'POST /leads/messages', { key, body })).body).toMatchObject({ sent: 1 });
  const [only, ...others] = await sentMails();
  expect([only!.id, others]).toEqual([anna.id, []]);
  expect(only!.body).toMatch(/^Buongiorno Anna, vi aspettiamo\./);
  const { body: seen } = await call(seller, 'GET /leads/:id', { params: { id: anna.id } });
  expect(seen).toMatchObject({ state: 'in_progress', actions: [{ note: 'E-mail: Porte aperte' }] });
  // Who has changed since is not written to.
  const stale = await call(seller, 'POST /leads/messages', { key: crypto.randomUUID(), body });
  expect(stale.body.refused).toContainEqual({ why: 'stale', count: 1 });
  const unknown = { ...body, text: 'Buongiorno {Cognomi}' };
  expect((await call(seller, 'POST /leads/messages', { key: crypto.randomUUID(), body: unknown })).status).toBe(422);
});

test('a lead that was put off stands as before once that is taken back, by who did it and while nothing has happened', async () => {
  const made = await add();
  const params = { id: made.id };
  const park = async (version: number) =>
    (await call(seller, 'POST /leads/:id/park', { params, version, body: { until: '2026-12-01' } })).body;
  const back = (by: TestUser, { version }: { version: number }) =>
    call(by, 'DELETE /leads/:id/park', { params, version });
  const parked = await park(made.version);
  expect((await back(manager, parked)).status).toBe(403);
  const { status, body: undone } = await back(seller, parked);
  expect([status, undone.parkedUntil, undone.nextAt]).toEqual([200, null, made.nextAt]);
  expect((await back(seller, undone)).status).toBe(409);
  const again = await park(undone.version);
  const { body: logged } = await act(seller, again, { type: 'in_progress', result: 'success', ...next });
  expect((await back(seller, logged)).status).toBe(409);
});

test('a screen that stays open shows how leads stand now, and is told when nothing changed', async () => {
  const late = await add({ phone: '+393330000871' });
  await add({ phone: '+393330000872', source: 'other' });
  at('10:20');
  const live = (columns: Record<string, string> = {}) => call(manager, 'GET /leads/live', { query: columns });
  const { body: queue } = await live();
  expect(queue.groups).toMatchObject([{ state: null, total: 2, late: 1, soon: 0 }]);
  expect(queue.groups[0].rows[0]).toMatchObject({ id: late.id, lateness: 'late' });
  const reason = await reasonOf('dismiss', 'Non valido');
  await call(manager, 'POST /leads/:id/dismiss', {
    params: { id: late.id },
    version: late.version,
    body: { reason: String(reason) },
  });
  const { body: board } = await live({ columns: 'state' });
  const stands = (body: { groups: { state: string; total: number; late: number }[] }) =>
    body.groups.map(({ state, total, late: over }) => `${state} ${total} ${over}`);
  expect(stands(board)).toEqual(['to_handle 1 0', 'in_progress 0 0', 'negotiation 0 0', 'closed 1 0']);
  expect((await live({ columns: 'state' })).body.hash).toBe(board.hash);
  // A column for each colleague who may have leads, whose they are not first.
  const left = await add({ phone: '+393330000873' });
  await query('update leads set assignee_id = null where company_id = 901 and id = $1', [left.id]);
  const { body: people } = await live({ columns: 'assignee' });
  const whose = (people.groups as { assignee: { id: number } | null; total: number }[]).map(({ assignee, total }) => [
    assignee?.id ?? null,
    total,
  ]);
  expect(whose[0]).toEqual([null, 1]);
  expect(whose).toContainEqual([seller.id, 1]);
  expect(whose.filter(([, total]) => total === 0).length).toBeGreaterThan(0);
  at('10:20', '2026-12-02');
  expect(stands((await live({ columns: 'state' })).body)).toContain('closed 0 0');
});

describe('what is made of a lead', () => {
  beforeAll(async () => {
    const calendar = { ...blankOf(calendarFields), name: 'Giulia', kind: 'seller', userId: seller.id };
    own = (await call(await world.userWith('manageCalendars'), 'POST /calendars', { body: calendar })).body.id;
  });
  afterEach(async () => {
    for (const table of ['accesses', 'calendar_events', 'quotes'])
      await query(`update ${table} set lead_id = null where company_id = 901`);
  });
  const read = async ({ id }: { id: number }) => (await call(seller, 'GET /leads/:id', { params: { id } })).body;

  test('an appointment comes next, moves with it, and has the customer of the lead', async () => {
    const lead = await add({ vehicle: 'Lumera Rea' });
    const plan = { ...blankOf(eventFields), ...blankOf(timeFields), title: 'Chiara', repeat: blankOf(repeatFields) };
    const event = await call(seller, 'POST /calendars/events', {
      body: { ...plan, leadId: lead.id, day: '2026-11-26', time: '11:00', calendarIds: [own] },
    });
    expect(event.status, JSON.stringify(event.body)).toBe(201);
    const planned = await read(lead);
    expect(planned).toMatchObject({ state: 'in_progress', nextType: 'follow_up', nextAt: '2026-11-26T10:00:00.000Z' });
    // A message of it says when, with whom and which car; once it is over it is planned no more.
    const values = async () => (await call(seller, 'GET /leads/:id/writing', { params: { id: lead.id } })).body.values;
    const what = { 'Persona prevista': planned.assignee.name, 'Auto prevista': 'Lumera Rea' };
    const when = { 'Giorno previsto': 'giovedì 26 novembre', 'Ora prevista': '11:00' };
    expect(await values()).toMatchObject({ ...when, ...what });
    at('12:00', '2026-11-26');
    expect(await values()).not.toHaveProperty('Giorno previsto');
    at('10:00');
    expect(planned.actions[0]).toMatchObject({ type: 'in_progress', result: 'scheduled', note: 'Appuntamento' });
    expect(planned.around).toMatchObject([{ kind: 'event', id: event.body.id, on: '2026-11-26T10:00:00.000Z' }]);
    const { customerId } = world.alfa;
    await call(seller, 'PUT /leads/:id', {
      params: { id: lead.id },
      version: planned.version,
      body: { ...leadOf(), customerId },
    });
    const { body: linked } = await call(seller, 'GET /calendars/events/:id', { params: { id: event.body.id } });
    expect(linked.customerId).toBe(customerId);
    await call(seller, 'POST /calendars/events/:id/reschedule', {
      params: { id: event.body.id },
      version: linked.version,
      body: { day: '2026-11-27', time: '15:00', minutes: 60, calendarIds: [], scope: 'one' },
    });
    expect(await read(lead)).toMatchObject({ nextAt: '2026-11-27T14:00:00.000Z', customerId });
    const second = await call(seller, 'POST /calendars/events', {
      body: { ...plan, leadId: lead.id, day: '2026-11-30', time: '11:00', calendarIds: [own] },
    });
    expect(second.body.customerId).toBe(customerId);
    const counted = async (place: { locationId?: number }, by = seller) => {
      const query = { from: '2026-11-26', to: '2026-11-30', ...place };
      const { body } = await call(by, 'GET /calendars/events', { query });
      return { ...(await call(by, 'GET /calendars/figures', { query })).body, rows: body.length };
    };
    // The figure and the rows behind it.
    const none = { missed: 0, hostMissed: 0 };
    expect(await counted({})).toEqual({ appointments: 2, ...none, rows: 2 });
    expect(await counted({ locationId: world.alfa.locationId })).toEqual({ appointments: 0, ...none, rows: 0 });
    // A missed one is counted for everybody: the page says how many of the figure only others open.
    await query("update calendar_events set ended_as = 'missed' where company_id = 901 and id = $1", [second.body.id]);
    expect(await counted({})).toEqual({ appointments: 2, missed: 1, hostMissed: 0, rows: 2 });
    expect(await counted({}, colleague)).toEqual({ appointments: 2, missed: 1, hostMissed: 0, rows: 1 });
  });

  test('an appointment that is missed makes the lead due today; it counts where the customer did not come', async () => {
    const lead = await add();
    const plan = { ...blankOf(eventFields), ...blankOf(timeFields), title: 'Chiara', repeat: blankOf(repeatFields) };
    const book = async (time: string) => {
      const body = { ...plan, leadId: lead.id, day: '2026-11-24', time, calendarIds: [own] };
      return (await call(seller, 'POST /calendars/events', { body })).body;
    };
    const end = async (name: 'miss' | 'hostMiss', { id, version }: { id: number; version: number }) => {
      const [{ reason }] = (await query(
        "select id::text as reason from move_reasons where company_id = 901 and entity = 'event' and move = $1 limit 1",
        [name],
      )) as [{ reason: string }];
      return (await call(seller, `POST /calendars/events/:id/${name}`, { params: { id }, version, body: { reason } }))
        .body;
    };
    const event = await book('15:00');
    const missed = await end('miss', event);
    // Until the place closes.
    const next = { nextType: 'follow_up', nextAt: '2026-11-24T18:00:00.000Z' };
    expect(await read(lead)).toMatchObject({ missed: 1, ...next });
    const back = { params: { id: event.id }, version: missed.version, body: { together: false } };
    expect((await call(seller, 'POST /calendars/events/:id/restore', back)).status).toBe(200);
    expect(await read(lead)).toMatchObject({ missed: 0, nextAt: '2026-11-24T14:00:00.000Z' });
    await end('hostMiss', await book('17:00'));
    const told = await read(lead);
    expect(told).toMatchObject({ missed: 0, ...next });
    expect(told.actions[0]).toMatchObject({ result: 'canceled', note: 'Appuntamento: mancato da noi' });
    // Nobody looks for another time with a person whose lead is closed.
    const reason = await reasonOf('lose', 'Prezzo');
    await act(seller, told, { type: 'closed', result: 'failed', reason });
    expect((await call(seller, 'GET /calendars/todo', {})).body).toEqual([]);
  });

  test('an expected visit comes next; one that has come was a talk', async () => {
    const lead = await add();
    const visit = { ...blankOf(visitFields), name: 'Chiara', locationId: world.alfa.locationId, leadId: lead.id };
    const booked = await call(manager, 'POST /accesses/bookings', {
      body: { ...visit, day: '2026-11-25', time: '17:00' },
    });
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    expect(await read(lead)).toMatchObject({ state: 'in_progress', nextAt: '2026-11-25T16:00:00.000Z' });
    const desk = await world.userWith('registerAccesses', 'welcomeCustomers', 'seeAllLeads');
    const here = await add({ phone: '+393330000861' });
    await call(desk, 'POST /accesses', { body: { ...visit, leadId: here.id } });
    expect(await read(here)).toMatchObject({
      state: 'in_progress',
      firstAt: '2026-11-24T09:00:00.000Z',
      actions: [expect.objectContaining({ result: 'success', note: 'È venuto in sede' })],
    });
    expect(await channels(here)).toEqual(['visit']);
  });

  test('an issued quote begins the negotiation and says who the customer is; closed, it ends it', async () => {
    const side = await world.sideOf(world.alfa);
    const lead = await add();
    const draft = draftOf(side.car, side, { leadId: lead.id, accessoryIds: [side.accessoryId] });
    const { body: quote } = await side.call('POST /quotes', { body: draft });
    expect((await read(lead)).around).toMatchObject([{ kind: 'quote', id: quote.id, over: false }]);
    const { body: issued } = await side.call('POST /quotes/:id/issue', {
      params: { id: quote.id },
      version: quote.version,
    });
    expect(await read(lead)).toMatchObject({ state: 'negotiation', customerId: side.customerId });
    // On the board it is worth its newest quote that stands, and its column what they come to.
    const worth = async () => {
      const { body } = await call(manager, 'GET /leads/live', { query: { columns: 'state' } });
      const talks = body.groups.find(({ state }: { state: string }) => state === 'negotiation');
      return [talks.worth, ...talks.rows.map(({ value }: { value: number }) => value).toSorted()];
    };
    const first = issued.priced.keysInHand as number;
    const other = await add({ phone: '+393330000893', email: null });
    const cheaper = { ...draft, leadId: other.id, accessoryIds: [] };
    const { body: second } = await side.call('POST /quotes', { body: cheaper });
    expect([first > 1_000_000, await worth()]).toEqual([true, [first, first]]);
    const { body: both } = await side.call('POST /quotes/:id/issue', {
      params: { id: second.id },
      version: second.version,
    });
    const less = both.priced.keysInHand as number;
    expect([less < first, await worth()]).toEqual([true, [first + less, less, first]]);
    const close = ({ id, version }: { id: number; version: number }) =>
      side.call('POST /quotes/:id/close', { params: { id }, version, body: { reason: 'price' } });
    expect((await close(issued)).status).toBe(200);
    expect(await worth()).toEqual([less, less]);
    const back = await read(lead);
    const because = [{ type: 'negotiation', result: 'failed', note: `Preventivo ${issued.number} chiuso` }, {}];
    expect(back).toMatchObject({ state: 'in_progress', actions: because, around: [{ kind: 'quote', over: true }] });
    // The other one ends with its last day, once; what is planned with the customer stays next.
    const lapse = async (time: string, day: string) => {
      at(time, day);
      await world.outside().asCompany(901, null, stepBackLapsed);
      return read(other);
    };
    expect((await lapse('23:00', both.expiresOn)).state).toBe('negotiation');
    const planned = { params: { id: other.id }, version: (await read(other)).version };
    const soon = { type: 'follow_up', result: 'success', reason: null, note: '', ...next, nextOn: '2026-12-03' };
    await call(seller, 'POST /leads/:id/actions', { ...planned, body: soon });
    // Closed and opened again at once by what takes it back, nobody has resumed it.
    at('00:10', '2026-12-03');
    const reason = await reasonOf('lose', 'Prezzo');
    const { body: ended } = await act(seller, await read(other), { type: 'closed', result: 'failed', reason });
    expect([ended.state, (await undo(seller, ended)).body.state]).toEqual(['closed', 'negotiation']);
    const lapsed = await lapse('00:20', '2026-12-03');
    expect(lapsed).toMatchObject({ state: 'in_progress', nextType: 'follow_up', nextAt: '2026-12-03T10:00:00.000Z' });
    expect(lapsed.actions[0]).toMatchObject({ result: 'failed', note: `Preventivo ${both.number} scaduto` });
    const { body: talking } = await act(seller, lapsed, {
      type: 'negotiation',
      result: 'success',
      ...next,
      nextOn: '2026-12-04',
    });
    expect([talking.state, (await lapse('00:20', '2026-12-04')).state]).toEqual(['negotiation', 'negotiation']);
    at('10:00');
    // Beside one that became a contract, a quote that is closed ends nothing.
    const sold = await add({ phone: '+393330000894', email: null });
    const issue = async () => {
      const { body } = await side.call('POST /quotes', { body: { ...draft, leadId: sold.id } });
      return (await side.call('POST /quotes/:id/issue', { params: { id: body.id }, version: body.version })).body;
    };
    const [bought, left] = [await issue(), await issue()];
    await query("update quotes set state = 'converted' where id = $1", [bought.id]);
    expect([(await close(left)).status, (await read(sold)).state]).toEqual([200, 'negotiation']);
    // One begun from another answers its lead for the same person only: else the sale to a friend would win it.
    const [{ id: friend }] = await query("insert into customers (company_id, type, name) values (901, 'private', 'Amica Rossi') returning id::int"); // prettier-ignore
    const { body: copy } = await side.call('POST /quotes/:id/duplicate', { params: { id: left.id } });
    const put = async (from: { version: number }, changes: object) =>
      (await side.call('PUT /quotes/:id', { params: { id: copy.id }, version: from.version, body: { ...copy.draft, ...changes } })).body; // prettier-ignore
    const same = await put(copy, { notes: 'Con un altro colore' });
    const theirs = await put(same, { customer: { id: friend, name: '', type: 'private' } });
    expect([copy, same, theirs].map(({ draft: { leadId } }) => leadId)).toEqual([sold.id, sold.id, null]);
    expect((await side.call('POST /quotes', { body: { ...draft, leadId: 999_999 } })).body.fields).toEqual({
      leadId: 'Scegliere un lead',
    });
  });

  test('names only leads that one may see; what names one already is kept by colleagues', async () => {
    const lead = await add();
    const side = await world.sideOf(world.alfa);
    const desk = await world.userWith(
      'createQuotes',
      'seeAllQuotes',
      'manageAllQuotes',
      'registerAccesses',
      'welcomeCustomers',
      'manageCalendars',
    );
    const { locationId } = world.alfa;
    const visit = { ...blankOf(visitFields), name: 'Chiara', locationId };
    const plan = { ...blankOf(eventFields), ...blankOf(timeFields), title: 'Chiara', repeat: blankOf(repeatFields) };
    const time = { day: '2026-11-26', time: '16:00' };
    const calls = [
      ['POST /accesses', visit],
      ['POST /accesses/bookings', { ...visit, ...time }],
      ['POST /calendars/events', { ...plan, ...time, calendarIds: [own] }],
      ['POST /quotes', draftOf(side.car, side)],
    ] as const;
    for (const [name, body] of calls) {
      const tried = async (leadId: number | null) => (await call(desk, name, { body: { ...body, leadId } })).status;
      expect([name, await tried(lead.id), await tried(999_999), await tried(null)]).toEqual([name, 403, 422, 201]);
    }
    expect((await read(lead)).around).toEqual([]);
    const { body: mine } = await call(seller, 'POST /quotes', { body: draftOf(side.car, side, { leadId: lead.id }) });
    const again = await call(desk, 'PUT /quotes/:id', {
      params: { id: mine.id },
      version: mine.version,
      body: draftOf(side.car, side, { leadId: lead.id, optionIds: [] }),
    });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    const { body: their } = await call(desk, 'POST /accesses', { body: visit });
    const renamed = { params: { id: their.id }, version: their.version, body: { ...visit, leadId: lead.id } };
    expect((await call(desk, 'PUT /accesses/:id', renamed)).status).toBe(403);
  });
});

describe('figures', () => {
  test('say funnel, responses and what sources cost; of persons only where the company shows them', async () => {
    const admin = await world.userWith('managePreferences');
    const set = async (changes: object) => {
      const { body: now } = await call(admin, 'GET /leads/settings', {});
      const body = { ...now.periods[0].values, ...changes, from: '2026-11-24' };
      expect((await call(admin, 'PUT /leads/settings', { version: now.version, body })).status).toBe(200);
    };
    await set({ sources: [{ name: 'AutoVetrina', source: 'portal', monthly: 0, each: 1500 }] });
    const lead = await add({ sourceName: 'AutoVetrina', phone: '+393330000841' });
    const other = await add({ sourceName: 'autovetrina', phone: '+393330000842' });
    at('10:09');
    // An action that is taken back leaves no trace in the funnel.
    await undo(seller, (await act(seller, other, { type: 'negotiation', result: 'success', ...next })).body);
    await act(seller, lead, { type: 'negotiation', result: 'success', ...next });
    at('11:00');
    const read = async () =>
      (await call(manager, 'GET /leads/figures', { query: { from: '2026-11-24', to: '2026-11-24' } })).body;
    expect(await read()).toMatchObject({
      received: 2,
      answered: 1,
      negotiated: 1,
      won: 0,
      untouched: 1,
      untouchedLate: 1,
      response: 9,
      sources: [{ name: expect.any(String), leads: 2, won: 0, cost: 3000, perLead: 1500, perSale: null }],
      persons: null,
    });
    const total = async (filters: object) =>
      (await call(manager, 'GET /leads', { query: { from: '2026-11-24', to: '2026-11-24', limit: 1, ...filters } }))
        .body.total;
    // Each figure leads to exactly its rows.
    const exact = {
      ...{ answered: 'true', negotiated: 'true', untouched: 'true' },
      ...{ sourceName: 'AUTOVETRINA', unnamed: 'true' },
    };
    for (const [key, count] of Object.entries({ answered: 1, negotiated: 1, untouched: 1, sourceName: 2, unnamed: 0 }))
      expect([key, await total({ [key]: exact[key as keyof typeof exact] })]).toEqual([key, count]);
    expect(await total({ untouched: 'true', late: 'true' })).toBe(1);
    await set({ showsPersons: true });
    expect((await read()).persons).toEqual([expect.objectContaining({ leads: 2, open: 2, response: 9 })]);
    await query("delete from params where company_id = 901 and key like 'leads.%'");
    expect((await call(seller, 'GET /leads/figures', { query: { from: '2026-11-24', to: '2026-11-24' } })).status).toBe(
      403,
    );
  });

  test('say why leads are lost: the reason of the last move, also of who was erased, each with its rows', async () => {
    const query24 = { from: '2026-11-24', to: '2026-11-24' };
    const move = async ({ id, version }: { id: number; version: number }, name: 'lose' | 'reopen', label: string) => {
      const body = { reason: String(await reasonOf(name, label)), note: 'detto al telefono', followUpOn: null };
      const { status, body: moved } = await call(seller, `POST /leads/:id/${name}`, { params: { id }, version, body });
      expect(status, JSON.stringify(moved)).toBe(200);
      return moved;
    };
    const work = async (changes = {}) =>
      (await act(seller, await add(changes), { type: 'in_progress', result: 'success', ...next })).body;
    const [lost, again, back, mute] = [await work(), await work(), await work(), await work()];
    await move(lost, 'lose', 'Prezzo');
    // Another reason of a second end stands for it; the one of an end that was taken back does not.
    const opened = await move(await move(again, 'lose', 'Prezzo'), 'reopen', 'Chiuso per errore');
    await move(opened, 'lose', 'Concorrente');
    await move(await move(back, 'lose', 'Prezzo'), 'reopen', 'Chiuso per errore');
    await move(mute, 'lose', 'Prezzo');
    await query(
      "update state_changes set reason = null where company_id = 901 and entity = 'lead' and record_id = $1",
      [mute.id],
    );
    await query("update leads set name = '', phone = null, email = null where id = $1", [lost.id]);
    const { body } = await call(manager, 'GET /leads/figures', { query: query24 });
    expect(body.lost).toBe(3);
    expect(body.reasons).toEqual([
      { reason: 'Concorrente', leads: 1 },
      { reason: 'Prezzo', leads: 1 },
      { reason: null, leads: 1 },
    ]);
    const found = async (filters: object) =>
      (await call(manager, 'GET /leads', { query: { ...query24, outcome: 'lost', ...filters } })).body.rows.map(
        ({ id, reason }: { id: number; reason: string | null }) => [id, reason],
      );
    expect(await found({ reason: 'Prezzo' })).toEqual([[lost.id, 'Prezzo']]);
    expect(await found({ reason: 'Concorrente' })).toEqual([[again.id, 'Concorrente']]);
    expect(await found({ unreasoned: 'true' })).toEqual([[mute.id, null]]);
    const { groups } = (await call(manager, 'GET /leads/live', { query: { columns: 'state' } })).body;
    const reasons = groups.flatMap(({ rows }: { rows: { id: number; reason: string | null }[] }) =>
      rows.map(({ id, reason }) => [id, reason]),
    );
    expect(Object.fromEntries(reasons)).toMatchObject({ [lost.id]: 'Prezzo', [back.id]: null });
  });
});

describe('what ends of customers’ cars', () => {
  const set = async (reminds: string[]) => {
    const admin = await world.userWith('managePreferences');
    const { body: now } = await call(admin, 'GET /leads/settings', {});
    const body = { ...now.periods[0].values, reminds, from: '2026-11-24' };
    const { status, body: saved } = await call(admin, 'PUT /leads/settings', { version: now.version, body });
    expect(status, JSON.stringify(saved)).toBe(200);
  };
  const customer = async (n: number, until: string, consent: string | null) => {
    const car = { plate: `ZX00${n}AA`, maker: 'Lumera', model: 'Rea', inspectionUntil: until };
    const [{ id }] = (await query(
      `insert into customers (company_id, type, name, first_name, last_name, phone, seller_id, cars)
       values (901, 'private', 'Cliente ' || $1::text, 'Cliente', $1::text, '+39333000091' || $1::text, $2, $3::jsonb) returning id::int`,
      [String(n), colleague.id, JSON.stringify([car])],
    )) as [{ id: number }];
    if (consent)
      await query(
        `insert into consents (company_id, customer_id, purpose, given, channels, way, said_on)
         values (901, $1, 'marketing', true, '{phone}', 'paper', $2::date)`,
        [id, consent],
      );
    return id;
  };
  const work = () => world.outside().asCompany(901, null, remindOfExpiries);
  const reminded = () =>
    query(
      `select customer_id::int, assignee_id::int, type, subtype, plate, message from leads
       where company_id = 901 and source = 'reminder' order by message`,
    );
  afterEach(async () => {
    await query("delete from params where company_id = 901 and key like 'leads.%'");
    await query('delete from lead_intakes where company_id = 901');
    await query('delete from contracts where company_id = 901');
  });

  test('becomes a lead of who follows them, once, only where company and customer want it', async () => {
    const willing = await customer(1, '2026-12-10', '2026-01-10');
    await customer(2, '2026-12-10', null);
    await customer(3, '2026-12-10', '2019-01-10');
    await customer(4, '2027-12-10', '2026-01-10');
    const quiet = await customer(5, '2026-12-10', '2026-01-10');
    await add({ phone: '+393330000990', customerId: quiet, quiet: true });
    await customer(6, '2026-12-10', '2026-01-10');
    await add({ phone: '+393330000991', phone2: '+393330000916', quiet: true });
    // Any number of others whose cars are due before, and who consented to nothing.
    await query(
      `insert into customers (company_id, type, name, phone, cars) select 901, 'private', 'Altro', '+3902000' || n,
         '[{"inspectionUntil": "2026-12-01"}]' from generate_series(1001, 2001) n`,
    );
    await work();
    expect(await reminded()).toEqual([]);
    await set(['inspection', 'policy', 'plan']);
    for (let times = 0; times < 2; times += 1) await work();
    expect(await reminded()).toEqual([
      {
        ...{ customer_id: willing, assignee_id: colleague.id, type: 'service', subtype: 'svc_revision' },
        ...{ plate: 'ZX001AA', message: 'Revisione: 10/12/2026' },
      },
    ]);
    const [{ id }] = (await query("select id::int from leads where source = 'reminder' and company_id = 901")) as [
      { id: number },
    ];
    const refused = async () =>
      (await call(colleague, 'GET /leads/:id/writing', { params: { id } })).body.refused as string | null;
    const consents = (channels: string) =>
      query('update consents set channels = $2::text[] where customer_id = $1', [willing, channels]);
    const write = async (channel: 'mail' | 'whatsapp') => {
      const { body: lead } = await call(colleague, 'GET /leads/:id', { params: { id } });
      const body = { channel, subject: channel === 'mail' ? 'Revisione' : '', text: 'Scade tra poco' };
      return call(colleague, 'POST /leads/:id/messages', { params: { id }, version: lead.version, body });
    };
    // Each channel takes its own consent: who may be called is not written to.
    expect(await refused()).toContain('consenso');
    expect((await write('whatsapp')).status).toBe(409);
    await consents('{phone,whatsapp}');
    expect(await refused()).toBeNull();
    expect(Object.keys((await write('mail')).body.fields)).toEqual(['channel']);
    expect((await write('whatsapp')).status).toBe(200);
    await query('delete from consents where customer_id = $1', [willing]);
    expect(await refused()).toContain('consenso');
  });

  test('is also what was sold with it: a policy and a plan, of delivered contracts that stand, by whom they were sold', async () => {
    const willing = await customer(6, '', '2026-01-10');
    const other = await customer(7, '', null);
    await query('update customers set seller_id = null where id = $1', [willing]);
    const contract = (customerId: number, more: string) =>
      query(
        `insert into contracts (company_id, number, since, kind, channel, origin, seller_id, made_by, vehicle, draft, snapshot, total,
           keys_in_hand, list_total, discount, financed, within_cap, insured, created_at, updated_at, customer_id, delivered_on,
           policy_ends_on, plan_ends_on, canceled_at)
         select 901, 'C-P' || count(*), now(), 'new', 'retail', 'hand', $1, $1, 'Lumera Rea', '{}', '{}', 0, 0, 0, 0, 0, true, true, now(), now(),
           $2, ${more} from contracts`,
        [colleague.id, customerId],
      );
    await contract(willing, "'2023-12-12', '2026-12-12', '2027-01-15', null");
    await contract(other, "'2023-12-12', '2026-12-12', '2027-01-15', null");
    await contract(willing, "null, '2026-12-13', '2027-01-16', null");
    await contract(willing, "'2023-12-12', '2026-12-14', '2027-01-17', '2024-01-01'");
    await set(['policy', 'plan']);
    for (let times = 0; times < 2; times += 1) await work();
    const of = { customer_id: willing, assignee_id: colleague.id, plate: '' };
    expect(await reminded()).toEqual([
      { ...of, type: 'insurance', subtype: null, message: 'Assicurazione: 12/12/2026' },
      { ...of, type: 'sales', subtype: 'lease_end_tcm', message: 'Fine del piano (TCM): 15/01/2027' },
    ]);
  });
});

describe('deadlines that pass', () => {
  const sweep = () => lateLeads.run(world.outside(), {});
  test('are told once, on any number of processes, and later to who manages', async () => {
    await add();
    await query('delete from notifications where company_id = 901');
    at('10:14');
    await sweep();
    expect(await told(seller)).toEqual([]);
    at('10:15');
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await told(seller)).toHaveLength(1);
    expect(await told(manager)).toEqual([]);
    at('10:30');
    await sweep();
    expect(await told(manager)).toHaveLength(1);
  });

  test('deadlines of many leads after an outage are one notification', async () => {
    for (let n = 0; n < 5; n += 1) await add({ phone: `+39333222000${n}` });
    await query('delete from notifications where company_id = 901');
    at('12:00', '2026-11-25');
    await sweep();
    expect(await told(seller)).toEqual(['lead_late: 5 lead: in ritardo']);
  });
});

describe('leads of another system', () => {
  const send = (leads: object[], by: TestUser = manager) =>
    call(by, 'POST /leads/inbound', { body: { source: 'AutoVetrina', leads } });
  const read = () => readIntakes.run(world.outside(), { companyId: 901 });
  const good = (id: string) => ({ id, name: 'Ahmed Mansour', phone: '333 0000 219', vehicle: 'Nido GPL', more: 7 });

  test('are kept, read once, and known again', async () => {
    expect((await send([good('A1'), good('A2'), good('A1')])).body).toEqual({ kept: 2, known: 1 });
    expect((await send([good('A1')])).body).toEqual({ kept: 0, known: 1 });
    await Promise.all([read(), read()]);
    const rows = await query('select name, phone, source, source_name from leads where company_id = 901 order by id');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      name: 'Ahmed Mansour',
      phone: '+393330000219',
      source: 'portal',
      source_name: 'AutoVetrina',
    });
  });

  test('are read in a thread when they are many, and kept and refused as few are', async () => {
    const long = { text: 'Testo "del portale" \\ è 🙂\n'.repeat(150) };
    const many = Array.from({ length: 100 }, (_, n) => ({ ...good(`B${n}`), ...long }));
    expect((await send(many)).body).toEqual({ kept: 100, known: 0 });
    expect((await send([...many.slice(1), good('B100')])).body).toEqual({ kept: 1, known: 99 });
    const of7 = () => query("select raw from lead_intakes where company_id = 901 and external_id = 'B7'");
    expect(await of7()).toEqual([{ raw: JSON.stringify(many[7]) }]);
    await read();
    expect(await of7()).toEqual([{ raw: '' }]);
    const wrong = { ...good('B101'), text: 'x'.repeat(8001) };
    const [few, refused] = [await send([wrong]), await send([wrong, ...many.slice(1)])];
    expect([few.status, Object.keys(few.body.fields)]).toEqual([422, ['leads.0.text']]);
    expect(refused.body).toMatchObject({ message: few.body.message, fields: few.body.fields });
    await query('delete from lead_intakes where company_id = 901');
  });

  test('take turns although they come at once', async () => {
    for (let n = 0; n < 8; n += 1) await send([{ ...good(`T${n}`), phone: `333 0007 31${n}` }]);
    const [half, ...others] = await query(
      'select id::int from lead_intakes where company_id = 901 and lead_id is null',
    );
    expect([half, ...others]).toHaveLength(8);
    // By hand at the same time.
    const byHand = Array.from({ length: 4 }, (_, n) => add({ phone: `+39333000732${n}` }, null));
    await Promise.all([read(), read(), ...byHand]);
    const rows = await query(
      `select count(l.id)::int as n from users u left join leads l on l.company_id = 901 and l.assignee_id = u.id
       where u.company_id = 901 and u.archived_at is null and not u.service and 13 = any(u.privileges)
       group by u.id`,
    );
    const turns = rows.map(({ n }) => n as number);
    expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1);
    expect(turns.reduce((sum, n) => sum + n, 0)).toBe(12);
  });

  test('leads that cannot be read wait in a list with their text and the reason, and hold nobody up', async () => {
    await send([{ id: 'B1', phone: 'abc' }, { name: 'Senza codice' }, good('B2'), { id: 'B3', name: 'Solo nome' }]);
    await read();
    const { body } = await call(manager, 'GET /leads/inbound');
    expect(body.map(({ why }: { why: string }) => why)).toEqual([
      expect.stringContaining('Telefono'),
      'Telefono: Inserire un telefono o un’e-mail',
      'Telefono: Inserire un telefono o un’e-mail',
    ]);
    expect(body[0].raw).toContain('abc');
    for (const { id } of body)
      expect((await call(manager, 'POST /leads/inbound/:intakeId/settle', { params: { intakeId: id } })).status).toBe(
        204,
      );
    expect((await call(manager, 'GET /leads/inbound')).body).toEqual([]);
  });

  test('are refused beyond their bounds and without the scope', async () => {
    expect((await send(Array.from({ length: 101 }, (_, n) => good(`C${n}`)))).status).toBe(422);
    expect((await send([{ id: 'D', message: 'x'.repeat(8001) }])).status).toBe(422);
    expect((await send([{ id: 'D', many: Array.from({ length: 41 }, () => 1) }])).status).toBe(422);
    expect((await send([good('E')], seller)).status).toBe(403);
  });
});
