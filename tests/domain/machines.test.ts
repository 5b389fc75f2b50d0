import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import {
  keysOf,
  movesOf,
  refusalOf,
  stateIn,
  targetOf,
  targetsOf,
  type Act,
  type Actor,
  type Machine,
  type Move,
} from '#domain/record/machine.ts';
import { machines } from '#domain/machines.ts';
import { privileges } from '#domain/privileges.ts';
import { anyOf, covers, sees } from '#domain/record/rights.ts';
import { START, startFacts } from '#tests/support/machines.ts';

/** What some person was barred from, as a second one must do it. */
const barred = new Set<string>();
const every = Object.values(privileges);

describe.each(keysOf(machines))('the machine of %s', (area) => {
  const machine: Machine = machines[area];
  const stored = (state: string) => machine.states[state] !== undefined && machine.states[state].of === undefined;
  const steps = Object.entries({ ...machine.moves, ...machine.acts });

  test('names only states it has; what is stored never comes from the day', () => {
    for (const [, step] of steps) for (const from of step.from) expect(machine.states).toHaveProperty(from);
    for (const move of Object.values(machine.moves))
      for (const to of move.from.flatMap((from) => targetsOf(move, machine.states[from]!.of ?? from)))
        expect(stored(to), to).toBe(true);
    expect(stored(machine.initial)).toBe(true);
  });

  test('bars the person from what a second one must do, by any account they stand behind, and in a record of any', () => {
    const [owner = 0] = machine.owners(startFacts[area]);
    for (const action of [...movesOf(machine), ...keysOf(machine.acts)]) {
      const { may, notBy, second, from } = (machine.moves[action] ?? machine.acts[action]) as Move;
      if (!may.othersOnly && !notBy && !second) continue;
      for (const state of from) {
        const base = {
          ...startFacts[area],
          state,
          closedOn: '2020-01-01',
          others: { commercial: true, backOffice: true },
        };
        const facts = { ...base, ...(second && { asked: { [action]: owner } }) };
        const held = every.filter((number) => number !== privileges.manageAllLeads || !anyOf(may).includes(number));
        const as = (id: number, selves?: readonly number[]) =>
          refusalOf(machine, facts, { id, privileges: held, today: START, ...(selves && { selves }) }, action);
        const themselves = as(owner);
        if (!themselves) continue;
        // The person behind a token that made it, their token, and a token that a colleague took over from them.
        for (const [id, selves] of [
          [owner + 1, [owner + 1, owner]],
          [owner + 2, [owner + 2, owner + 1, owner]],
        ] as const)
          expect(as(id, selves), `${action} in ${state}`).toEqual(themselves);
        barred.add(`${area}.${action}`);
      }
    }
  });

  test('says why in every state from which a step is not possible', () => {
    const [owner = 0] = machine.owners(startFacts[area]);
    for (const action of [...movesOf(machine), ...keysOf(machine.acts)])
      for (const state of keysOf(machine.states)) {
        const { may, from } = (machine.moves[action] ?? machine.acts[action]) as Act;
        // Somebody who may do it wherever it is possible: the owner, or a colleague where it is not for owners.
        const actor = { id: may.othersOnly ? owner + 1 : owner, privileges: every, today: START };
        const refusal = refusalOf(machine, { ...startFacts[area], state }, actor, action);
        const possible = from.includes(state);
        if (possible) expect([null, 'conflict']).toContain(refusal?.code ?? null);
        else expect(refusal).toEqual({ code: 'conflict', message: expect.stringMatching(/^[A-Z].{10,}\.$/) });
      }
  });

  test('random moves of random people reach no undefined state; every move and state is walked, its way follows itself', () => {
    const names = Object.keys(machine.moves);
    const step = fc.record({
      name: fc.constantFrom(...names),
      days: fc.nat(6),
      held: fc.subarray(every),
      isOwn: fc.boolean(),
      // Moves that are rarely possible are met by leaning to those that are.
      leaning: fc.option(fc.nat()),
    });
    const walked = new Set<string>();
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: Math.max(12, 2 * names.length) }), (sequence) => {
        const facts = { ...startFacts[area] };
        let today = START;
        const way = [machine.initial];
        for (const { name: any, days, held: some, isOwn, leaning } of sequence) {
          const held = leaning !== null && leaning % 2 === 0 ? every : some;
          today = addDays(today, days);
          const [owner = 0] = machine.owners(facts);
          const actor: Actor = { id: isOwn ? owner : owner + 1, privileges: held, today };
          const now = stateIn(machine.states, facts, today);
          expect(machine.states).toHaveProperty(now);
          seen.add(now);
          const open = names.filter((one) => machine.moves[one]!.from.includes(now));
          const name = leaning === null || open.length === 0 ? any : open[leaning % open.length]!;
          const move = machine.moves[name]!;
          if ('by' in move) {
            // Another area's event: made where the state allows it, by nobody's right.
            if (!move.from.includes(now)) continue;
          } else {
            const refusal = refusalOf(machine, facts, actor, name);
            const may = sees(machine.rights, held, isOwn, facts.state) && covers(move.may, held, isOwn);
            expect(refusal?.code ?? null).toBe(move.from.includes(now) ? (may ? null : 'forbidden') : 'conflict');
            if (refusal) continue;
          }
          const to = targetOf(move, facts);
          Object.assign(facts, { state: to });
          walked.add(name);
          way.push(to);
        }
        expect(way.at(-1)).toBe(facts.state);
        expect(way.every(stored)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect([...walked].toSorted()).toEqual(names.toSorted());
    expect([...seen].toSorted()).toEqual(Object.keys(machine.states).toSorted());
  });
});

test('every declaration of a second person was met', () => {
  const declared = keysOf(machines).flatMap((area) =>
    Object.entries<Machine['moves'][string] | Act>({ ...machines[area].moves, ...machines[area].acts })
      .filter(([, move]) => 'may' in move && (move.may.othersOnly || move.notBy || ('second' in move && move.second)))
      .map(([name]) => `${area}.${name}`),
  );
  expect([...barred].toSorted()).toEqual(declared.toSorted());
});
