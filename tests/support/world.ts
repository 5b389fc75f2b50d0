import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import pg from 'pg';
import { createBackend } from '#backend/app.ts';
import { jobHandlers } from '#backend/job-handlers.ts';
import { hashPassword } from '#backend/lib/password.ts';
import { readConfig, type Config } from '../../config.ts';
import type { CallName } from '#domain/endpoints.ts';
import { split } from '#domain/endpoint.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import type { TestDatabase } from './database.ts';

export const PASSWORD = 'sette-ponti-verdi-2026';
/** The day on which most tests happen. */
export const TODAY = '2026-11-20';

export interface Dealer {
  companyId: number;
  /** Stands in every text of the company: no answer to another one may hold it. */
  marker: string;
  customerId: number;
  accessoryId: number;
  tyreId: number;
  incentiveId: number;
  planId: number;
}

export interface Car {
  makerId: number;
  modelId: number;
  versionId: number;
  /** Standard colour, paid colour, optional, pack that includes the optional. */
  options: { white: number; red: number; hook: number; winter: number };
}

export interface TestUser {
  id: number;
  companyId: number;
  email: string;
  token: string;
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line no-explicit-any -- tests read answers of every call
  body: any;
  headers: Headers;
}

export interface Sent {
  params?: Record<string, number>;
  query?: Record<string, string | number>;
  body?: unknown;
  version?: number;
  key?: string;
  headers?: Record<string, string>;
}

export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * A small world of two dealers and one car in the database, and a backend with a clock that tests move. Ids are far from those
 * of the demo world.
 */
export async function makeWorld({ db, ownerUrl }: TestDatabase, settings: Record<string, string> = {}) {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  // The database is dropped by force after the tests, perhaps before a connection has said goodbye, or killed by one.
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const one = async (text: string, values: unknown[] = []) => Number((await owner.query(text, values)).rows[0]?.id);
  const passwordHash = await hashPassword(PASSWORD);
  const clock = { now: new Date(`${TODAY}T09:00:00Z`) };

  await owner.query(
    "insert into companies (company_id, name, province) values (10, 'Costruttore', 'RM') on conflict do nothing",
  );
  // The worker makes its queues when it starts; here nothing runs the jobs.
  for (const name of Object.keys(jobHandlers))
    await owner.query(`select pgboss.create_queue($1, '{"policy": "standard"}')`, [name]);
  const car = await makeCar();
  const alfa = await makeDealer(901, 'ALFAMARCHIO', 'MI');
  const beta = await makeDealer(902, 'BETAMARCHIO', 'GE');

  const dataDir = await mkdtemp(join(tmpdir(), 'volante-world-'));
  const config: Config = readConfig({
    SESSION_SECRET: 'soltanto-per-le-prove-automatiche',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: 'https://prova.example.it',
    ...settings,
  });
  const open = (): Hono => createBackend({ db, config, now: () => clock.now });
  const backend = open();

  async function makeCar(): Promise<Car> {
    const makerId = await one("insert into makers (name, cost_percent) values ('Prova Motori', 90) returning id");
    const modelId = await one("insert into models (maker_id, name, body) values ($1, 'Lampo', 'suv') returning id", [
      makerId,
    ]);
    const versionId = await one(
      `insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class)
       values ($1, 'LMP-1', '1.0 Base', 'petrol', 'manual', 'front', 74, 999, 120, 5.2, 'Euro 6e') returning id`,
      [modelId],
    );
    await owner.query("insert into version_prices values ($1, '2020-01-01', 2490000)", [versionId]);
    const option = async (code: string, name: string, kind: string, standard: boolean, price: number) => {
      const id = await one('insert into options (maker_id, code, name, kind) values ($1, $2, $3, $4) returning id', [
        makerId,
        code,
        name,
        kind,
      ]);
      await owner.query('insert into version_options values ($1, $2, $3)', [versionId, id, standard]);
      await owner.query("insert into version_option_prices values ($1, $2, '2020-01-01', $3)", [versionId, id, price]);
      return id;
    };
    const options = {
      white: await option('C01', 'Bianco', 'colour', true, 0),
      red: await option('C02', 'Rosso', 'colour', false, 70000),
      hook: await option('O01', 'Gancio traino', 'optional', false, 75000),
      winter: await option('P01', 'Pacchetto inverno', 'pack', false, 90000),
    };
    await owner.query("insert into option_rules values ($1, 'includes', $2)", [options.winter, options.hook]);
    return { makerId, modelId, versionId, options };
  }

  async function makeDealer(companyId: number, marker: string, province: string): Promise<Dealer> {
    await owner.query('insert into companies (company_id, name, province) values ($1, $2, $3)', [
      companyId,
      `${marker} Auto`,
      province,
    ]);
    await owner.query(
      "insert into quote_params (company_id, valid_from, road_cost, footer) values ($1, '2020-01-01', 95000, $2)",
      [companyId, `${marker} condizioni`],
    );
    const customerId = await one(
      `insert into customers (company_id, type, name, first_name, last_name, tax_code)
       values ($1, 'private', $2, 'Mario', $3, 'RSSMRA85T10A562S') returning id`,
      [companyId, `Mario ${marker}`, marker],
    );
    const accessoryId = await one(
      "insert into accessories (company_id, code, description, price) values ($1, $2, 'Tappetini', 9900) returning id",
      [companyId, `${marker}-1`],
    );
    const tyreId = await one(
      `insert into tyres (company_id, code, brand, model, width, ratio, rim, load, speed, season, price)
       values ($1, $2, 'Prova', 'Veloce', 205, 55, 16, '91', 'V', 'summer', 9900) returning id`,
      [companyId, `${marker}-1`],
    );
    const incentiveId = await one(
      `insert into incentives (company_id, type, payer, name, basis, amount, valid_from, refund_percent)
       values ($1, 'flat', 'maker', $2, 'list', 100000, '2020-01-01', 40) returning id`,
      [companyId, `${marker} campagna`],
    );
    const lender = await one('insert into financing_companies (company_id, name) values ($1, $2) returning id', [
      companyId,
      `${marker} banca`,
    ]);
    const planId = await one(
      `insert into financing_plans (company_id, financing_company_id, name, type, terms, max_amount, valid_from)
       values ($1, $2, $3, 'loan', '[{"months": 60, "tan": 6.95, "balloonPercent": null}]', 5000000, '2020-01-01') returning id`,
      [companyId, lender, `${marker} piano`],
    );
    return { companyId, marker, customerId, accessoryId, tyreId, incentiveId, planId };
  }

  let count = 0;
  /** A user with exactly these privileges and an open session. */
  async function user(companyId: number, privileges: readonly number[], { password = false } = {}): Promise<TestUser> {
    count += 1;
    const marker = companyId === 902 ? 'BETAMARCHIO' : 'Prova';
    const email = `utente${count}-${randomBytes(3).toString('hex')}@prova.example.it`;
    const id = await one(
      "insert into users (company_id, name, email, role_name, privileges) values ($1, $2, $3, 'Prova', $4) returning id",
      [companyId, `${marker} Utente ${count}`, email, privileges],
    );
    if (password) await owner.query('insert into logins values ($1, $2, $3, $4)', [companyId, id, email, passwordHash]);
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    // Seen in a time to come: the clocks of the tests jump by days, and the session stays open.
    await owner.query(
      "insert into sessions (company_id, user_id, token_hash, last_seen_at, expires_at) values ($1, $2, $3, '2027-12-31', '2027-12-31')",
      [companyId, id, hash],
    );
    return { id, companyId, email, token };
  }

  /** Calls the backend as its callers do: by HTTP request. */
  async function call(
    as: Pick<TestUser, 'token'> | null,
    name: CallName,
    sent: Sent = {},
    on: { request(address: string, init: RequestInit): Response | Promise<Response> } = backend,
  ): Promise<Answer> {
    const { method, path } = split(name);
    const address = path.replace(/:(\w+)/g, (_, key: string) => String(sent.params?.[key]));
    const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]));
    const response = await on.request(`http://backend${address}?${query}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(sent.version !== undefined && { 'if-match': `"v${sent.version}"` }),
        ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
        ...sent.headers,
      },
      ...(method !== 'GET' && sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    });
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: json ? await response.json() : Buffer.from(await response.arrayBuffer()),
      headers: response.headers,
    };
  }

  /** A draft for the world's car that can be issued. */
  const draft = (dealer: Dealer, changes: Partial<QuoteDraft> = {}): QuoteDraft => ({
    versionId: car.versionId,
    province: 'MI',
    optionIds: [],
    accessoryIds: [],
    customer: { id: dealer.customerId, name: 'nome dichiarato dal chiamante', type: 'fleet' },
    tradeIns: [],
    incentiveIds: [],
    customDiscounts: [],
    lowIncome: false,
    deposit: 0,
    financing: null,
    notes: '',
    ...changes,
  });

  const query = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;
  const close = async () => {
    await owner.end();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { alfa, beta, car, clock, config, backend, open, user, call, draft, query, close };
}
