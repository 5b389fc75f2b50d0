import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Refused } from '#backend/lib/work/refused.ts';
import { quoteMail } from '#backend/quotes/sent/mail.ts';
import { isMobile } from '#domain/phones.ts';
import { smsParts } from '#domain/documents/sms-parts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

/** A provider that keeps what it gets and answers `status`; 0: it goes away without an answer. */
const provider = { got: [] as { authorization: string | undefined; body: object }[], status: 200 };
const server = createServer(async (request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  provider.got.push({
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString()) as object,
  });
  if (provider.status === 0) response.destroy();
  else response.writeHead(provider.status).end();
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;

const world = await makeWorld(await testDatabase());
const { alfa, call, query } = world;
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(() => Object.assign(provider, { got: [], status: 200 }));
const seller = await world.user(901, EVERY);
const issued = async () => {
  const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
  await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
  return { id } as { id: number };
};
const text = 'Il preventivo: {collegamento}';
const send = async (to = '333 123 4567') => {
  const params = await issued();
  return { params, ...(await call(seller, 'POST /quotes/:id/sms', { params, body: { to, text } })) };
};
const work = (id: number, provided = true) => {
  const outside = world.outside();
  const config = { ...outside.config, ...(provided && { SMS_URL: url, SMS_TOKEN: 'segreto', SMS_FROM: 'Alfa' }) };
  return quoteMail.run({ ...outside, config }, { companyId: 901, id });
};
const messages = async (params: { id: number }) =>
  (await call(seller, 'GET /quotes/:id/sending', { params })).body.messages;

describe('an SMS', () => {
  test('leaves by the provider with a private link, and stands in the history', async () => {
    const { params, status, body } = await send();
    expect([status, body.channel, body.address]).toEqual([201, 'sms', '+393331234567']);
    await work(body.id);
    expect(provider.got).toEqual([
      {
        authorization: 'Bearer segreto',
        body: { from: 'Alfa', to: '+393331234567', text: expect.stringMatching(/^Il preventivo: http.*[/]offer[/]/) },
      },
    ]);
    const { text: sent } = provider.got[0]!.body as { text: string };
    const token = sent.split('/offer/')[1]!;
    expect((await call(null, 'GET /offers', { query: { token } })).status).toBe(200);
    expect(await messages(params)).toMatchObject([{ channel: 'sms', sentAt: expect.any(String), failedAt: null }]);
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params })).body;
    expect(events[0]).toMatchObject({ what: 'ha scritto un SMS a +393331234567' });
    await work(body.id);
    expect(provider.got).toHaveLength(1);
  });

  test('waits in the outbox without a provider, until the person is erased', async () => {
    const { body } = await send();
    await work(body.id, false);
    const folder = join(world.config.DATA_DIR, 'outbox');
    const file = readdirSync(folder).find((name) => name.endsWith(`messages-${body.id}.sms`));
    expect(readFileSync(join(folder, file!), 'utf8')).toMatch(
      /^From: Volante\r\nTo: \+393331234567\r\n\r\nIl preventivo/,
    );
  });

  test('to a landline or no number is refused at its field', async () => {
    for (const to of ['02 1234567', '+39 06 1234567', 'casa'])
      expect((await send(to)).body.fields, to).toHaveProperty('to');
    expect((await send('+33 1 23 45 67 89')).status).toBe(201);
    expect(['+393331234567', '+41791234567', '+390212345'].map(isMobile)).toEqual([true, true, false]);
  });

  test('an SMS that fails is tried again, or sent again at a press, and arrives once', async () => {
    const { params, body } = await send();
    provider.status = 503;
    await expect(work(body.id)).rejects.toThrow('503');
    expect(await messages(params)).toMatchObject([{ sentAt: null, failedAt: expect.any(String) }]);
    const message = { params: { ...params, messageId: body.id as number } };
    provider.status = 200;
    const again = await call(seller, 'POST /quotes/:id/messages/:messageId/resend', message);
    expect(again.body).toMatchObject({ id: body.id, failedAt: null });
    expect((await call(seller, 'POST /quotes/:id/messages/:messageId/resend', message)).status).toBe(409);
    await work(body.id);
    await work(body.id);
    expect(provider.got).toHaveLength(2);
    const once = await call(seller, 'POST /quotes/:id/messages/:messageId/resend', message);
    expect(once.body.id).not.toBe(body.id);
    expect(await messages(params)).toHaveLength(2);
  });

  test('an SMS that the provider refuses for good is not tried again, and the seller is told', async () => {
    const { params, body } = await send();
    provider.status = 422;
    await expect(work(body.id)).rejects.toThrow(Refused);
    expect(await messages(params)).toMatchObject([{ sentAt: null, failedAt: expect.any(String) }]);
    const { rows } = (await call(seller, 'GET /notifications', { query: {} })).body;
    expect(rows[0]).toMatchObject({ kind: 'message_failed', title: expect.stringContaining('l’SMS a +393331234567') });
    const [{ n }] = (await query('select count(*)::int as n from links where revoked_at is null and record_id = $1', [
      params.id,
    ])) as [{ n: number }];
    expect(n).toBe(0);
  });
});

describe('an SMS costs something', () => {
  test('so one of which nobody knows whether it arrived is not sent again by itself, and its link opens', async () => {
    for (const status of [0, 504]) {
      const { params, body } = await send();
      Object.assign(provider, { got: [], status });
      await expect(work(body.id), String(status)).rejects.toThrow(Refused);
      const [{ title, text: advice }] = (await call(seller, 'GET /notifications', { query: {} })).body.rows;
      expect([title, advice]).toEqual([
        expect.stringMatching(/l’SMS a \+393331234567 forse non è partito$/),
        expect.stringContaining('chiedere se è arrivato'),
      ]);
      const { text: sent } = provider.got[0]!.body as { text: string };
      expect((await call(null, 'GET /offers', { query: { token: sent.split('/offer/')[1]! } })).status).toBe(200);
      // Whoever has asked sends it again.
      const message = { params: { ...params, messageId: body.id as number } };
      expect((await call(seller, 'POST /quotes/:id/messages/:messageId/resend', message)).status).toBe(200);
    }
  });

  test('and one whose sender stood still before it noted that it left is not sent again either', async () => {
    const { params, body } = await send();
    await work(body.id);
    await query('update messages set sent_at = null where id = $1', [body.id]);
    await expect(work(body.id)).rejects.toThrow(Refused);
    expect(provider.got).toHaveLength(1);
    const [{ title }] = (await call(seller, 'GET /notifications', { query: {} })).body.rows;
    expect(title).toMatch(/forse non è partito$/);
    expect(await messages(params)).toMatchObject([{ sentAt: null, doubtful: true }]);
    const { events } = (await call(seller, 'GET /quotes/:id/timeline', { params })).body;
    expect(events[0].what).toMatch(/\(forse non è partito\)$/);
    const { text: sent } = provider.got[0]!.body as { text: string };
    expect((await call(null, 'GET /offers', { query: { token: sent.split('/offer/')[1]! } })).status).toBe(200);
    const message = { params: { ...params, messageId: body.id as number } };
    await call(seller, 'POST /quotes/:id/messages/:messageId/resend', message);
    await work(body.id);
    expect(provider.got).toHaveLength(2);
  });

  test('and is tried for half an hour where a mail is tried for three days', async () => {
    const { params, body } = await send();
    const mail = { to: 'cliente@prova.example.it', subject: 'Preventivo', text: 'Eccolo', link: false };
    const { id } = (await call(seller, 'POST /quotes/:id/messages', { params, body: mail })).body;
    const rows = await query(
      "select retry_limit as tries, retry_delay as first from pgboss.job where name = 'quote-mail' and data ->> 'id' = any($1) order by (data ->> 'id')::int",
      [[body.id, id].map(String)],
    );
    expect(rows).toEqual([
      { tries: 6, first: 30 },
      { tries: 25, first: 60 },
    ]);
  });
});

test('the number of SMS goes by the alphabet of its characters', () => {
  const cases = [
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['à'.repeat(160), 1],
    ['’'.repeat(70), 1],
    ['’'.repeat(71), 2],
  ] as const;
  for (const [text, parts] of cases) expect(smsParts(text), text.slice(0, 2)).toBe(parts);
});
