import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { created, nothing, once, type Calls, type Side, type TestUser } from '../area.ts';
import { blankOf } from '#domain/record/fields.ts';
import { commissionRuleFields, type RuleInput } from '#domain/commissions/rule-fields.ts';
import { commentsOf } from '../comments.ts';
import { recordCalls } from '../priced.ts';
import type { World } from '../world.ts';
import { madeBy } from './contracts.ts';

/** A spiff in a month that is over. */
export const spiffFor = (userId: number) =>
  ({ userId, kind: 'spiff', amount: 150_00, day: '2026-10-17', reason: 'Giornate porte aperte' }) as const;

/** A rule that pays 80 euros for a car. */
export const ruleOf = (more: Partial<RuleInput> = {}): RuleInput => ({
  ...blankOf(commissionRuleFields),
  name: 'Auto',
  // Today, by the clock of the tests.
  from: '2026-11-20',
  fixed: 80_00,
  ...more,
});

/** A colleague's statement of a month that is over. */
const made = async (side: Side) =>
  created(side, 'POST /commissions/lines', { body: spiffFor((await side.colleague()).id) });
const statement = once(made);

const confirmed = async (side: Side) => {
  const { params, version } = await made(side);
  const { body } = await side.call('POST /commissions/statements/:id/confirm', { params, version });
  return { params, version: body.version as number };
};
const paid = { paidOn: '2026-11-20' };
const paidOne = async (side: Side) => {
  const { params, version } = await confirmed(side);
  const { body } = await side.call('POST /commissions/statements/:id/pay', { params, version, body: paid });
  return { params, version: body.version as number };
};
const contract = once((side: Side) => madeBy(side, side.as));

export const commissions: Calls<typeof table> = {
  'GET /commissions/statements': nothing,
  'GET /commissions/statements/export': () => ({ query: { format: 'csv' } }),
  'GET /commissions/statements/:id': statement,
  'GET /commissions/statements/:id/targets': statement,
  'GET /commissions/statements/:id/document': statement,
  'POST /commissions/statements/confirm': async (side) => {
    const { params, version } = await made(side);
    return { body: { rows: [{ id: params.id, version }] } };
  },
  'POST /commissions/statements/pay': async (side) => {
    const { params, version } = await confirmed(side);
    return { body: { rows: [{ id: params.id, version }], ...paid } };
  },
  'POST /commissions/statements/:id/confirm': made,
  'POST /commissions/statements/:id/pay': async (side) => ({ ...(await confirmed(side)), body: paid }),
  'POST /commissions/statements/:id/unpay': async (side) => ({ ...(await paidOne(side)), body: { reason: 'mistake' } }),
  'GET /commissions/statements/:id/timeline': statement,
  ...commentsOf('commissions/statements', statement),
  ...recordCalls('commissions/rules', (name) => ruleOf({ name })),
  'GET /commissions/choices': nothing,
  'POST /commissions/simulation': () => ({ body: { rule: ruleOf(), replaces: null } }),
  'GET /commissions/trial': async (side) => ({ query: { contractId: (await contract(side)).params.id } }),
  'GET /commissions/people': nothing,
  'POST /commissions/lines': async (side) => ({ body: spiffFor((await side.colleague()).id) }),
  'GET /commissions/contracts/:id/split': async (side) => ({ params: (await contract(side)).params }),
  'GET /commissions/contracts/:id/effect': async (side) => ({
    params: (await contract(side)).params,
    query: { userId: (await side.colleague()).id, share: 30_00 },
  }),
  'POST /commissions/contracts/:id/split': async (side) => ({
    ...(await madeBy(side, side.as)),
    body: { shares: [{ userId: (await side.colleague()).id, share: 100_00 }], reason: 'Trattativa di un collega' },
  }),
};

/** A statement of a month that is over, of somebody who is nobody else. */
export async function readyStatement({ call, userWith }: World, by: TestUser): Promise<number> {
  const seller = await userWith('createQuotes');
  return (await call(by, 'POST /commissions/lines', { body: spiffFor(seller.id) })).body.id;
}

export const statementFacts = `state, user_id::int as "userId", month::text, version, 0 as earlier, 150_00 as due, false as disputed`;

let months = 0;
/** A person's statement of a month in which nobody else has one. */
export async function emptyStatement({ query }: World, { id }: TestUser): Promise<number> {
  months += 1;
  const [row] = await query(
    `insert into commission_statements (company_id, user_id, month, created_at, updated_at)
      values (901, $1, date '2026-10-01' - make_interval(months => $2), now(), now()) returning id::int`,
    [id, months],
  );
  return row!.id as number;
}
