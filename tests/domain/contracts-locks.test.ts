import { describe, expect, test } from 'vitest';
import { contractFields } from '#domain/contracts/fields.ts';
import { approveLacks, billLacks, completeLacks, signLacks, submitLacks } from '#domain/contracts/lacks.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { contractSections, contractStates, type ContractSection, type ContractState } from '#domain/contracts/terms.ts';
import { addDays } from '#domain/dates.ts';
import { locksOf } from '#domain/locks.ts';
import { keysOf } from '#domain/machine.ts';
import { privileges } from '#domain/privileges.ts';
import { START, startFacts } from '#tests/support/machines.ts';

const states = keysOf(contractStates);
const sections = keysOf(contractSections);
const every = Object.values(privileges);

/**
 * domain.md §4.1, word for word, in the order of the states: who writes a section. `own`: the sellers with 27; numbers:
 * these privileges, each with a view of everybody's contracts (34); empty: nobody.
 */
const table: Record<Exclude<ContractSection, 'comments'>, readonly string[]> = {
  general: ['own 29', '38', '', '', '', ''],
  customer: ['own 29', '38', '28', '28', '', ''],
  used_cars: ['own 29', '38 36', '28', '36 28', '', ''],
  financial: ['own 29', '38', '28', '28', '', ''],
  objectives: ['own 29', 'own 29 38', '28', '28', '', ''],
  contability: ['own 29', 'own 29 38', '28', '28', '28', ''],
  attachments: ['own 29', 'own 29 38', '28', '28', '28', '28'],
  reserved: ['28', '28', '28', '28', '28', '28'],
  performances: ['28', '28', '28', '28', '', ''],
  calendars: Array.from({ length: 6 }, () => 'own 37'),
};

const locks = (state: ContractState, held: readonly number[], isOwn: boolean, canceledAt: string | null = null) =>
  locksOf(
    contractMachine,
    { ...startFacts.contracts, state, canceledAt },
    { id: isOwn ? 7 : 8, privileges: held, today: START },
  );

describe.each(states)('a contract that is %s', (state) => {
  const at = states.indexOf(state);

  test.each(sections.filter((section) => section !== 'comments'))('%s', (section) => {
    const row = table[section as keyof typeof table][at]!.split(' ');
    for (const number of every) {
      // Margins are corrected by who sees them, and contracts of others are seen by who may see all.
      const held = [number, privileges.seeAllContracts, privileges.seeMargin];
      const [own, other] = [true, false].map((isOwn) => locks(state, held, isOwn)[section] === undefined);
      expect([number, other]).toEqual([number, row.includes(String(number))]);
      expect([number, own]).toEqual([number, row.includes(String(number)) || (number === 27 && row.includes('own'))]);
    }
    const why = locks(state, [privileges.seeAllContracts], false)[section];
    expect(why).toMatch(/^[A-ZÈ].{10,}\.$/);
  });

  test('is closed to everybody in every section once it is cancelled', () => {
    for (const isOwn of [true, false])
      expect(locks(state, every, isOwn, '2026-11-20T09:00:00Z')).toEqual(
        Object.fromEntries(sections.map((section) => [section, 'Il contratto è annullato.'])),
      );
  });

  test('takes comments from everybody who sees it and may work on it', () => {
    expect(locks(state, [27], true).comments).toBeUndefined();
    expect(locks(state, [28, 34], false).comments).toBeUndefined();
  });
});

test('corrections of margins are for who sees margins', () => {
  expect(locks('approved', [28, 34], false).performances).toMatch(/margini/);
  expect(locks('approved', [28, 33, 34], false).performances).toBeUndefined();
});

test('every field stands in one of the eleven sections', () => {
  expect(sections).toHaveLength(11);
  for (const { section } of Object.values(contractFields)) expect(sections).toContain(section);
});

test('a paper that has expired is refused by name until the invoice; one that expires today still counts', () => {
  const paper = (expiresOn: string | null) => ({ type: 'driving_licence', uploadId: 1, expiresOn, note: '' }) as const;
  const told = (of: typeof submitLacks, expiresOn: string | null) =>
    of({ ...startFacts.contracts, attachments: [paper(expiresOn)] }, START)
      .map(({ sentence }) => sentence)
      .filter((sentence) => sentence.includes('scaduto'));
  for (const of of [submitLacks, signLacks, approveLacks, billLacks])
    expect(told(of, addDays(START, -1))).toEqual(['L’allegato «Patente» è scaduto.']);
  expect(told(submitLacks, START)).toEqual([]);
  expect(told(submitLacks, null)).toEqual([]);
  // What was in order when the sale was invoiced does not hold the delivery up.
  expect(told(completeLacks, addDays(START, -1))).toEqual([]);
});
