import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { recognise } from '#gateway/known.ts';
import { loadAssets } from '../server/assets.ts';
import { openFront } from '../server/http.ts';

const folder = await mkdtemp(join(tmpdir(), 'volante-server-'));
afterAll(() => rm(folder, { recursive: true }));

describe('front', () => {
  test('answers probes before the application is there, and says that it is starting', async () => {
    const front = await openFront(0, '127.0.0.1');
    const get = (path: string) => fetch(`http://127.0.0.1:${front.port}${path}`);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(503);
    const page = await get('/');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    front.serve(
      (_, response) => response.end('page'),
      async () => true,
    );
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/')).text()).toBe('page');
    await front.close(0);
  });

  test('a taken port is one sentence', async () => {
    const front = await openFront(0, '127.0.0.1');
    await expect(openFront(front.port, '127.0.0.1')).rejects.toThrow(
      `La porta ${front.port} è già occupata: fermare l'altro programma o sceglierne un'altra, per esempio PORT=${front.port + 1}.`,
    );
    await front.close(0);
  });

  test('closing lets running requests end, cuts live updates and takes no new connection', async () => {
    const front = await openFront(0, '127.0.0.1');
    const origin = `http://127.0.0.1:${front.port}`;
    let finish = () => {};
    let arrived = () => {};
    const running = new Promise<void>((done) => (arrived = done));
    front.serve(
      ({ url }, response) => {
        if (url === '/live')
          return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
        finish = () => response.end('whole');
        arrived();
      },
      async () => true,
    );
    const live = await fetch(`${origin}/live`, { headers: { accept: 'text/event-stream' } });
    const slow = fetch(`${origin}/slow`).then((response) => response.text());
    await running;
    const closed = front.close(60_000);
    await expect(live.text()).rejects.toThrow();
    const late = await fetch(`${origin}/late`);
    expect([late.status, late.headers.get('connection')]).toEqual([503, 'close']);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
    finish();
    expect(await slow).toBe('whole');
    await closed;
  });

  test('closing ends connections that are kept alive with their last answer', async () => {
    const front = await openFront(0, '127.0.0.1');
    const waiting = new Map<string, () => void>();
    // Others may still look for the server that had this port before: they get their answer at once.
    front.serve(
      ({ url }, response) =>
        url === '/1' || url === '/2'
          ? waiting.set(url, () => response.end('whole'))
          : response.writeHead(404, { connection: 'close' }).end(),
      async () => true,
    );
    const agent = new Agent({ keepAlive: true });
    const get = (path: string) =>
      new Promise<[number?, string?]>((done) => {
        request({ host: '127.0.0.1', port: front.port, path, agent }, (response) => {
          response.resume().on('end', () => done([response.statusCode, response.headers.connection]));
        }).end();
      });
    const [first, second] = [get('/1'), get('/2')];
    await expect.poll(() => waiting.size).toBe(2);
    const closed = front.close(60_000);
    waiting.get('/1')!();
    expect(await first).toEqual([200, 'close']);
    waiting.get('/2')!();
    expect(await second).toEqual([200, 'close']);
    await closed;
    agent.destroy();
  });

  test.each([
    ['//evil.example/../_astro/', 'localhost'],
    ['/\\evil.example/', 'localhost'],
    ['http://evil.example/', 'localhost'],
    ['*', 'localhost'],
    ['/dealer', 'a b'],
    ['/dealer', '[::1'],
    ['/dealer', 'localhost:99999'],
    ['/dealer', 'user@localhost'],
  ])('%s at host «%s» is no address of this site', async (path, host) => {
    const front = await openFront(0, '127.0.0.1');
    front.serve(
      (_, response) => response.end('page'),
      async () => true,
    );
    const status = await new Promise((done) => {
      request({ port: front.port, path, headers: { host } }, (response) => done(response.statusCode)).end();
    });
    expect(status).toBe(400);
    await front.close(0);
  });
});

test('two hosts are one too many', async () => {
  const front = await openFront(0, '127.0.0.1');
  front.serve(
    (_, response) => response.end('page'),
    async () => true,
  );
  const status = await new Promise((done) => {
    const headers = ['Host', 'localhost', 'Host', 'evil.example'];
    request({ port: front.port, setHost: false, headers }, (response) => done(response.statusCode)).end();
  });
  expect(status).toBe(400);
  await front.close(0);
});

describe('methods', () => {
  test.each(['TRACE', 'PROPFIND', 'PURGE'])('%s is answered before anything tries to read it', async (method) => {
    const front = await openFront(0, '127.0.0.1');
    front.serve(
      (_, response) => response.end('page'),
      async () => true,
    );
    const status = await new Promise((done) => {
      request({ port: front.port, path: '/dealer', method }, (response) => done(response.statusCode)).end();
    });
    expect(status).toBe(501);
    await front.close(0);
  });
});

describe('what a person looks at is a page', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const ask = (port: number, path: string, { method = 'GET', headers = {} as Record<string, string> } = {}) =>
    new Promise<{ status?: number; type?: string; body: string; policy?: unknown }>((done) => {
      request({ port, path, method, headers }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => {
          const { 'content-type': type, 'content-security-policy': policy } = response.headers;
          done({ status: response.statusCode!, type: type!, body, policy });
        });
      }).end();
    });

  test.each([
    [431, 'troppo lunghi', `GET /dealer HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`],
    [400, 'controllare l’indirizzo', 'DEALER\r\n\r\n'],
  ])('where nothing could be read as a request (%d)', async (status, why, sent) => {
    const front = await openFront(0, '127.0.0.1');
    front.serve(
      (_, response) => response.end('page'),
      async () => true,
    );
    const answer = await new Promise<string>((done) => {
      let heard = '';
      const socket = connect(front.port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', (part) => (heard += part)).on('close', () => done(heard));
    });
    const [head, page] = answer.split('\r\n\r\n') as [string, string];
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: text/html; charset=utf-8`, 's'));
    expect(head).toContain(`content-length: ${Buffer.byteLength(page)}\r\n`);
    for (const text of [why, `Codice errore <b>${status}</b>`, 'href="/"']) expect(page).toContain(text);
    await front.close(0);
  });

  test('nothing is written behind an answer that is on its way', async () => {
    const front = await openFront(0, '127.0.0.1');
    front.serve(
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('half'),
      async () => true,
    );
    const answer = await new Promise<string>((done) => {
      let heard = '';
      const socket = connect(front.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
      socket.on('data', (part) => {
        heard += part;
        if (heard.endsWith('half')) socket.write('DEALER\r\n\r\n');
      });
      socket.on('close', () => done(heard)).on('error', () => {});
    });
    expect(answer).toMatch(/half$/);
    await front.close(0);
  });

  test('while the application starts; a script gets a sentence', async () => {
    const front = await openFront(0, '127.0.0.1');
    const page = await ask(front.port, '/dealer', { headers: html });
    expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' });
    for (const text of ['Servizio temporaneamente non disponibile', 'Codice errore', '503', 'Riprova'])
      expect(page.body).toContain(text);
    expect(page.policy).toContain("default-src 'none'");
    // In the colours of the other pages, light and dark.
    const tokens = readFileSync(join(import.meta.dirname, '../src/styles/tokens.css'), 'utf8');
    for (const name of ['ink', 'page']) expect(page.body).toContain(new RegExp(`--${name}: (.*);`).exec(tokens)![1]);
    expect(page.body).toContain(':root { color-scheme: light dark;');
    for (const [path, headers] of [['/dealer'], ['/api/quotes', html]] as const)
      expect(await ask(front.port, path, { headers: headers ?? {} })).toMatchObject({
        status: 503,
        type: 'text/plain; charset=utf-8',
      });
    await front.close(0);
  });

  test('the pages are told what was refused, by the front alone', async () => {
    const front = await openFront(0, '127.0.0.1');
    front.serve(
      ({ method, url, headers }, response) => response.end([method, url, headers.host, headers['x-refused']].join(' ')),
      async () => true,
    );
    const body = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body;
    const { port } = front;
    expect(await body(port, '//evil.example/', { headers: { ...html, host: 'a b' } })).toBe('GET / localhost 400');
    expect(await body(port, '/dealer', { method: 'PROPFIND', headers: html })).toBe(
      `GET /dealer localhost:${port} 501`,
    );
    expect(await body(port, '/dealer', { headers: { ...html, 'x-refused': '400' } })).toBe(
      `GET /dealer localhost:${port} `,
    );
    expect(await ask(port, '/api/x', { method: 'PROPFIND', headers: html })).toMatchObject({
      status: 501,
      body: 'Metodo non previsto.',
    });
    const closed = front.close(60_000);
    expect(await body(port, '/dealer', { headers: html })).toBe(`GET /dealer localhost:${port} 503`);
    await closed;
  });
});

describe('a connection of nobody that is known', () => {
  const patience = { wholeMs: 600, freeMs: 200, bytesPerSecond: 1000, most: 10, everyMs: 20 };
  /** Bytes on a connection of their own, then pieces one at a time; what came back, and whether it is open. */
  function drip(port: number, first: string, piece = '', times = Infinity) {
    const heard = { text: '', open: true };
    const socket = connect(port, '127.0.0.1', () => go(first, piece, times));
    const timers: NodeJS.Timeout[] = [];
    const go = (begin: string, more: string, left: number) => {
      socket.write(begin);
      const timer = setInterval(() => (left-- > 0 ? socket.write(more) : clearInterval(timer)), 50);
      timers.push(timer);
    };
    socket.on('data', (part) => (heard.text += part)).on('error', () => {});
    socket.on('close', () => (timers.forEach(clearInterval), (heard.open = false)));
    onTestFinished(() => void socket.destroy());
    return Object.assign(heard, { go });
  }
  const post = (path: string, bytes = 100_000) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`;
  /** Answers who is done; knows who asks for `/known`, and answers `/refused` at once. */
  async function openedFor({ proxies = 0, most = patience.most } = {}) {
    const front = await openFront(0, '127.0.0.1', { strangers: { proxies, patience: { ...patience, most } } });
    onTestFinished(() => front.close(0));
    front.serve(
      (asked, response) => {
        if (asked.url === '/known') recognise(new Headers({ 'x-socket': asked.headers['x-socket'] as string }));
        if (asked.url === '/refused') response.writeHead(401, { 'content-length': 2 }).end('no');
        else if (asked.url !== '/working') asked.resume().on('end', () => response.end('whole'));
      },
      async () => true,
    );
    return front.port;
  }
  test('is closed when its request drips, in its head, its body or behind its answer, and when it takes too long', async () => {
    const port = await openedFor();
    const slow = [
      drip(port, 'POST / HTTP/1.1\r\n', 'a'),
      drip(port, post('/'), 'a'),
      drip(port, post('/refused'), 'a'),
      drip(port, post('/').replace('Host', 'X-Socket: 1\r\nHost'), 'a'),
      drip(port, post('/'), 'a'.repeat(2000)),
    ];
    await expect.poll(() => slow.map(({ open }) => open), { timeout: 5000 }).toEqual(slow.map(() => false));
    expect(slow.map(({ text }) => text.slice(9, 12))).toEqual(['408', '408', '401', '408', '408']);
  });

  test('keeps its minutes once the gateway has recognised who asks; behind a proxy each request shows it anew', async () => {
    for (const proxies of [0, 1]) {
      const port = await openedFor({ proxies });
      const known = drip(port, post('/known', 16), 'a', 16);
      await expect.poll(() => known.text, { timeout: 5000 }).toContain('whole');
      known.go(post('/', 16), 'a', 16);
      await expect
        .poll(() => (known.open ? known.text.split('whole').length : 'closed'), { timeout: 5000 })
        .toBe(proxies === 0 ? 3 : 'closed');
    }
  });

  test('is one of a fifth: who waits for longest makes room, not who is answered or known', async () => {
    const port = await openedFor({ most: 4 });
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const known = drip(port, ask('/known'));
    const working = drip(port, ask('/working'));
    const coming = drip(port, post('/'));
    await expect.poll(() => known.text).toContain('whole');
    const idle = drip(port, '');
    const crowd = [drip(port, ''), drip(port, '')];
    await expect.poll(() => [idle.open, coming.open]).toEqual([false, true]);
    for (let n = 0; n < 3; n++) {
      const next = drip(port, ask('/'));
      await expect.poll(() => next.text.slice(9, 12)).toBe('200');
    }
    expect([known.open, working.open, crowd.filter(({ open }) => open).length]).toEqual([true, true, 0]);
  });
});

describe('assets', () => {
  test('compressed as the browser accepts, hashed ones for ever, nothing outside the folder', async () => {
    await writeFile(join(folder, 'a.txt'), 'plain');
    await writeFile(join(folder, 'a.txt.br'), 'as brotli');
    await writeFile(`${folder}.outside`, 'secret');
    const serve = await loadAssets(folder);
    const front = await openFront(0, '127.0.0.1');
    front.serve(
      (incoming, response) => void (serve(incoming, response) || response.writeHead(404).end()),
      async () => true,
    );
    const get = (path: string, headers: Record<string, string> = {}) =>
      new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>((done) => {
        // Not fetch: it would tidy the path and decode the body.
        request({ port: front.port, path, headers }, (response) => {
          let body = '';
          response.on('data', (chunk) => (body += chunk));
          response.on('end', () => done({ status: response.statusCode, headers: response.headers, body }));
        }).end();
      });
    const plain = await get('/a.txt');
    expect(plain).toMatchObject({
      status: 200,
      body: 'plain',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
    const brotli = await get('/a.txt?v=1', { 'accept-encoding': 'gzip, br' });
    expect(brotli).toMatchObject({ status: 200, body: 'as brotli', headers: { 'content-encoding': 'br' } });
    expect((await get('/a.txt', { 'if-none-match': String(plain.headers.etag) })).status).toBe(304);
    for (const path of ['/a.txt.br', `/../${folder.split('/').at(-1)}.outside`, '/..%2f', '/', '/%'])
      expect((await get(path)).status).toBe(404);
    await front.close(0);
    await rm(`${folder}.outside`);
  });
});

describe('run', () => {
  test('runs a TypeScript file with Node 24, its arguments and its exit code', async () => {
    const file = join(folder, 'probe.ts');
    await writeFile(
      file,
      'const argument: string = process.argv[2]!; console.log(process.version, argument); process.exit(7);',
    );
    const run = join(import.meta.dirname, '../scripts/run.mjs');
    const { stdout, status } = spawnSync('node', [run, file, 'one'], { encoding: 'utf8' });
    expect([stdout.trim(), status]).toEqual([expect.stringMatching(/^v24\.\S+ one$/), 7]);
  });
});
