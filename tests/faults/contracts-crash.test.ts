import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { TestUser } from '#tests/support/area.ts';
import type { Application } from '#tests/support/application.ts';
import { prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { temporaryFolder } from '#tests/support/folder.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { killDatabase, ownerUrlOf, startBare, until, worldIn } from '#tests/support/running.ts';

const CONTRACTS = 5;
/** Every second round kills the database, too; one such round in the ordinary run, where the saves are killed in both ways. */
const ROUNDS = isSoak ? Array.from({ length: 20 }, (_, round) => round) : [1];

type Contract = CallAnswer<'GET /contracts/:id'>;
/** What was sent of a contract and may have no answer: a move to a state, or a receipt under a key. */
type Sent = { path: string; as: TestUser; body: object } & ({ to: string; version: number } | { key: string });
/** A contract as its people believe it to be. */
interface Sale {
  id: number;
  state: string;
  version: number;
  changes: number;
  keys: string[];
  pending?: Sent | undefined;
}

let dataDir = '';
let application: Application;
let world: Awaited<ReturnType<typeof worldIn>>;
let sale: Awaited<ReturnType<typeof saleIn>>;
const sales: Sale[] = [];
let moveOf: Record<string, { name: string; as: TestUser; to: string; body: object }> = {};

beforeAll(async () => {
  dataDir = await temporaryFolder();
  application = await startBare({ DATA_DIR: dataDir });
  world = await worldIn(await ownerUrlOf(dataDir));
  sale = await saleIn(world);
  const { seller, director, office, side, make, because } = sale;
  await world.query('update users set commissions = $2::jsonb where id = $1', [
    seller.id,
    JSON.stringify([{ from: '2026-01-01', newFixed: 0, newPercent: 0, usedFixed: 150_00, usedPercent: 0, b2bFixed: 0, b2bPercent: 0, financial: 0, insurance: 0, pickup: 0 }]), // prettier-ignore
  ]);
  for (let n = 0; n < CONTRACTS; n += 1) {
    const { id } = await make();
    await prepareContract(side, id);
    await world.query('update contracts set received = 0 where id = $1', [id]);
    sales.push({ id, state: 'incomplete', version: 0, changes: 0, keys: [] });
  }
  moveOf = {
    incomplete: { name: 'submit', as: seller, to: 'waiting_commercial_approvation', body: {} },
    waiting_commercial_approvation: { name: 'validate', as: director, to: 'waiting_approvation', body: {} },
    waiting_approvation: { name: 'approve', as: office, to: 'approved', body: {} },
    approved: { name: 'reopen', as: office, to: 'waiting_approvation', body: await because('reopen') },
  };
});
afterAll(async () => {
  await world.close();
  await application.stop();
  await rm(dataDir, { recursive: true });
});

/** Status 0: no answer, because the connection broke or the database had gone before. */
async function send(each: Sent) {
  const headers = {
    authorization: `Bearer ${each.as.token}`,
    'content-type': 'application/json',
    ...('key' in each ? { 'idempotency-key': each.key } : { 'if-match': `"v${each.version}"` }),
  };
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(each.body) };
    const response = await fetch(`${application.url}/api/contracts${each.path}`, init);
    const body = (await response.json()) as Contract;
    return { status: response.status === 503 ? 0 : response.status, body };
  } catch {
    return { status: 0, body: {} as Contract };
  }
}

const read = async (id: number) => {
  const headers = { authorization: `Bearer ${sale.office.token}` };
  return (await (await fetch(`${application.url}/api/contracts/${id}`, { headers })).json()) as Contract;
};

let count = 0;
const next = (each: Sale): Sent => {
  count += 1;
  if (count % 3 === 0) {
    const reference = `incasso-${count}`;
    const body = { receivedOn: '2026-11-20', kind: 'deposit', method: 'card', amount: 1_00, reference, again: true };
    return { path: `/${each.id}/receipts`, as: sale.office, body, key: reference };
  }
  const { name, as, to, body } = moveOf[each.state]!;
  return { path: `/${each.id}/${name}`, as, body, to, version: each.version };
};

/** The answer is there: that is how the contract is now. */
function take(each: Sale, now: Contract): void {
  const sent = each.pending!;
  Object.assign(each, { state: now.state, version: now.version, pending: undefined });
  if ('key' in sent) each.keys.push(sent.key);
  else each.changes += 1;
}

/** Moves a contract and receives money for it, again and again, until the application is gone. */
async function work(each: Sale): Promise<void> {
  for (;;) {
    each.pending = next(each);
    const { status, body } = await send(each.pending);
    if (status === 0) return;
    expect([status, body]).toEqual(['key' in each.pending ? 201 : 200, expect.objectContaining({ id: each.id })]);
    if ('to' in each.pending) expect(body.state).toBe(each.pending.to);
    take(each, body);
  }
}

/** What somebody does when the application is back: a receipt is sent again under its key, a move where it is not done. */
async function settle(each: Sale): Promise<void> {
  const sent = each.pending!;
  if ('key' in sent) {
    let answer = await send(sent);
    for (let n = 0; answer.status === 409 && n < 20; n += 1) {
      await sleep(250);
      answer = await send(sent);
    }
    expect(answer.status).toBe(201);
    const again = await send(sent);
    expect([again.status, again.body.receipts]).toEqual([201, answer.body.receipts]);
    return take(each, await read(each.id));
  }
  const now = await read(each.id);
  // Done or not done, never half.
  expect([each.state, sent.to]).toContain(now.state);
  expect(now.state === sent.to).toBe(now.version !== sent.version);
  if (now.state === sent.to) return take(each, now);
  const { status, body } = await send(sent);
  expect([status, body.state]).toEqual([200, sent.to]);
  take(each, body);
}

/** A contract with everything that its moves have written elsewhere. */
const written = async (id: number) =>
  (
    await world.query(
      `select c.state, c.received::int, (select count(*)::int from state_changes s where s.entity = 'contract' and s.record_id = c.id) as changes,
        u.state as car, u.sale_document as document, u.reserved_contract::int as held, c.number,
        (select coalesce(sum(sign(k.amount)), 0)::int from commission_entries k where k.contract_id = c.id) as commissions,
        (select coalesce(array_agg(r.reference order by r.id), '{}') from contract_receipts r where r.contract_id = c.id) as receipts
       from contracts c join contract_cars k on k.company_id = c.company_id and k.contract_id = c.id
         join used_cars u on u.company_id = c.company_id and u.id = k.used_car_id where c.id = $1`,
      [id],
    )
  )[0];

test.each(ROUNDS)(
  'kill -9 number %i in the middle of moves leaves no sale half done, and a key answers as before',
  async (round) => {
    for (const each of sales) each.version = (await read(each.id)).version;
    const begun = await Promise.all(sales.map(async ({ id }) => (await written(id)).changes));
    for (const [at, each] of sales.entries()) each.changes = begun[at]!;
    const working = Promise.all(sales.map(work));
    const before = count;
    await until(async () => count > before + 30, 20_000);
    await sleep(Math.random() * 400);
    if (round % 2 === 1) killDatabase(dataDir);
    await application.stop('SIGKILL');
    await working;
    application = await startBare({ DATA_DIR: dataDir });

    for (const each of sales) {
      await settle(each);
      const { number, ...now } = await written(each.id);
      const isSold = each.state === 'approved';
      expect(now).toEqual({
        state: each.state,
        changes: each.changes,
        received: each.keys.length * 1_00,
        receipts: each.keys,
        commissions: isSold ? 1 : 0,
        car: isSold ? 'sold' : 'acquired',
        document: isSold ? number : '',
        held: isSold ? null : each.id,
      });
    }
    const tenant = { companyId: 901, userId: null };
    expect(await withTenant(world.db, tenant, (trx) => verifyAudit(trx, 901))).toMatchObject({ broken: null });
  },
);
