/** What a person of another company notices of one that asks for much at once; part of `npm run bench`. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const PASSWORD = 'Prova-2026-demo';

type Call = (method: string, path: string, body?: object) => Promise<number>;

/** A person of the demo world, logged in; calls read their whole answer and give its status. */
async function enter(api: string, email: string): Promise<Call> {
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const login = await fetch(`${api}/auth/login`, { method: 'POST', headers: { ...json, 'x-session': 'bearer' }, body });
  const { token } = (await login.json()) as { token: string };
  return async (method, path, sent) => {
    const headers = { ...json, authorization: `Bearer ${token}` };
    const answer = await fetch(api + path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
    await answer.arrayBuffer();
    return answer.status;
  };
}

const sheet = ['Codice;Descrizione;Prezzo', ...Array.from({ length: 200 }, (_, n) => `FOLLA-${n};Prova;12,50`)].join(
  '\n',
);
const times = (count: number, call: () => Promise<number>) => Array.from({ length: count }, call);

/** All at once: 30 password changes, 12 imports, 60 previews, 30 exports. */
const crowd = (call: Call, quoteId: number): Promise<number[]> =>
  Promise.all([
    ...times(30, () =>
      call('PUT', '/users/me/password', { current: 'sbagliata', password: 'quattro-gatti-sul-tetto' }),
    ),
    ...times(12, () => call('POST', '/accessories/import', { csv: sheet, dryRun: false })),
    ...times(60, () => call('GET', `/quotes/${quoteId}/preview`)),
    ...times(30, () => call('GET', '/accessories/export?format=xlsx')),
  ]);

/** Milliseconds of a neighbour's list, asked for one after the other while `going`, at the 99th percentile. */
async function p99(neighbour: Call, going: () => boolean): Promise<number> {
  const seen: number[] = [];
  while (going()) {
    const begun = performance.now();
    const status = await neighbour('GET', '/quotes?limit=50');
    if (status !== 200) throw new Error(`the neighbour got ${status}`);
    seen.push(performance.now() - begun);
  }
  return seen.toSorted((a, b) => a - b)[Math.floor(seen.length * 0.99)]!;
}

interface Crowd {
  api: string;
  quoteId: number;
  seconds: number;
}

/** One crowd after the other for so long; how many of their calls failed. */
async function crowds({ api, quoteId, seconds }: Crowd): Promise<number> {
  const one = await enter(api, 'paolo.riva@brera.example.it');
  const end = performance.now() + seconds * 1000;
  let failed = 0;
  while (performance.now() < end) failed += (await crowd(one, quoteId)).filter((status) => status >= 500).length;
  return failed;
}

// In a thread of its own: what reading the crowd's answers costs is no wait of the neighbour.
if (!isMainThread) parentPort!.postMessage(await crowds(workerData as Crowd));

/** `api`: address of the gateway's calls. `quoteId`: a quote of Brera. Says the neighbour's p99 with and without the crowd. */
export async function neighbour(
  api: string,
  { quoteId, seconds, say }: { quoteId: number; seconds: number; say(what: string, figure: string, aim: string): void },
): Promise<void> {
  const other = await enter(api, 'anna.bruno@ligure.example.it');
  const during = (length: number) => {
    const end = performance.now() + length * 1000;
    return () => performance.now() < end;
  };
  await p99(other, during(1));
  const alone = await p99(other, during(3 * seconds));
  let over = false;
  const worker = new Worker(new URL(import.meta.url), { workerData: { api, quoteId, seconds: 3 * seconds } });
  const ended = once(worker, 'message').finally(() => (over = true)) as Promise<[failed: number]>;
  const beside = await p99(other, () => !over);
  const [failed] = await ended;
  say(
    'A neighbour’s list, p99 alone and beside a crowd of 132',
    `${alone.toFixed(0)} → ${beside.toFixed(0)} ms = ${(beside / alone).toFixed(1)}×`,
    `≤ 2×${failed > 0 ? `; ${failed} calls of the crowd failed` : ''}`,
  );
}
