import { describe, expect, test } from 'vitest';
import { MOST_UPLOAD_BYTES } from '#domain/upload-purposes.ts';
import { createGateway } from '#gateway/app.ts';
import {
  allPrivileges,
  config,
  cookieFrom,
  createUpstream,
  open,
  requestOf,
  tokenOf,
  validAnswer,
} from '#tests/support/upstream.ts';

const ADDRESS = '/uploads?purpose=stock_photo&name=a.jpg';
const token = tokenOf(21, allPrivileges);
const bearer = { authorization: `Bearer ${token}` };
const OCTETS = { 'content-type': 'application/octet-stream' };

const send = (world: Pick<ReturnType<typeof open>, 'app'>, body: BodyInit, headers: Record<string, string>) =>
  world.app.request(ADDRESS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

describe('a file on its way', () => {
  test('goes on past the limit of JSON, byte for byte', async () => {
    const world = open();
    const file = 'ü'.repeat(1_000_000);
    const answer = await send(world, file, { ...bearer, ...OCTETS });
    expect(answer.status).toBe(201);
    expect(world.upstream.seen.at(-1)).toMatchObject({ name: 'POST /uploads', body: file });
  });

  test('goes on while it comes: the upstream hears its beginning before its end is sent', async () => {
    let first: string | undefined;
    let heard = () => {};
    const began = new Promise<void>((done) => (heard = done));
    const stub = createUpstream();
    const upstream = async (request: Request) => {
      if (new URL(request.url).pathname !== '/uploads') return stub.fetch(request);
      const { value } = await request.body!.getReader().read();
      first = new TextDecoder().decode(value);
      heard();
      return validAnswer('POST /uploads');
    };
    const { app } = createGateway({ upstream, config });
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('inizio'));
        await began;
        controller.close();
      },
    });
    expect((await send({ app }, body, { ...bearer, ...OCTETS })).status).toBe(201);
    expect(first).toBe('inizio');
  });

  test('finds a place whatever others send: of one person ten come at a time', async () => {
    const stub = createUpstream();
    const ends: (() => void)[] = [];
    const upstream = async (request: Request) => {
      if (new URL(request.url).pathname !== '/uploads') return stub.fetch(request);
      await new Promise<void>((done) => ends.push(done));
      return validAnswer('POST /uploads');
    };
    const { app } = createGateway({ upstream, config });
    const by = (company: number) =>
      send({ app }, 'x', { authorization: `Bearer ${tokenOf(company, allPrivileges)}`, ...OCTETS });
    const slow = Array.from({ length: 10 }, () => by(21));
    await expect.poll(() => ends.length).toBe(10);
    const refused = await by(21);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    const other = by(22);
    await expect.poll(() => ends.length).toBe(11);
    for (const end of ends) end();
    expect((await Promise.all([...slow, other])).map(({ status }) => status)).toEqual(Array(11).fill(201));
    const again = by(21);
    await expect.poll(() => ends.length).toBe(12);
    ends.at(-1)!();
    expect((await again).status).toBe(201);
  });

  test('a file that says to be too large is refused before it is read, whoever sends it', async () => {
    const world = open();
    const headers = { ...bearer, ...OCTETS, 'content-length': String(MOST_UPLOAD_BYTES + 1) };
    const refused = await send(world, 'x', headers);
    const { fields } = (await refused.json()) as { fields: { file: string } };
    expect([refused.status, fields.file]).toEqual([
      413,
      `Il file è troppo grande: al massimo ${MOST_UPLOAD_BYTES / 1e6} MB`,
    ]);
    expect(world.upstream.calls()).toHaveLength(0);
  });

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'under the type "%s", which a form or a script elsewhere could send, is none',
    async (type) => {
      const world = open();
      const cookie = await cookieFrom(world.app);
      const own = { cookie, 'sec-fetch-site': 'same-origin' };
      const before = world.upstream.calls().length;
      expect((await send(world, 'x', { ...own, 'content-type': type })).status).toBeGreaterThanOrEqual(400);
      expect((await send(world, 'x', { ...bearer, 'content-type': type })).status).toBe(422);
      expect(world.upstream.calls()).toHaveLength(before);
      expect((await send(world, 'x', { ...own, ...OCTETS })).status).toBe(201);
      expect((await send(world, 'x', { ...own, ...OCTETS, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    },
  );
});

describe('a file that never changes', () => {
  const [address, init] = requestOf('GET /uploads/:id', token);

  test('is kept by the browser of who may see it; an error is not', async () => {
    const world = open();
    expect((await world.app.request(address, init)).headers.get('cache-control')).toBe(
      'private, max-age=86400, immutable',
    );
    world.upstream.answer = ({ name }) =>
      name === 'GET /uploads/:id'
        ? Response.json({ error: 'not_found', message: 'no', requestId: 'x' }, { status: 404 })
        : undefined;
    expect((await world.app.request(address, init)).headers.get('cache-control')).toBe('private, no-store');
  });

  test('does not use up the quota of calls, and has one of its own', async () => {
    const world = open({ RATE_LIMIT: 3 });
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await world.app.request(address, init)).status);
    expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429]);
    expect((await world.app.request('/releases', { headers: bearer })).status).toBe(200);
  });
});
