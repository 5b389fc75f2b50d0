/** Part of `npm run bench`: how long a file of many rows takes, and how it slows down another company. */
import { enter, logIn, p99 } from './bench-client.ts';

const ROWS = 20_000;
/** Customers as an old system writes them: in capitals, with a value to read, phones and CAP to set right. */
const lines = Array.from(
  { length: ROWS },
  (_, n) =>
    `${n};F;PROVA CLIENTE${String.fromCharCode(65 + (n % 26))};+39 333 ${1_000_000 + n};VIA ROMA;${n % 90};184;FORLI';FC;S`,
);
const csv = ['PROG;TIPO_SOGG;RAG_SOC;CELL;VIA;N.CIV;CAP_RES;LOC.;PROV.;CONS_MKT', ...lines].join('\n');

/** Waits until nobody works on the import and returns it. */
async function rest(ask: (path: string) => Promise<{ state: string; version: number }>, id: number) {
  for (;;) {
    const it = await ask(`/imports/${id}`);
    if (!['checking', 'running', 'undoing'].includes(it.state)) return it;
    await new Promise((done) => setTimeout(done, 500));
  }
}

/**
 * Prints how long 20,000 rows take from file to end, and the p99 of another company. `api` is the address of the gateway's calls; the jobs
 * run in the same process.
 */
export async function benchImport(
  api: string,
  { seconds, say }: { seconds: number; say(what: string, figure: string, aim: string): void },
): Promise<void> {
  const headers = { authorization: `Bearer ${await logIn(api, 'paolo.riva@brera.example.it')}` };
  const other = await enter(api, 'anna.bruno@ligure.example.it');
  const end = performance.now() + 3000 * seconds;
  await other('GET', '/quotes?limit=50');
  const alone = await p99(other, () => performance.now() < end);
  const ask = async (path: string) =>
    (await (await fetch(api + path, { headers })).json()) as { state: string; version: number };
  let over = false;
  const work = async () => {
    const begun = performance.now();
    const file = { ...headers, 'content-type': 'application/octet-stream' };
    const sent = await fetch(`${api}/imports?kind=customers&name=massa.csv`, {
      method: 'POST',
      headers: file,
      body: csv,
    });
    const { id } = (await sent.json()) as { id: number };
    for (const step of ['check', 'start']) {
      const { version } = await rest(ask, id);
      const seen = { ...headers, 'if-match': `"v${version}"` };
      await fetch(`${api}/imports/${id}/${step}`, { method: 'POST', headers: seen });
    }
    const { state } = await rest(ask, id);
    if (state !== 'done') throw new Error(`the import is ${state}`);
    return (performance.now() - begun) / 1000;
  };
  const [took, beside] = await Promise.all([work().finally(() => (over = true)), p99(other, () => !over)]);
  say(`Import of ${ROWS} rows, from the file to the end`, `${took.toFixed(0)} s`, '≤ 60 s');
  say(
    'A neighbour’s list, p99 alone and beside it',
    `${alone.toFixed(0)} → ${beside.toFixed(0)} ms = ${(beside / alone).toFixed(1)}×`,
    '≤ 2×',
  );
}
