/** Part of `npm run bench`: how a company that asks for much at once slows down a person of another company. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { enter, logIn, medianOf, p99, shotOf, type Call } from './bench-client.ts';

const lines = Array.from({ length: 200 }, (_, n) => `FOLLA-${n};Prova;12,50`);
const csv = Buffer.from(['Codice;Descrizione;Prezzo', ...lines].join('\n'));
const times = (count: number, call: () => Promise<number>) => Array.from({ length: count }, call);

/** All at once: 30 password changes, 12 imports, 60 previews, 30 exports. */
const crowd = (call: Call, quoteId: number): Promise<number[]> =>
  Promise.all([
    ...times(30, () =>
      call('PUT', '/users/me/password', { current: 'sbagliata', password: 'quattro-gatti-sul-tetto' }),
    ),
    ...times(12, () => call('POST', '/imports?kind=accessories&name=folla.csv', csv)),
    ...times(60, () => call('GET', `/quotes/${quoteId}/preview`)),
    ...times(30, () => call('GET', '/accessories/export?format=xlsx')),
  ]);

interface Crowd {
  api: string;
  quoteId: number;
  seconds: number;
}
/** Calls of a person of Brera that only read, each many times at once. */
interface Reads {
  api: string;
  paths: readonly string[];
  seconds: number;
}
/** An upload of photos from a phone: how many, and how many at a time, as the page sends them. */
interface Photos {
  api: string;
  photos: number;
  atOnce: number;
}

/** Leads of a portal: so many in a call, and how many calls a second; without a pace, eight calls at a time. */
interface Leads {
  api: string;
  leads: number;
  pace: number | null;
  seconds: number;
}
/** What became of the sent leads: how many were kept, the time of the calls, and how long all of it took. */
export interface Kept {
  sent: number;
  kept: number;
  median: number;
  p99: number;
  seconds: number;
}

/** Sends leads that nobody has sent before. */
async function portal({ api, leads, pace, seconds }: Leads): Promise<Kept> {
  const token = await logIn(api, 'paolo.riva@brera.example.it');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const took: number[] = [];
  let [sent, kept] = [0, 0];
  const run = `${leads}-${pace ?? 'most'}`;
  const one = async () => {
    const batch = Array.from({ length: leads }, () => {
      sent += 1;
      return {
        id: `${run}-${sent}`,
        name: `Prova ${run}-${sent}`,
        email: `l${run}-${sent}@posta.example.it`,
        vehicle: 'Lumera Rea',
      };
    });
    const begun = performance.now();
    const body = JSON.stringify({ source: 'Portale di prova', leads: batch });
    let answer = await fetch(`${api}/leads/inbound`, { method: 'POST', headers, body });
    // A portal that hears "too many" sends the same again, after the time it was told.
    while (answer.status === 429) {
      await new Promise((done) => setTimeout(done, Number(answer.headers.get('retry-after')) * 1000));
      answer = await fetch(`${api}/leads/inbound`, { method: 'POST', headers, body });
    }
    const said = (await answer.json()) as { kept: number };
    if (!answer.ok) throw new Error(`leads: ${answer.status} ${JSON.stringify(said)}`);
    took.push(performance.now() - begun);
    kept += said.kept;
  };
  const begun = performance.now();
  const isOver = () => performance.now() - begun >= seconds * 1000;
  if (pace === null)
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isOver()) await one();
      }),
    );
  else {
    const going: Promise<void>[] = [];
    for (let at = 0; at < seconds * pace; at += 1) {
      await new Promise((done) => setTimeout(done, Math.max(0, begun + (at * 1000) / pace - performance.now())));
      going.push(one());
    }
    await Promise.all(going);
  }
  const times = took.toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return { sent, kept, median: at(0.5), p99: at(0.99), seconds: (performance.now() - begun) / 1000 };
}

/** Milliseconds until the photos of 12 megapixels are stored in both sizes. */
async function photos({ api, photos: count, atOnce }: Photos): Promise<number> {
  const one = await enter(api, 'paolo.riva@brera.example.it');
  const shot = await shotOf(80);
  const begun = performance.now();
  let left = count;
  const line = async () => {
    while (left-- > 0) {
      const status = await one('POST', '/uploads?purpose=stock_photo&name=foto.jpg', shot);
      if (status !== 201) throw new Error(`a photo got ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return performance.now() - begun;
}

/** Repeats the crowd for `seconds`; returns how many of its calls failed. */
async function crowds({ api, quoteId, seconds }: Crowd): Promise<number> {
  const one = await enter(api, 'paolo.riva@brera.example.it');
  const end = performance.now() + seconds * 1000;
  let failed = 0;
  while (performance.now() < end) failed += (await crowd(one, quoteId)).filter((status) => status >= 500).length;
  return failed;
}

const AT_ONCE = 10;
/** Repeats the calls for `seconds`; returns how many of them failed. */
async function reads({ api, paths, seconds }: Reads): Promise<number> {
  const one = await enter(api, 'paolo.riva@brera.example.it');
  const end = performance.now() + seconds * 1000;
  let failed = 0;
  while (performance.now() < end) {
    const all = paths.flatMap((path) => times(AT_ONCE, () => one('GET', path)));
    failed += (await Promise.all(all)).filter((status) => status >= 500).length;
  }
  return failed;
}

// Runs in a thread of its own, so that reading the crowd's answers does not delay the neighbour's measurement.
if (!isMainThread) {
  const data = workerData as Crowd | Photos | Reads | Leads;
  const work =
    'photos' in data ? photos(data) : 'paths' in data ? reads(data) : 'leads' in data ? portal(data) : crowds(data);
  parentPort!.postMessage(await work);
}

/** The neighbour's p99 alone and beside the work of a thread, with the result of that work. */
async function noticed<Given = number>(api: string, seconds: number, work: Crowd | Photos | Reads | Leads) {
  const other = await enter(api, 'anna.bruno@ligure.example.it');
  const during = (length: number) => {
    const end = performance.now() + length * 1000;
    return () => performance.now() < end;
  };
  await p99(other, during(1));
  const alone = await p99(other, during(3 * seconds));
  let over = false;
  const worker = new Worker(new URL(import.meta.url), { workerData: work });
  const ended = once(worker, 'message').finally(() => (over = true)) as Promise<[given: Given]>;
  const beside = await p99(other, () => !over);
  const [given] = await ended;
  return [alone, beside, given] as const;
}

const PHOTOS = 20;

/** Prints what 20 photos of 12 megapixels by one company cost: the time until they are stored, and the delay for a neighbour. */
export async function photosBeside(
  api: string,
  { seconds, say }: { seconds: number; say(what: string, figure: string, aim: string): void },
): Promise<void> {
  const [alone, beside, took] = await noticed(api, seconds, { api, photos: PHOTOS, atOnce: 2 });
  say(`${PHOTOS} photos of 12 megapixels, kept in two sizes`, `${(took / 1000).toFixed(1)} s`, '≤ 30 s');
  say(
    'A neighbour’s list, p99 alone and beside those photos',
    `${alone.toFixed(0)} → ${beside.toFixed(0)} ms = ${(beside / alone).toFixed(1)}×`,
    '≤ 2×',
  );
}

/** Sends leads beside a neighbour's list; returns what became of them, and the neighbour's p99 without and with them. */
export async function leadsBeside(
  api: string,
  work: Pick<Leads, 'leads' | 'pace' | 'seconds'>,
): Promise<Kept & { alone: number; beside: number }> {
  const [alone, beside, kept] = await noticed<Kept>(api, 3, { api, ...work });
  return { ...kept, alone, beside };
}

const ROUNDS = 7;
const SECONDS = 1;

/** Prints the neighbour's p99 with and without these calls of Brera: the median of seven rounds, because both p99 swing. */
export async function besideCalls(
  api: string,
  { paths, say }: { paths: readonly string[]; say(what: string, figure: string, aim: string): void },
): Promise<void> {
  const rounds: (readonly [alone: number, beside: number, failed: number])[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await noticed(api, SECONDS, { api, paths, seconds: 3 * SECONDS }));
  const alone = medianOf(rounds.map((round) => round[0]));
  const beside = medianOf(rounds.map((round) => round[1]));
  const failed = rounds.reduce((sum, round) => sum + round[2], 0);
  say(
    `A neighbour’s list, p99 alone and beside ${paths.length * AT_ONCE} of these`,
    `${alone.toFixed(0)} → ${beside.toFixed(0)} ms = ${(beside / alone).toFixed(1)}×`,
    `≤ 2×${failed > 0 ? `; ${failed} calls failed` : ''}`,
  );
}

/** Prints the neighbour's p99 with and without the crowd. `api` is the address of the gateway's calls, `quoteId` a quote of Brera. */
export async function neighbour(
  api: string,
  { quoteId, seconds, say }: { quoteId: number; seconds: number; say(what: string, figure: string, aim: string): void },
): Promise<void> {
  const [alone, beside, failed] = await noticed(api, seconds, { api, quoteId, seconds: 3 * seconds });
  say(
    'A neighbour’s list, p99 alone and beside a crowd of 132',
    `${alone.toFixed(0)} → ${beside.toFixed(0)} ms = ${(beside / alone).toFixed(1)}×`,
    `≤ 2×${failed > 0 ? `; ${failed} calls of the crowd failed` : ''}`,
  );
}
