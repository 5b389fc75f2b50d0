/** Part of `npm run bench`: lists of 50,000 files, and a file of 50 MB up and down beside the memory of the process. */
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { MOST_FILE_BYTES, PIECE_BYTES } from '../domain/files/limits.ts';
import { logIn } from './bench-client.ts';

const FILES = 50_000;
const ROUNDS = 7;

/** 50,000 files of a company in 100 folders, with their words. */
async function fill(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`insert into file_folders (company_id, name, created_at, updated_at)
    select 21, 'Cartella ' || n, now(), now() from generate_series(1, 100) n`);
  await owner.query(
    `insert into files (company_id, folder_id, name, kind, bytes, look, made_at, created_at, updated_at)
      select 21, f.id, 'Listino ' || n || ' ' || f.name || '.pdf', 'pdf', 20000, 'pdf', now(), now(), now()
      from file_folders f, generate_series(1, $1) n where f.company_id = 21 and f.name like 'Cartella %'`,
    [FILES / 100],
  );
  await owner.query(`insert into file_versions (company_id, file_id, number, file_key, look, bytes, at)
    select company_id, id, 1, 'x/' || id, look, bytes, made_at from files where company_id = 21`);
  await owner.query(`insert into search_words (company_id, kind, record_id, word)
    select distinct company_id, 'files', record_id, word from files_words where company_id = 21`);
  await owner.query('vacuum analyze files, file_versions, search_words');
  await owner.end();
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** The memory of a process in megabytes. */
const memoryOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** Runs `work` and answers by how many megabytes the process grew at most meanwhile, over before. */
export async function grown(pid: number, work: () => Promise<void>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50);
  await work().finally(() => clearInterval(timer));
  return most - before;
}

/** A JPEG by its first bytes, followed by what no decoder reads: it is redrawn small, and kept whole. */
async function largePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#345678' } })
    .jpeg()
    .toBuffer();
  const bytes = new Uint8Array(MOST_FILE_BYTES);
  bytes.set(photo);
  return bytes;
}

/** `api`: gateway, backend and jobs in one process, whose number is `pid`. */
export async function benchFiles({
  ownerUrl,
  api,
  pid,
  say,
}: {
  ownerUrl: string;
  api: string;
  pid: number;
  say: (what: string, figure: string, aim: string) => void;
}): Promise<void> {
  await fill(ownerUrl);
  const headers = { authorization: `Bearer ${await logIn(api, 'paolo.riva@brera.example.it')}` };
  const read = async (path: string) => {
    const answer = await fetch(api + path, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const timed = async (path: string) => {
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const begun = performance.now();
      await (await read(path)).arrayBuffer();
      if (round > 0) took.push(performance.now() - begun);
    }
    return median(took);
  };
  const { folders } = (await (await read('/files/folders')).json()) as { folders: { id: number }[] };
  const folderId = folders[0]!.id;
  for (const [what, path] of [
    ['all of them', '/files?limit=100'],
    ['of a folder', `/files?limit=100&folderId=${folderId}`],
    ['by name', '/files?limit=100&q=listino%20250'],
    ['with the tree of folders', '/files/folders'],
  ] as const)
    say(`50,000 files, ${what}`, `${(await timed(path)).toFixed(0)} ms`, '≤ 50 ms');

  const bytes = await largePhoto();
  const json = { ...headers, 'content-type': 'application/json' };
  const post = (path: string, body: object, key = crypto.randomUUID()) =>
    fetch(api + path, { method: 'POST', headers: { ...json, 'idempotency-key': key }, body: JSON.stringify(body) });
  const send = async (name: string) => {
    const begun = await post('/files/arrivals', { folderId, name, bytes: bytes.length, modified: 1 });
    if (!begun.ok) throw new Error(`announced: ${begun.status} ${await begun.text()}`);
    const { id } = (await begun.json()) as { id: number };
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = await fetch(`${api}/files/arrivals/${id}/pieces?at=${at}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: bytes.subarray(at, at + PIECE_BYTES),
      });
      if (!piece.ok) throw new Error(`a piece: ${piece.status} ${await piece.text()}`);
    }
    const done = await post(`/files/arrivals/${id}/done`, {});
    if (!done.ok) throw new Error(`done: ${done.status} ${await done.text()}`);
    return ((await done.json()) as { id: number }).id;
  };
  const get = async (id: number) => {
    const { body } = await read(`/files/${id}/content`);
    let size = 0;
    for await (const part of body!) size += part.length;
    if (size !== bytes.length) throw new Error(`${size} bytes came back`);
  };
  // The first one loads what every later one uses.
  const first = await send('Prima.jpg');
  await get(first);
  let id = 0;
  const begun = performance.now();
  const up = await grown(pid, async () => void (id = await send('Grande.jpg')));
  say(
    '50 MB up, memory over before',
    `${up.toFixed(0)} MB, ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    '≤ 30 MB',
  );
  say('50 MB down, memory over before', `${(await grown(pid, () => get(id))).toFixed(0)} MB`, '≤ 30 MB');
}
