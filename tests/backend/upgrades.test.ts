/**
 * Databases of landed versions, as they were, start with today's code. In `upgrades/` lies one pair of files per version, named by
 * the day on which its demo world was made (`now` = 09:00 UTC): the dump, and what that version answered of every quote.
 *
 * The next pair is made from a checkout of the version: on an empty database of PostgreSQL 15, the oldest that is served, run
 * `migrate` and `seedDemo(url, { now })`; keep of each quote what `GET /quotes/:id` answers but the sheet, the columns keys_in_hand,
 * instalment and margin, and the text of each page of its PDF; then
 * `pg_dump --inserts --rows-per-insert=200 --no-owner`, without the lines that begin with \ and without `FOR ROLE postgres`; brotli.
 * A dump holds the checksums of its migrations, so none of them can be changed in place any more: this test would not start.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { migrate } from '#backend/db/migrate.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { documentView } from '#backend/quotes/print/document.ts';
import { documentOf } from '#backend/quotes/print/print.ts';
import { quoteCourse } from '#backend/quotes/records.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { HashedSheet, Quote } from '#domain/quotes/schema.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { leavesOf } from '#tests/support/leaves.ts';
import { outsideOf } from '#tests/support/outside.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { readConfig } from '#config';

interface Recorded {
  email: string;
  answer: { id: number; state: string };
  columns: { keysInHand: number; instalment: number | null; margin: number | null };
  pages: string[];
}

const folder = join(import.meta.dirname, 'upgrades');
const read = (file: string) => brotliDecompressSync(readFileSync(join(folder, file))).toString();
const days = readdirSync(folder).flatMap((file) => /^(.+)\.sql\.br$/.exec(file)?.[1] ?? []);
const { sessionSecret } = inject('cluster');

/** Amounts and percentages of a text, in order, as numbers: how they are written may change, what they are may not. */
const figures = (pages: string[]) =>
  [...pages.join('\n').matchAll(/([−-]?)(\d[\d.]*(?:,\d+)?)\s(€|%)/g)].map(
    ([, sign, digits, unit]) => `${sign && '-'}${Number(digits!.replaceAll('.', '').replace(',', '.'))} ${unit}`,
  );

describe.each(days)('the world of %s', async (day) => {
  const { ownerUrl, db } = await testDatabase({ empty: true });
  const quotes = JSON.parse(read(`${day}.json.br`)) as Recorded[];
  const now = new Date(`${day}T09:00:00Z`);
  const config = readConfig({ SESSION_SECRET: sessionSecret, LOG_LEVEL: 'silent', PUBLIC_ORIGIN: 'https://prova.it' });
  const backend = createBackend({ db, config, now: () => now });
  const tokens = new Map<string, string>();

  const get = (email: string, path: string) =>
    backend.request(`http://backend${path}`, { headers: { authorization: `Bearer ${tokens.get(email)}` } });

  beforeAll(async () => {
    // Row level security binds an owner that is no superuser: a migration that moves rows of every company must say so.
    const url = new URL(ownerUrl);
    [url.username, url.password] = [`plain_${randomBytes(4).toString('hex')}`, 'x'];
    await asOwner(ownerUrl, `create role ${url.username} login createrole password 'x'`);
    await asOwner(ownerUrl, `grant app_rw, volante_app, app_jobs, volante_jobs to ${url.username} with admin option`);
    await asOwner(ownerUrl, `alter database ${url.pathname.slice(1)} owner to ${url.username}`);
    await asOwner(url.href, read(`${day}.sql.br`));
    await migrate(url.href, { sessionSecret });
  });

  test('every quote has its way through the states, from the beginning to where it stands', async () => {
    const ways = await asOwner(
      ownerUrl,
      `select q.state, s.states, s.froms from quotes q left join lateral (select array_agg(to_state order by id) as states,
         array_agg(from_state order by id) as froms from state_changes s
         where s.company_id = q.company_id and s.entity = 'quote' and s.record_id = q.id) s on true`,
    );
    expect(ways.length).toBeGreaterThan(100);
    for (const { state, states, froms } of ways as { state: string; states: string[]; froms: (string | null)[] }[]) {
      expect(froms).toEqual([null, ...states.slice(0, -1)]);
      expect([states[0], states.at(-1)]).toEqual(['draft', state]);
    }
  });

  test('people log in with the password they had', async () => {
    for (const email of new Set(quotes.map((quote) => quote.email))) {
      const response = await backend.request('http://backend/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      });
      expect(response.status).toBe(200);
      tokens.set(email, ((await response.json()) as { token: string }).token);
    }
    expect(tokens.size).toBe(2);
  });

  test('every quote opens as it was', async () => {
    expect(quotes.length).toBeGreaterThan(200);
    for (const { email, answer } of quotes) {
      const response = await get(email, `/quotes/${answer.id}`);
      expect(response.status, `quote ${answer.id}`).toBe(200);
      expect(await response.json()).toMatchObject(answer);
    }
  });

  test('every quote costs what it cost', async () => {
    const before = quotes.map(({ answer, columns }) => ({ id: answer.id, ...columns }));
    const after = await asOwner(
      ownerUrl,
      `select id::int, keys_in_hand::int as "keysInHand", instalment::int, margin::int from quotes order by company_id, id`,
    );
    expect(after).toEqual(before);
  });

  test('every issued quote says the amounts and rates that it printed', async () => {
    const users = await asOwner(ownerUrl, 'select id::int, company_id::int as "companyId", email from users');
    for (const { email, answer, pages } of quotes.filter((one) => one.answer.state !== 'draft')) {
      const { id, companyId } = users.find((user) => user.email === email)!;
      const said = await outsideOf({ db, config, now: () => now }).asCompany(
        companyId as number,
        id as number,
        async (ctx) => leavesOf(documentView(await documentOf(ctx, await quoteCourse.read(ctx, answer.id)))),
      );
      const texts = said.map(({ value }) => String(value));
      // Where a figure stands on paper, and how often, may change.
      expect(new Set(figures(texts)), `quote ${answer.id}`).toEqual(new Set(figures(pages)));
    }
  });

  const printed = async (email: string, id: number) => {
    const response = await get(email, `/quotes/${id}/document`);
    return pdfText(Buffer.from(await response.arrayBuffer()));
  };

  test('one in twenty of the issued quotes print them', async () => {
    for (const { email, answer, pages } of quotes.filter((one) => one.answer.id % 20 === 0)) {
      if (answer.state === 'draft') continue;
      // The layout may put them elsewhere, and some a second time in the box of the instalment.
      const now = new Set(figures(await printed(email, answer.id)));
      expect(now, `quote ${answer.id}`).toEqual(new Set(figures(pages)));
      expect(now.size).toBeGreaterThan(10);
    }
  });

  test('drafts print by the rules of today, and the same figures where those have not changed', async () => {
    for (const { email, answer, pages } of quotes.filter((one) => one.answer.state === 'draft')) {
      const { draft, sheetHash } = (await (await get(email, `/quotes/${answer.id}`)).json()) as Quote;
      const sheet = (await (await get(email, `/quotes/${answer.id}/sheet`)).json()) as HashedSheet;
      expect(sheet.hash).toBe(sheetHash);
      const now = await printed(email, answer.id);
      const { rows, keysInHand } = price(draft, sheet);
      const amounts = new Set(figures(now));
      for (const { amount } of [...rows, { amount: keysInHand }]) expect(amounts).toContain(`${amount / 100} €`);
      // Percentages say what they are of, and financings their plan month by month (rules.md §9, 5).
      const relative = rows.some(
        ({ kind, label }) => kind === 'discount' && / % su /.test(label.replaceAll('\u00a0', ' ')),
      );
      if (!relative && !draft.financing)
        expect(new Set(figures(now)), `quote ${answer.id}`).toEqual(new Set(figures(pages)));
    }
  });

  test('phones are written as they are today, whatever way people had typed them', async () => {
    const kept = `select phone from customers union all select phone2 from customers union all select phone from companies
      union all select phone from users union all select phone from locations`;
    const phones = await asOwner(ownerUrl, `select distinct phone from (${kept}) p where phone <> ''`);
    expect(phones.length).toBeGreaterThan(100);
    expect(phones.filter(({ phone }) => !/^\+[1-9]\d{7,14}$/.test(String(phone)))).toEqual([]);
  });

  test('the chain of changes still holds', async () => {
    for (const companyId of [21, 22]) {
      const { broken } = await withTenant(db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId));
      expect(broken).toBeNull();
    }
    const [row] = await asOwner(ownerUrl, 'select count(*)::int as count from audit_events');
    expect(row!.count).toBeGreaterThan(500);
  });
});
