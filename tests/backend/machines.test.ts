import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import type { CallName } from '#domain/endpoints.ts';
import { endpoints } from '#domain/endpoints.ts';
import type { Endpoint } from '#domain/endpoint.ts';
import { statusOf } from '#domain/errors.ts';
import { keysOf, movesOf, refusalOf, targetOf, type Machine, type Move } from '#domain/record/machine.ts';
import { machines } from '#domain/machines.ts';
import { holdsAny } from '#domain/privileges.ts';
import { anyOf, sees } from '#domain/record/rights.ts';
import { testDatabase } from '#tests/support/database.ts';
import { kept, people, START } from '#tests/support/machines.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));
const user = people(world);

describe.each(keysOf(kept))('the machine of %s in the backend', (area) => {
  const machine: Machine = machines[area];
  const { table, make, facts: columns, creator, companyId, takes = () => ({}) } = kept[area];
  /** The whole row, and of it what the machine decides by. */
  const read = async (id: number) => {
    const [{ row, ...facts }] = await query(`select to_jsonb(t) as row, ${columns} from ${table} t where id = $1`, [
      id,
    ]);
    return { row, facts };
  };
  const ownReason = async (move: string): Promise<string> => {
    const [{ id }] = await query(
      `select id::text from move_reasons where company_id = 901 and entity = $1 and move = $2 and not needs_note and retired_at is null order by id limit 1`,
      [machine.entity, move],
    );
    return id;
  };
  const way = (id: number) =>
    query(
      'select from_state, to_state, user_id::int, reason from state_changes where entity = $1 and record_id = $2 order by id',
      [machine.entity, id],
    );
  const numbers = [
    ...new Set([
      ...anyOf(machine.rights.see),
      ...movesOf(machine).flatMap((name) => anyOf((machine.moves[name] as Move).may)),
    ]),
  ];
  const step = fc.record({
    name: fc.constantFrom(...movesOf(machine)),
    days: fc.constantFrom(0, 0, 0, 1, 9),
    held: fc.option(fc.subarray(numbers), { nil: null }),
    stale: fc.nat(9).map((n) => n === 0),
    mute: fc.nat(2).map((n) => n === 0),
  });

  test('a refused move leaves the record as it was and answers its code; the history of states tells the way', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        clock.now = start;
        let today = START;
        const owner = await user([...new Set([creator, ...numbers])].toSorted(), companyId);
        const id = await make(world, owner);
        const told: unknown[] = [{ from_state: null, to_state: machine.initial, user_id: owner.id, reason: null }];
        let before = await read(id);
        for (const { name, days, held, stale, mute } of steps) {
          today = addDays(today, days);
          clock.now = new Date(`${today}T10:00:00Z`);
          const as = held ? await user(held, companyId) : owner;
          const privileges = held ?? [...new Set([creator, ...numbers])];
          const move = machine.moves[name] as Move;
          const now = before.facts;
          const reason = move.reasons ? Object.keys(move.reasons)[0] : move.ownReasons && (await ownReason(name));
          // The second person needs no reason, so the call asks for none.
          const isMute = mute && !move.second;
          const asks = move.second !== undefined && now.asked?.[name] === undefined;
          const taken = takes(name, owner.id);
          const path = `POST ${machine.path}/:id/${name}` as CallName;
          const answer = await call(as, path, {
            params: { id },
            version: now.version - (stale ? 1 : 0),
            ...((reason || keysOf(taken).length > 0) && {
              body: isMute ? taken : { ...(reason && { reason }), ...taken },
            }),
          });
          const isOwn = machine.owners(now).includes(as.id);
          const refusal = refusalOf(machine, now, { id: as.id, privileges, today }, name);
          const expected = !holdsAny(privileges, (endpoints[path] as Endpoint).privileges)
            ? 403
            : reason && isMute
              ? 422
              : !sees(machine.rights, privileges, isOwn, now.state)
                ? 403
                : stale
                  ? 412
                  : refusal
                    ? statusOf[refusal.code]
                    : 200;
          expect([name, answer.status]).toEqual([name, expected]);
          statuses.add(answer.status);
          const after = await read(id);
          if (answer.status !== 200) expect(after).toEqual(before);
          else if (asks)
            expect(after.facts).toMatchObject({ state: now.state, version: now.version, asked: { [name]: as.id } });
          else {
            const to = targetOf(move, now);
            told.push({ from_state: now.state, to_state: to, user_id: as.id, reason: reason ?? null });
            expect(after.facts).toMatchObject({ state: to, version: now.version + 1 });
            expect(machine.states).toHaveProperty(answer.body.state);
          }
          before = after;
        }
        expect(await way(id)).toEqual(told);
      }),
      // Few rounds walk the same way each time, so that what they have to meet is no matter of luck.
      isSoak ? { numRuns: 800 } : { numRuns: 20, seed: 5 },
    );
    expect([...statuses].toSorted()).toEqual([200, 403, 409, 412, 422]);
  });

  test('its table stores exactly its stored states', async () => {
    const [{ text }] = (await query(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and conname = $2`,
      [table, `${table}_state_check`],
    )) as [{ text: string }];
    const states = [...text.matchAll(/'(\w+)'/g)].map(([, state]) => state);
    expect(states.toSorted()).toEqual(
      keysOf(machine.states)
        .filter((state) => !machine.states[state]!.of)
        .toSorted(),
    );
  });
});
