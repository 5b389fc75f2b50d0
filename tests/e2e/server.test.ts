import { expect, test } from 'vitest';
import { serverUrl } from '#tests/support/server.ts';

test('a page names hashed files, which come compressed and may be kept for ever', async () => {
  const page = await (await fetch(`${serverUrl()}/`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/_astro\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { status, headers } = await fetch(serverUrl() + file, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    if (Number(headers.get('content-length')) > 1024) expect(headers.get('content-encoding')).toBe('br');
  }
});

test('pages are compressed for who accepts it', async () => {
  const page = await fetch(`${serverUrl()}/`, { headers: { 'accept-encoding': 'gzip' } });
  expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'gzip']);
});

test('the application is alive and ready', async () => {
  for (const probe of ['/healthz', '/readyz']) expect((await fetch(serverUrl() + probe)).status).toBe(200);
});

test.each([
  ['/api/quotes?q=%ED%A0%80', 401, 'json'],
  ['/api/%E0%A4', 404, 'json'],
  ['/%E0%A4', 404, 'html'],
  ['/resetpassword?token=%ff', 200, 'html'],
])('%s, which cannot be decoded, is %i as %s', async (path, status, type) => {
  const answer = await fetch(serverUrl() + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining(type)]);
});
