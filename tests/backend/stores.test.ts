import { availableParallelism, tmpdir } from 'node:os';
import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openFiles } from '#backend/lib/files/files.ts';
import { StoreError } from '#backend/lib/files/store.ts';
import { sendMail } from '#backend/lib/people/mail.ts';
import { hashPassword, inHashSlot, verifyPassword } from '#backend/lib/people/password.ts';
import { readConfig } from '#config';

const folder = await mkdtemp(join(tmpdir(), 'volante-stores-'));
const config = (more: Record<string, string> = {}) =>
  readConfig({ SESSION_SECRET: 'soltanto-per-le-prove-automatiche', DATA_DIR: folder, ...more });

/** What the bucket does instead of its work. */
let trouble: ((response: ServerResponse) => unknown) | undefined;
/** A bucket that accepts a request only when its signature is what AWS describes (Signature Version 4, path style). */
const stored = new Map<string, Buffer>();
const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
function signatureOf(request: IncomingMessage, signedHeaders: string, scope: string): string {
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name])}\n`);
  const [path, query = ''] = request.url!.split('?');
  const canonical = `${request.method}\n${path}\n${query.split('&').toSorted().join('&')}\n${headers.join('')}\n${signedHeaders}\n${String(request.headers['x-amz-content-sha256'])}`;
  const text = `AWS4-HMAC-SHA256\n${String(request.headers['x-amz-date'])}\n${scope}\n${sha(canonical)}`;
  let key: Buffer | string = 'AWS4chiave-segreta';
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex');
}
/** Two keys at a time. */
function listOf(query: URLSearchParams): string {
  const keys = [...stored.keys()]
    .map((path) => path.slice('/secchio/'.length))
    .filter((key) => key.startsWith(query.get('prefix')!))
    .toSorted();
  const from = Number(query.get('continuation-token')?.slice(2) ?? 0);
  const rest = from + 2 < keys.length;
  const contents = keys.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  return `<?xml version="1.0"?><ListBucketResult><Name>secchio</Name><IsTruncated>${rest}</IsTruncated>${contents.join('')}${
    rest ? `<NextContinuationToken>&amp;+${from + 2}</NextContinuationToken>` : ''
  }</ListBucketResult>`;
}
/** Milliseconds that the bucket rests before it takes each piece. */
let slowness = 0;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    if (slowness) await setTimeout(slowness);
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks);
  const [, scope, signed, signature] =
    /Credential=chiave\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(request.headers.authorization ?? '') ??
    [];
  const genuine =
    signed &&
    signature === signatureOf(request, signed, scope!) &&
    request.headers['x-amz-content-sha256'] === sha(body) &&
    // S3 takes no content whose length it does not know.
    (request.method !== 'PUT' || request.headers['content-length'] === String(body.length));
  const path = request.url!;
  if (trouble) return trouble(response);
  if (!genuine) return response.writeHead(403).end();
  if (path.startsWith('/secchio/?')) return response.writeHead(200).end(listOf(new URLSearchParams(path.slice(10))));
  if (request.method === 'PUT') stored.set(path, body);
  if (request.method === 'DELETE') stored.delete(path);
  const found = stored.get(path);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !found) return response.writeHead(isRead ? 404 : 200).end();
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = first ? found.subarray(Number(first), Number(last) + 1) : found;
  return response.writeHead(first ? 206 : 200, { 'content-length': part.length }).end(part);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});
const bucket = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secchio`;

describe.each([
  ['folder', () => openFiles(config())],
  ['bucket', () => openFiles(config({ S3_URL: bucket, S3_ACCESS_KEY: 'chiave', S3_SECRET_KEY: 'chiave-segreta' }))],
])('files in a %s', (_, open) => {
  test('come back as they went, are replaced, and are gone when deleted', async () => {
    const files = open();
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    expect(await files.get('901/abc')).toBeNull();
    await files.put('901/abc', bytes, 'image/png');
    expect(Buffer.from((await files.get('901/abc'))!)).toEqual(bytes);
    const whole = (await files.read('901/abc'))!;
    expect([await buffer(whole.stream), whole.bytes, await files.size('901/abc')]).toEqual([bytes, 5, 5]);
    const part = (await files.read('901/abc', { first: 1, last: 3 }))!;
    expect([await buffer(part.stream), part.bytes]).toEqual([bytes.subarray(1, 4), 3]);
    await writeFile(join(folder, 'a.pdf'), Buffer.alloc(200_000, 'p'));
    await files.put('901/abc', { path: join(folder, 'a.pdf') }, 'application/pdf');
    expect(Buffer.from((await files.get('901/abc'))!)).toEqual(Buffer.alloc(200_000, 'p'));
    await files.put('901/abc', Buffer.from('nuovo'), 'image/png');
    expect(String(Buffer.from((await files.get('901/abc'))!))).toBe('nuovo');
    await files.delete('901/abc');
    await files.delete('901/abc');
    expect(await files.read('901/abc')).toBeNull();
    expect([await files.get('901/abc'), await files.size('901/abc')]).toEqual([null, null]);
  });

  test('are listed by their folder, however many, and no others', async () => {
    const files = open();
    expect(await files.list('elenco/')).toEqual([]);
    const keys = ['elenco/901/1-10', 'elenco/901/2-11', 'elenco/902/3-12', 'elenco/902/4-13', 'elenco/902/5-14'];
    for (const key of [...keys, 'elenchi/901/6-15']) await files.put(key, Buffer.from('{}'), 'application/json');
    expect((await files.list('elenco/')).toSorted()).toEqual(keys);
  });

  test.each(['../segreto', '/etc/passwd', '901/../../x', '901', 'a b/c', '901/x?y'])(
    'refuse the key %s',
    async (key) => {
      await expect(async () => open().get(key)).rejects.toThrow('Not a file key');
    },
  );
});

test('a bucket that refuses is an error, not a missing file', async () => {
  const files = openFiles(config({ S3_URL: bucket, S3_ACCESS_KEY: 'chiave', S3_SECRET_KEY: 'sbagliata' }));
  await expect(files.get('901/abc')).rejects.toThrow('403');
  await expect(files.read('901/abc')).rejects.toThrow('403');
});

describe('a bucket in trouble', () => {
  const bucketConfig = config({ S3_URL: bucket, S3_ACCESS_KEY: 'chiave', S3_SECRET_KEY: 'chiave-segreta' });
  const files = openFiles(bucketConfig, {
    answer: 600,
    piece: 1500,
  });
  const bytes = Buffer.from('prova');
  afterEach(() => {
    trouble = undefined;
    slowness = 0;
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['errors', (response) => response.writeHead(500).end()],
    [
      'another address',
      (response) =>
        response.req.url!.endsWith('/altrove')
          ? response.end('di altri')
          : response.writeHead(302, { location: `${bucket}/altrove` }).end(),
    ],
    ['a closed connection', (response) => response.destroy()],
    ['silence', () => {}],
  ])('%s are told, and nothing looks missing, written or deleted', async (_, answer) => {
    trouble = answer;
    await expect(files.get('901/guai')).rejects.toThrow(StoreError);
    await expect(files.put('901/guai', bytes, 'image/png')).rejects.toThrow(StoreError);
    await expect(files.delete('901/guai')).rejects.toThrow(StoreError);
    await expect(files.list('901/')).rejects.toThrow(StoreError);
  });

  test('a bucket that is slow to take a large file is waited for as long as it takes any of it', async () => {
    const large = join(folder, 'grande');
    await writeFile(large, Buffer.alloc(8_000_000, 'x'));
    // Longer than an answer is waited for, never as long as a piece.
    slowness = 8;
    const patient = openFiles(bucketConfig, { answer: 600, piece: 20_000 });
    await patient.put('901/grande', { path: large }, 'application/pdf');
    expect(await patient.size('901/grande')).toBe(8_000_000);
  });

  test('a bucket that stops in the middle of a file is not waited for, and whoever takes a file may be slow', async () => {
    stored.set('/secchio/901/guai', Buffer.alloc(4_000_000, 'x'));
    const { stream } = (await files.read('901/guai'))!;
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      if (pieces.length === 0) await setTimeout(1700);
      pieces.push(piece as Buffer);
    }
    expect(Buffer.concat(pieces)).toHaveLength(4_000_000);
    trouble = (response) => response.writeHead(200, { 'content-length': 100 }).write('metà');
    const stuck = (await files.read('901/guai'))!;
    await expect(buffer(stuck.stream)).rejects.toThrow();
  });

  test('half a file is none', async () => {
    trouble = (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('metà', () => response.destroy());
    };
    await expect(files.get('901/guai')).rejects.toThrow(StoreError);
  });

  test('a bucket that is not there takes nothing and is not empty', async () => {
    trouble = (response) => response.writeHead(404).end();
    await expect(files.list('901/')).rejects.toThrow(StoreError);
    trouble = (response) => response.writeHead(200).end('<html>');
    await expect(files.list('901/')).rejects.toThrow(StoreError);
    trouble = (response) => response.writeHead(404).end();
    await expect(files.put('901/guai', bytes, 'image/png')).rejects.toThrow(StoreError);
  });

  test('one error is forgiven', async () => {
    stored.set('/secchio/901/guai', bytes);
    trouble = (response) => {
      trouble = undefined;
      response.writeHead(503).end();
    };
    expect(Buffer.from((await files.get('901/guai'))!)).toEqual(bytes);
  });
});

describe('a folder', () => {
  test('a folder that cannot be read or written is told: nothing looks missing or kept', async () => {
    await mkdir(join(folder, 'files/901/chiuso'), { recursive: true });
    await writeFile(join(folder, 'files/903'), '');
    const files = openFiles(config());
    for (const key of ['901/chiuso', '903/abc']) {
      await expect(files.get(key)).rejects.toThrow(StoreError);
      await expect(files.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow(StoreError);
    }
  });

  test('shows the old file or the new one, never a part', async () => {
    const files = openFiles(config());
    const versions = ['a', 'b'].map((letter) => Buffer.alloc(2_000_000, letter));
    await files.put('901/grande', versions[0]!, 'image/png');
    for (let turn = 1; turn <= 10; turn += 1) {
      const written = files.put('901/grande', versions[turn % 2]!, 'image/png');
      const seen = await Promise.all(Array.from({ length: 4 }, () => files.get('901/grande')));
      await written;
      for (const bytes of seen) expect(versions.some((version) => version.equals(bytes!))).toBe(true);
    }
  });
});

test('a mail in the outbox is one readable file whose header nobody can extend', async () => {
  await sendMail(config({ PUBLIC_ORIGIN: 'https://prova.example.it' }), {
    to: 'a@example.it\r\nBcc: b@example.it',
    subject: 'Perché no\r\nX-Altro: 1',
    text: `Città: 10 €\nhttps://prova.example.it/resetpassword?token=${'a'.repeat(60)}`,
  });
  const { readFile } = await import('node:fs/promises');
  const [name, ...others] = await readdir(join(folder, 'outbox'));
  expect(others).toEqual([]);
  const mail = await readFile(join(folder, 'outbox', name!), 'utf8');
  expect(name).toMatch(/\.eml$/);
  expect(mail).toContain('Subject: =?UTF-8?Q?Perch=C3=A9_no_X-Altro=3A_1?=\r\n');
  expect(mail).toContain(`\r\n\r\nCittà: 10 €\r\nhttps://prova.example.it/resetpassword?token=${'a'.repeat(60)}`);
  expect(mail).not.toMatch(/^(Bcc|X-Altro):/m);
});

test('a mail with a file beside it says its text as it is, too', async () => {
  const attachments = [{ filename: 'p.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }];
  await sendMail(config(), { to: 'a@example.it', subject: 'Preventivo', text: 'Gentile Nicolò', attachments });
  const { readFile } = await import('node:fs/promises');
  const names = await readdir(join(folder, 'outbox'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')));
  expect(mails.filter((mail) => mail.includes('Gentile Nicolò'))).toHaveLength(1);
});

describe('passwords', () => {
  test('are kept as argon2id with the cost that OWASP asks for, never twice the same', async () => {
    const [one, two] = [await hashPassword('sette ponti'), await hashPassword('sette ponti')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('sette ponti', one)).toBe(true);
    expect(await verifyPassword('sette ponti ', one)).toBe(false);
    for (const broken of [null, '', 'sette ponti', one.slice(0, -1), one.replace('argon2id', 'argon2i')])
      expect(await verifyPassword('sette ponti', broken)).toBe(false);
  });

  test('one core stays free of them, at most four are computed at once, and every waiting one gets its turn', async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done += 1;
      if (done % 3 === 0) throw new Error('una su tre fallisce');
    };
    await Promise.allSettled(Array.from({ length: 50 }, () => inHashSlot(work)));
    expect({ most, done, running }).toEqual({
      most: Math.max(1, Math.min(4, availableParallelism() - 1)),
      done: 50,
      running: 0,
    });
  });
});
