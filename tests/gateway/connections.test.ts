import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createGateway, type GatewayConfig } from '#gateway/app.ts';
import { allPrivileges, config, createUpstream, requestOf, tokenOf, validAnswer } from '#tests/support/upstream.ts';

const token = tokenOf(21, allPrivileges);
const name = 'GET /catalog/makers';

/**
 * A gateway in front of a dealer API at an address of its own. `special` may answer a request by hand: it says whether it
 * has.
 */
async function apart(settings: Partial<GatewayConfig> = {}) {
  const stub = createUpstream();
  const sockets = new Set<Socket>();
  const far = {
    stub,
    sockets,
    special: undefined as ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined,
    /** Connections that were ever opened. */
    opened: 0,
  };
  const listener = getRequestListener((request) => stub.fetch(request), { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    if (!far.special?.(request, response)) void listener(request, response);
  });
  server.on('connection', (socket) => {
    far.opened += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { app } = createGateway({ config: { ...config, UPSTREAM_URL: `http://127.0.0.1:${port}/`, ...settings } });
  const ask = (call: Parameters<typeof requestOf>[0] = name) => app.request(...requestOf(call, token));
  return { ...far, far, server, app, ask };
}

const isOf = ({ url }: IncomingMessage, path: string) => new URL(url!, 'http://x').pathname === path;

describe('connections to an upstream of its own', () => {
  test('are used again: twenty calls one after the other need one', async () => {
    const { ask, far, stub } = await apart();
    for (let n = 0; n < 20; n += 1) expect((await ask()).status).toBe(200);
    expect([far.opened, stub.calls().length]).toEqual([1, 20]);
  });

  test('connections that the other end has closed while nobody used them harm no call, changes included', async () => {
    const { ask, far, server } = await apart();
    for (const call of [name, 'PUT /quotes/:id', 'POST /quotes'] as const) {
      expect((await ask(call)).status).toBeLessThan(300);
      server.closeIdleConnections();
      await expect.poll(() => far.sockets.size).toBe(0);
    }
    expect((await ask('POST /quotes')).status).toBe(201);
  });

  test('a connection breaks while a call is on its way: GET is sent once more, a change never', async () => {
    const { ask, far } = await apart();
    await ask();
    const met: string[] = [];
    far.special = (request) => {
      if (request.url === '/auth/user') return false;
      met.push(request.method!);
      request.socket.resetAndDestroy();
      return true;
    };
    expect([(await ask()).status, (await ask('PUT /quotes/:id')).status]).toEqual([503, 503]);
    expect(met).toEqual(['GET', 'GET', 'PUT']);
    far.special = undefined;
    expect((await ask()).status).toBe(200);
  });

  test('connections that are cut in the middle of an answer give 503, not half an answer', async () => {
    const { ask, far } = await apart();
    far.special = (request, response) => {
      if (!isOf(request, '/catalog/makers')) return false;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('[{"id":1,', () => request.socket.destroy());
      return true;
    };
    expect((await ask()).status).toBe(503);
    far.special = undefined;
    expect((await ask()).status).toBe(200);
  });

  test('are closed when the time of a call is over, before and within its answer', async () => {
    const { ask, far } = await apart({ UPSTREAM_TIMEOUT: 300 });
    for (const begins of [false, true]) {
      far.special = (request, response) => {
        if (!isOf(request, '/catalog/makers')) return false;
        if (begins) response.writeHead(200, { 'content-type': 'application/json' }).write('[');
        return true;
      };
      const answer = await ask();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      await expect.poll(() => far.sockets.size).toBe(0);
      far.special = undefined;
    }
    expect((await ask()).status).toBe(200);
  });

  test('connections that answer no HTTP give 503', async () => {
    const { ask, far } = await apart();
    far.special = ({ socket }) => {
      socket.end('segreto');
      return true;
    };
    const answer = await ask();
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('segreto');
  });
});

describe('large bodies over a connection', () => {
  test('an answer of eight megabytes arrives whole, one of eleven is refused and its rest not read', async () => {
    const { ask, far } = await apart();
    const large = (megabytes: number) => {
      let sent = 0;
      far.special = (request, response) => {
        if (!isOf(request, '/catalog/makers')) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        const piece = Buffer.alloc(1_000_000, ' ');
        const more = () => {
          if (sent === megabytes) return void response.end('[]');
          sent += 1;
          response.write(piece, more);
        };
        more();
        return true;
      };
      return () => sent;
    };
    large(8);
    expect([(await ask()).status, await (await ask()).json()]).toEqual([200, []]);
    const sent = large(60);
    expect((await ask()).status).toBe(502);
    await expect.poll(() => far.sockets.size).toBe(0);
    expect(sent()).toBeLessThan(60);
  });

  test('a file goes up while it comes, and down while it is read', async () => {
    const { app, far } = await apart();
    const begun = Promise.withResolvers<void>();
    let received = 0;
    far.special = (request, response) => {
      if (!isOf(request, '/uploads')) return false;
      request.on('data', (piece: Buffer) => {
        received += piece.length;
        begun.resolve();
      });
      request.on('end', () => {
        const good = validAnswer('POST /uploads');
        void good.text().then((text) => response.writeHead(201, { 'content-type': 'application/json' }).end(text));
      });
      return true;
    };
    const piece = new Uint8Array(1_000_000);
    const file = new ReadableStream({
      async start(controller) {
        controller.enqueue(piece);
        await begun.promise;
        for (let n = 0; n < 7; n += 1) controller.enqueue(piece);
        controller.close();
      },
    });
    const up = await app.request('/uploads?purpose=stock_photo&name=a.jpg', {
      method: 'POST',
      body: file,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      duplex: 'half',
    } as RequestInit);
    expect([up.status, received]).toEqual([201, 8_000_000]);

    const read = Promise.withResolvers<void>();
    far.special = (request, response) => {
      if (!isOf(request, '/uploads/7')) return false;
      response.writeHead(200, { 'content-type': 'image/jpeg' }).write(piece);
      void read.promise.then(() => response.end(piece));
      return true;
    };
    const [address, init] = requestOf('GET /uploads/:id', token);
    const down = await app.request(address, init);
    const reader = down.body!.getReader();
    let size = (await reader.read()).value!.length;
    read.resolve();
    for (let next = await reader.read(); !next.done; next = await reader.read()) size += next.value.length;
    expect([down.status, size]).toEqual([200, 2_000_000]);
  });

  test('a caller who leaves while a file comes down frees its connection, as does an answer that is no file', async () => {
    const { app, far } = await apart();
    const [address, init] = requestOf('GET /uploads/:id', token);
    const endless = (type: string) => (request: IncomingMessage, response: ServerResponse) => {
      if (!isOf(request, '/uploads/7')) return false;
      response.writeHead(200, { 'content-type': type });
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), more));
      more();
      return true;
    };
    far.special = endless('image/jpeg');
    const answer = await app.request(address, init);
    await answer.body!.cancel();
    far.special = endless('text/html');
    expect((await app.request(address, init)).status).toBe(502);
    far.special = undefined;
    await expect.poll(() => far.sockets.size).toBeLessThan(2);
  });
});

test('the sentence of a dealer API that is busy is shown; any other text of a 503 is not', async () => {
  const { ask, far } = await apart();
  const say = (body: object) => {
    far.special = (request, response) => {
      if (!isOf(request, '/catalog/makers')) return false;
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '10' }).end(JSON.stringify(body));
      return true;
    };
  };
  say({ error: 'unavailable', message: 'Il server è occupato', requestId: 'x' });
  const busy = await ask();
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await busy.json()).toMatchObject({ message: 'Il server è occupato' });
  say({ message: 'segreto at line 7' });
  expect(await (await ask()).json()).toMatchObject({ message: 'Servizio temporaneamente non disponibile' });
});
