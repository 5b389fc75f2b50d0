import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished, expect, test } from 'vitest';
import { known, SOCKET } from '#gateway/known.ts';
import { allPrivileges, cookieFrom, open, tokenOf } from '#tests/support/upstream.ts';

/** Sockets that the front hears of from now on. */
function heard() {
  const names: unknown[] = [];
  const listen = (name: unknown) => void names.push(name);
  subscribe(known.name, listen);
  onTestFinished(() => void unsubscribe(known.name, listen));
  return names;
}
const bearer = { authorization: `Bearer ${tokenOf(21, allPrivileges)}` };

test('a caller with a session is known while the file comes, before its end', async () => {
  const { app } = open();
  const names = heard();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(1));
      await expect.poll(() => names).toEqual(['7']);
      controller.close();
    },
  });
  const headers = { ...bearer, 'content-type': 'application/octet-stream', [SOCKET]: '7' };
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  expect((await app.request('/uploads?purpose=stock_photo&name=a.jpg', sent)).status).toBe(201);
});

test('so is who opens a page with a session, or anything by a private link', async () => {
  const { app, gateway } = open();
  const names = heard();
  const cookie = await cookieFrom(app);
  await gateway.session(new Request('http://localhost:4321/dealer', { headers: { cookie, [SOCKET]: '1' } }));
  await app.request(`/offers?token=${'x'.repeat(40)}`, { headers: { [SOCKET]: '2' } });
  const headers = new Headers({ [SOCKET]: '3' });
  const { call } = gateway;
  await call(null, 'GET /privacy/page', { query: { token: 'x'.repeat(40) } }, { headers });
  expect(names.filter(Boolean)).toEqual(['1', '2', '3']);
});

test('a caller who invents a session or a link, shows what anybody may see, or logs in, is not known', async () => {
  const { app, gateway, upstream } = open();
  const names = heard();
  const ask = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { ...headers, [SOCKET]: '1' } });
  expect((await ask('/releases', { authorization: 'Bearer invented' })).status).toBe(401);
  expect((await ask(`/stock/shown?token=${'x'.repeat(40)}`)).status).not.toBe(401);
  upstream.answer = () => Response.json({ error: 'not_found', message: 'no', requestId: 'x' }, { status: 404 });
  expect((await ask(`/offers?token=${'x'.repeat(40)}`)).status).toBe(404);
  expect(await gateway.session(new Request('http://localhost:4321/dealer', { headers: { [SOCKET]: '1' } }))).toBeNull();
  expect(names).toEqual([]);
});
