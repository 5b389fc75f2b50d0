import { afterAll, expect, test } from 'vitest';
import { Random } from '#backend/seed/random.ts';
import { testDatabase } from '#tests/support/database.ts';
import { prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { rounds } from '#tests/support/rounds.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { query } = world;
afterAll(() => world.close());
const { side, seller, director, office, read, step, because, make } = await saleIn(world);

/** What each move leads to from each state; a move that is not here is refused and changes nothing. */
const model = {
  incomplete: { submit: 'waiting_commercial_approvation', cancel: 'canceled' },
  waiting_commercial_approvation: { validate: 'waiting_approvation', cancel: 'canceled' },
  waiting_approvation: { approve: 'approved', cancel: 'canceled' },
  approved: { bill: 'billed', reopen: 'waiting_approvation', cancelApproved: 'asked' },
  billed: { complete: 'completed', unbill: 'approved' },
  completed: { resume: 'billed' },
  canceled: {},
} as const satisfies Record<string, Record<string, string>>;
type State = keyof typeof model;
const moves = [
  'submit',
  'validate',
  'approve',
  'bill',
  'complete',
  'cancel',
  'resume',
  'unbill',
  'reopen',
  'cancelApproved',
] as const;
const who = { submit: seller, validate: director, cancel: seller } as Partial<
  Record<(typeof moves)[number], typeof office>
>;

let notes = 0;
const sent = async (move: (typeof moves)[number]) => {
  if (move === 'unbill') return because(move, { number: `NC M${(notes += 1)}`, day: '2026-11-20' });
  return ['cancel', 'resume', 'reopen', 'cancelApproved'].includes(move) ? because(move) : undefined;
};
const stateOf = ({ state, canceledAt }: { state: string; canceledAt: string | null }) =>
  (canceledAt ? 'canceled' : state) as State;

test('two rivals walk the machine as the model says, and C12 undoes all', { timeout: 120_000 }, async () => {
  await query("update users set commissions = '[{\"from\": \"2026-01-01\", \"newFixed\": 0, \"newPercent\": 0, \"usedFixed\": 10000, \"usedPercent\": 0, \"b2bFixed\": 0, \"b2bPercent\": 0, \"financial\": 0, \"insurance\": 0, \"pickup\": 0}]' where id = $1", [seller.id]); // prettier-ignore
  for (let round = 0; round < rounds(4); round += 1) {
    const random = new Random(round + 1);
    const plate = `PM${100 + round}ZZ`;
    const contract = await make({
      tradeIns: [
        aTradeIn({ plate, description: 'Lampo', valuation: 1_000_00, residualDebt: 0, standInValue: 1_000_00 }),
      ],
    });
    await prepareContract(side, contract.id);
    let state: State = 'incomplete';
    for (let n = 0; n < 14 && state !== 'canceled'; n += 1) {
      await query("update contracts set invoiced = total, received = total, delivery_on = '2026-11-20' where id = $1", [
        contract.id,
      ]);
      // Mostly what the model allows, so that the walk goes on.
      const known = Object.keys(model[state]) as (typeof moves)[number][];
      const move = random.chance(0.8) ? random.pick(known) : random.pick(moves);
      const as = who[move] ?? office;
      const body = await sent(move);
      // The rival presses the same at the same moment: one of the two comes too late.
      const answers = await Promise.all([step(as, move, contract, body), step(as, move, contract, body)]);
      const wanted = (model[state] as Record<string, string>)[move];
      const won = answers.filter(({ status }) => status === 200).length;
      if (wanted === undefined) expect([move, state, won]).toEqual([move, state, 0]);
      else if (wanted === 'asked') {
        const over = await step(director, 'cancelApproved', contract, {});
        expect(over.status).toBe(200);
        state = 'canceled';
      } else {
        expect([move, state, won]).toEqual([move, state, 1]);
        state = wanted as State;
      }
      expect(stateOf(await read(contract.id))).toBe(state);
    }
    // Whatever the way, its end is always the same.
    for (const move of ['resume', 'unbill'] as const)
      if (move in model[state]) {
        expect((await step(office, move, contract, await sent(move))).status).toBe(200);
        state = (model[state] as Record<string, State>)[move]!;
      }
    if (state === 'approved') {
      await step(office, 'cancelApproved', contract, await because('cancelApproved'));
      expect((await step(director, 'cancelApproved', contract, {})).status).toBe(200);
    } else if (state !== 'canceled')
      expect((await step(seller, 'cancel', contract, await because('cancel'))).status).toBe(200);
    const [left] = await query(
      `select (select state from quotes where id = $2) as quote,
        (select count(*)::int from used_cars where id = $3 and state = 'acquired' and reserved_contract is null and sale_document = '') as free,
        (select count(*)::int from used_cars where plate = $4 and state <> 'canceled') as expected,
        (select coalesce(sum(amount), 0)::int from commission_entries where contract_id = $1) as earned`,
      [contract.id, contract.quoteId, contract.carId, plate],
    );
    expect(left).toEqual({ quote: 'issued', free: 1, expected: 0, earned: 0 });
  }
});
