/** Part of `npm run bench`: six loads of one company, or of strangers, and how each slows down a person of another one. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { anybody, enter, logIn, medianOf, p99, shotOf } from './bench-client.ts';

const ROUNDS = 7;
const SECONDS = 1;
/** The least calls of the neighbour in a window. */
const CALLS = 200;
const ADMINISTRATOR = 'paolo.riva@brera.example.it';

/** Calls that repeat on so many lines at once until `over` is set; with no `email` a stranger makes them. */
interface Lines {
  api: string;
  lines: number;
  email: string | null;
  what: 'reads' | 'photos' | 'leads';
  path: string;
  over: Int32Array;
}

/** A hundred leads of 9 kB each, which nobody has sent before. */
function bulkOfLeads() {
  const run = randomUUID();
  const leads = Array.from({ length: 100 }, (_, n) => ({
    id: `${run}-${n}`,
    name: `Prova ${run.slice(0, 8)}`,
    email: `l${run}-${n}@posta.example.it`,
    vehicle: 'Lumera Rea',
    other: 'Testo del portale. '.repeat(400),
    more: 'x'.repeat(1000),
  }));
  return { source: 'Portale di massa', leads };
}

/** Repeats the calls until it is over; returns how often each status came. */
async function repeats({ api, lines, email, what, path, over }: Lines): Promise<Record<number, number>> {
  const call = email === null ? anybody(api) : await enter(api, email);
  const photo = what === 'photos' ? await shotOf(93) : undefined;
  const statuses: Record<number, number> = {};
  parentPort!.postMessage('ready');
  const line = async () => {
    while (Atomics.load(over, 0) === 0) {
      const sent = what === 'leads' ? bulkOfLeads() : photo;
      const status = await call(sent ? 'POST' : 'GET', path, sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return statuses;
}

// Runs in a thread of its own, so that reading the answers does not delay the neighbour's measurement.
if (!isMainThread) parentPort!.postMessage(await repeats(workerData as Lines));

/** What one company may ask for at once: how often, who asks, and the call. */
async function loadsOf(api: string): Promise<Record<string, Omit<Lines, 'api' | 'over'>>> {
  const headers = {
    authorization: `Bearer ${await logIn(api, ADMINISTRATOR)}`,
    'content-type': 'application/json',
  };
  const ask = async <Answer>(path: string, body?: object) => {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    return (await (await fetch(api + path, { headers, ...sent })).json()) as Answer;
  };
  const [record] = await ask<{ id: number }[]>('/layouts/contracts/records');
  const day = new Date().toISOString().slice(0, 8);
  const range = `from=${day}01&to=${day}28`;
  const calendars = await ask<{ id: number }[]>(`/calendars/open?${range}`);
  const seven = calendars.slice(0, 7).map(({ id }) => id);
  const { url } = await ask<{ url: string }>(`/calendars/${seven[0]}/feed`, { names: true });
  const reads = (path: string, lines: number, email: string | null = ADMINISTRATOR) =>
    ({ what: 'reads', path, lines, email }) as const;
  return {
    '6 previews of a layout': reads(`/layouts/contracts/preview?record=${record!.id}&page=1`, 6),
    '4 photos of 9 MB': {
      what: 'photos',
      path: '/uploads?purpose=stock_photo&name=foto.jpg',
      lines: 4,
      email: ADMINISTRATOR,
    },
    '6 months of seven calendars': reads(`/calendars/month?${range}&calendarIds=${seven.join(',')}`, 6),
    '8 readers of an ICS feed': reads(url.slice(url.indexOf('/calendars')), 8, null),
    '6 searches': reads('/search?q=mario', 6),
    // Last, as what was sent is still read for a while.
    '4 calls of 100 leads of 9 kB': { what: 'leads', path: '/leads/inbound', lines: 4, email: ADMINISTRATOR },
  };
}

/** Prints the neighbour's p99 without and with each of these loads: the median of the rounds, each with enough calls. */
export async function besideLoads(
  api: string,
  { say }: { say(what: string, figure: string, aim: string): void },
): Promise<void> {
  const other = await enter(api, 'anna.bruno@ligure.example.it');
  const window = (least: number) => {
    const end = performance.now() + SECONDS * 1000;
    return p99(other, () => performance.now() < end, least);
  };
  await window(CALLS);
  for (const [name, load] of Object.entries(await loadsOf(api))) {
    const rounds: { alone: number; beside: number }[] = [];
    const statuses: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await window(CALLS);
      const over = new Int32Array(new SharedArrayBuffer(4));
      const worker = new Worker(new URL(import.meta.url), { workerData: { api, over, ...load } satisfies Lines });
      await once(worker, 'message');
      const ended = once(worker, 'message') as Promise<[Record<string, number>]>;
      const beside = await window(CALLS).finally(() => Atomics.store(over, 0, 1));
      for (const [status, count] of Object.entries((await ended)[0]))
        statuses[status] = (statuses[status] ?? 0) + count;
      rounds.push({ alone, beside });
    }
    const ratio = medianOf(rounds.map(({ alone, beside }) => beside / alone));
    say(
      `A neighbour’s list, p99 alone and beside ${name}`,
      `${medianOf(rounds.map(({ alone }) => alone)).toFixed(0)} → ${medianOf(rounds.map(({ beside }) => beside)).toFixed(0)} ms = ${ratio.toFixed(1)}×`,
      `≤ 2×; its answers: ${Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    );
  }
}
