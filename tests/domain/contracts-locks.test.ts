import { describe, expect, test } from 'vitest';
import { wanted } from '#domain/contracts/enclosures.ts';
import { contractFields } from '#domain/contracts/fields.ts';
import { grantedLine } from '#domain/contracts/granted.ts';
import { leaveLoanUntil, leftFault } from '#domain/contracts/loan.ts';
import {
  approveLacks,
  billLacks,
  commercialLacks,
  completeLacks,
  signLacks,
  submitLacks,
} from '#domain/contracts/lacks.ts';
import { namedConditions } from '#domain/contracts/onerous.ts';
import { openedParts } from '#domain/contracts/opened.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { contractSections, contractStates, type ContractSection, type ContractState } from '#domain/contracts/terms.ts';
import { addDays } from '#domain/dates.ts';
import { locksOf } from '#domain/record/locks.ts';
import { keysOf } from '#domain/record/machine.ts';
import { privileges } from '#domain/privileges.ts';
import { START, startFacts } from '#tests/support/machines.ts';

const states = keysOf(contractStates);
const sections = keysOf(contractSections);
const every = Object.values(privileges);
/** A contract that lacks nothing, for who may write all of it. */
const plain = { lacks: [], locks: {}, enclosures: [] };

/**
 * rules.md §19, word for word, in the order of the states: who writes a section. `own`: the sellers with 27; numbers:
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
  calendars: ['own 37', 'own 37', 'own 37', 'own 37', 'own 37', ''],
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

test('the conditions that are approved apart are named, not only counted', () => {
  const clauses = 'Oggetto. Si vende.\n\nCaparra. Segue l’art. 1385.\n';
  expect(namedConditions({ clauses, onerous: '2, 9' })).toBe('2 Caparra, 9');
  expect(namedConditions({ clauses: 'x'.repeat(900), onerous: '1' })).toHaveLength(62);
});

test('corrections of margins are for who sees margins', () => {
  expect(locks('approved', [28, 34], false).performances).toMatch(/margini/);
  expect(locks('approved', [28, 33, 34], false).performances).toBeUndefined();
});

test('every field stands in one of the eleven sections', () => {
  expect(sections).toHaveLength(11);
  for (const { section } of Object.values(contractFields)) expect(sections).toContain(section);
});

test('an objective that somebody added by hand is proven by a file or says where it stands', () => {
  const row = { objective: 'app_dealer', note: '', proofId: null };
  const told = (changes: object, source = 'hand') =>
    approveLacks(
      {
        ...startFacts.contracts,
        objectives: [{ ...row, ...changes }],
        objectiveSources: { app_dealer: source },
      } as never,
      START,
    ).filter(({ section }) => section === 'objectives').length;
  expect([told({}), told({ proofId: 7 }), told({ note: 'Visto nell’app' }), told({}, 'auto')]).toEqual([1, 0, 0, 0]);
});

test('a loan is decided and told before it binds, and its end stops the sale; a debt wants its statement', () => {
  const told = (of: typeof approveLacks, changes: object) =>
    of({ ...startFacts.contracts, ...changes }, START)
      .filter(({ section }) => section === 'financial' || section === 'used_cars')
      .map(({ sentence }) => sentence);
  const loan = {
    ...{ financed: 10_000_00, financeOutcome: 'approved', customerType: 'private', planEndsOn: '2030-11-20' },
    ...{ precontractOn: START, precontractVersion: '2026/1', signedOn: START },
  };
  expect(told(approveLacks, loan)).toEqual([]);
  expect(told(approveLacks, { ...loan, financeOutcome: 'asked' })).toEqual(['Manca la delibera della finanziaria.']);
  const over = { ...loan, resolvedUntil: addDays(START, -1) };
  for (const lacks of [approveLacks, billLacks]) {
    expect(told(lacks, over)).toEqual(['La delibera della finanziaria è scaduta.']);
    expect(told(lacks, { ...over, liquidatedOn: START })).toEqual([]);
  }
  expect(told(approveLacks, { ...loan, precontractVersion: '' })).toEqual([
    'Inserire quando sono state date le informazioni precontrattuali del finanziamento, e in quale versione.',
  ]);
  expect(told(approveLacks, { ...loan, precontractOn: addDays(START, 1) })).toEqual([
    'Le informazioni precontrattuali del finanziamento sono di dopo la firma: far firmare di nuovo.',
  ]);
  expect(told(approveLacks, { ...loan, customerType: 'company', precontractOn: null })).toEqual([]);
  for (const lacks of [approveLacks, billLacks])
    expect(told(lacks, { ...loan, state: 'approved', financeOutcome: 'left' })).toEqual([
      'Il cliente è receduto dal finanziamento: rimandare il contratto al venditore, che lo cambia con il prezzo, o annullare il contratto.',
    ]);
  // Sent back with it, the contract is not sent again as it was.
  expect(told(submitLacks, { ...loan, state: 'incomplete', financeOutcome: 'refused' })).toEqual([
    'Il finanziamento è rifiutato: cambiarlo con «Cambia auto o prezzo», o annullare il contratto.',
  ]);
  // Nor is it validated, where the lender says so meanwhile.
  expect(
    told(commercialLacks, { ...loan, state: 'waiting_commercial_approvation', financeOutcome: 'refused' }),
  ).toEqual(['Il finanziamento è rifiutato: cambiarlo con «Cambia auto o prezzo», o annullare il contratto.']);
  // A consumer may leave it for fourteen days, from when it was concluded or what it says was given, whichever was later.
  const start = '2026-11-16';
  const left: Parameters<typeof leftFault>[0] = {
    ...{ financed: 1, customerType: 'private', financeOutcome: 'left', leftOn: addDays(start, 14) },
    ...{ signedOn: start, resolvedOn: start, precontractOn: start },
  };
  const inJanuary = '2027-01-31';
  expect(leaveLoanUntil(left)).toBe(addDays(start, 14));
  expect(leftFault(left, inJanuary)).toBeNull();
  const tooLate = { leftOn: 'Il termine per recedere dal finanziamento è finito il 30/11/2026' };
  expect(leftFault({ ...left, leftOn: addDays(start, 15) }, inJanuary)).toEqual(tooLate);
  for (const later of ['signedOn', 'resolvedOn', 'precontractOn'])
    expect(leaveLoanUntil({ ...left, [later]: addDays(start, 1) })).toBe(addDays(start, 15));
  for (const unknown of ['signedOn', 'resolvedOn', 'precontractOn'])
    expect(leftFault({ ...left, [unknown]: null, leftOn: inJanuary }, inJanuary)).toBeNull();
  // The fourteenth day is a Sunday.
  expect(leaveLoanUntil({ ...left, resolvedOn: '2026-11-15' })).toBe('2026-11-30');
  expect(leftFault({ ...left, customerType: 'vat', leftOn: inJanuary }, inJanuary)).toBeNull();
  expect(leftFault({ ...left, leftOn: null }, inJanuary)).toEqual({
    leftOn: 'Inserire il giorno in cui il cliente ha comunicato il recesso',
  });
  expect(leftFault(left, start)).toEqual({ leftOn: 'Il giorno non può essere nel futuro' });
  // A company that asks for the practice number asks it of nobody who pays cash.
  const required = [{ field: 'practiceNumber', channel: null, stage: 'approve' }];
  const settings = { ...startFacts.contracts.settings, required };
  expect(told(approveLacks, { settings, financed: 0 })).toEqual([]);
  expect(told(approveLacks, { ...loan, settings })).toEqual(['Manca «Numero di pratica».']);

  const car = {
    type: 'barter',
    plate: 'FX417LT',
    description: 'Fiat Panda',
    km: 1,
    valuation: 2_000_00,
    residualDebt: 500_00,
  };
  const known = { vin: '', owner: '', registeredOn: null, revaluation: null, revaluationReason: '' };
  const taken = (more: object) => ({ agreedTradeIns: [car], tradeIns: [{ ...known, ...more }] });
  expect(told(approveLacks, taken({ lender: 'Banca', statementOn: null }))).toEqual([
    'Manca il conteggio di estinzione di FX417LT: inserire finanziaria e data.',
  ]);
  expect(told(approveLacks, taken({ lender: 'Banca', statementOn: START }))).toEqual([]);
});

test('a paper that has expired is refused by name until the invoice; one that expires today still counts', () => {
  const paper = (expiresOn: string | null) => ({ type: 'driving_licence', uploadId: 1, expiresOn, note: '' }) as const;
  const told = (of: typeof submitLacks, expiresOn: string | null) =>
    of({ ...startFacts.contracts, attachments: [paper(expiresOn)] }, START)
      .map(({ sentence }) => sentence)
      .filter((sentence) => sentence.includes('scaduto'));
  for (const lacks of [submitLacks, signLacks, approveLacks, billLacks])
    expect(told(lacks, addDays(START, -1))).toEqual(['L’allegato «Patente» è scaduto.']);
  expect(told(submitLacks, START)).toEqual([]);
  expect(told(submitLacks, null)).toEqual([]);
  // What was in order when the sale was invoiced does not hold the delivery up.
  expect(told(completeLacks, addDays(START, -1))).toEqual([]);
});

test('a paper that has expired is not asked for once others of its kind hold, as many as there are people who may have one', () => {
  const paper = (uploadId: number, expiresOn: string | null, note = '') =>
    ({ type: 'identity_card', uploadId, expiresOn, note }) as const;
  const [over, holds] = [addDays(START, -1), addDays(START, 300)];
  const isAsked = (attachments: ReturnType<typeof paper>[], more: object = {}) =>
    submitLacks({ ...startFacts.contracts, attachments, ...more }, START).some(({ sentence }) =>
      sentence.includes('scaduto'),
    );
  expect(isAsked([paper(1, over), paper(2, holds)])).toBe(false);
  expect(isAsked([paper(1, over), paper(2, over)])).toBe(true);
  // Of two people one has none that holds, unless the note says that it is theirs.
  const two = { cobuyerId: 7 };
  expect(isAsked([paper(1, over), paper(2, holds)], two)).toBe(true);
  expect(isAsked([paper(1, over, 'Anna'), paper(2, holds, 'anna ')], two)).toBe(false);
  expect(isAsked([paper(1, over), paper(2, holds), paper(3, null)], two)).toBe(false);
  // Whoever has none that holds may be asked for it, while the other's holds.
  const attachments = [paper(1, over), paper(2, holds)];
  const toAsk = (more: object) => wanted({ ...startFacts.contracts, customerId: 3, enclosures: [], attachments, ...more }, START); // prettier-ignore
  expect([toAsk(two).includes('identity_card'), toAsk({}).includes('identity_card')]).toEqual([true, false]);
  // Two cars that are taken in have one owner, who has one identity card.
  const car = { type: 'barter', plate: 'FX417LT', description: '', km: 1, valuation: 0, residualDebt: 0 };
  const agreedTradeIns = [car, car];
  expect(isAsked(attachments, { agreedTradeIns })).toBe(false);
});

test('a consent to the discount of the quote is no reason for a margin below the floor; what a person adds to it is', () => {
  const { settings } = startFacts.contracts;
  const low = { ...startFacts.contracts, marginSecond: 1, settings: { ...settings, marginFloor: 2 } };
  const told = (overrideReason: string) =>
    submitLacks({ ...low, overrideReason }, START).filter(({ field }) => field === 'overrideReason').length;
  const granted = grantedLine({ by: 'Ada Neri', reason: 'Flotta:\ntre auto' });
  expect([told(''), told(granted), told(`${granted}\nAuto ferma da un anno`), told('Auto ferma')]).toEqual([
    1, 1, 0, 0,
  ]);
});

test('whose yes a raised value waits for has it first and open, and who accepts what a customer has sent has that', () => {
  const opened = (decidesValue: boolean, more: object = {}) => {
    const ends = { canceledAt: null, withdrawnAt: null };
    const holds = [privileges.approveContracts, privileges.validateContracts, privileges.manageAllContracts];
    return openedParts({ ...plain, state: 'approved', signedOn: '2026-11-20', decidesValue, ...ends, ...more }, holds);
  };
  const came = { enclosures: [{ state: 'proposed' }] };
  expect([opened(false, came), opened(false, { ...came, locks: { attachments: 'chiusa' } })]).toEqual([
    ['attachments', 'contability'],
    ['contability'],
  ]);
  expect([opened(true), opened(false)]).toEqual([['used_cars', 'contability'], ['contability']]);
});

test('of a sale that ended nobody has anything to check: its money stands first', () => {
  const holds = [privileges.approveContracts, privileges.validateContracts, privileges.manageAllContracts];
  const opened = (ends: { canceledAt: string | null; withdrawnAt: string | null }) =>
    openedParts({ ...plain, state: 'waiting_approvation', signedOn: null, decidesValue: false, ...ends }, holds);
  expect(opened({ canceledAt: START, withdrawnAt: null })).toEqual(['contability']);
  expect(opened({ canceledAt: null, withdrawnAt: START })).toEqual(['contability']);
  expect(opened({ canceledAt: null, withdrawnAt: null })).toEqual(['review', 'reserved', 'signatures']);
});
