/** Part of `npm run bench`: drawing a quote and how it slows down other people, its private link, and the choice among 20,000 versions. */
import pg from 'pg';

interface Run {
  ownerUrl: string;
  /** Address of the backend, with the headers of an account. */
  origin: string;
  headers: Record<string, string>;
  quoteId: number;
  say(what: string, figure: string, aim?: string): void;
}

const ROUNDS = 15;
const VERSIONS = 20_000;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
const written = (ms: number) => `${ms.toFixed(1)} ms`;

/** Adds as many versions as all makers together have, similar to those of the demo. */
async function fill(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into versions overriding system value
     select (jsonb_populate_record(v, jsonb_build_object('id', v.id + n * 100000, 'code', v.code || '-' || n))).*
     from versions v, generate_series(1, (select ($1 / count(*))::int from versions)) n where v.id < 100000`,
    [VERSIONS],
  );
  await owner.query(
    `insert into version_prices select (jsonb_populate_record(p, jsonb_build_object('version_id', v.id))).*
     from version_prices p join versions v on v.id % 100000 = p.version_id and v.id > 100000`,
  );
  await owner.query('vacuum analyze versions, version_prices');
  await owner.end();
}

export async function documents({ ownerUrl, origin, headers, quoteId, say }: Run): Promise<void> {
  const call = async (path: string, init: RequestInit = {}) => {
    const begun = performance.now();
    const answer = await fetch(origin + path, { headers, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return { ms: performance.now() - begun, text };
  };
  const times = async (path: string, init?: RequestInit) => {
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round++) all.push((await call(path, init)).ms);
    return all;
  };
  const light = '/quotes/sellers';
  await call(light);
  const alone = await times(light);
  await call(`/quotes/${quoteId}/preview`);
  // What was drawn is kept: each round takes a quote that nobody has opened.
  const { text: listed } = await call('/quotes?limit=100');
  const others = (JSON.parse(listed) as { rows: { id: number }[] }).rows
    .map(({ id }) => id)
    .filter((id) => id !== quoteId);
  const drawAll = async () => {
    const all: number[] = [];
    for (const id of others.slice(0, ROUNDS)) all.push((await call(`/quotes/${id}/preview`)).ms);
    return all;
  };
  let drawn: number[] | null = null;
  const drawing = drawAll().then((all) => (drawn = all));
  const beside: number[] = [];
  while (drawn === null) beside.push((await call(light)).ms);
  say('A quote drawn anew, all its pages', written(median(await drawing)), '< 300 ms');
  say(
    'A light call alone and while quotes are drawn',
    `${written(median(alone))} → ${written(median(beside))}`,
    '≤ 2×: not on the event loop',
  );
  const json = { ...headers, 'content-type': 'application/json' };
  const link = await call(`/quotes/${quoteId}/link`, { method: 'POST', headers: json, body: '{}' });
  const { url } = JSON.parse(link.text) as { url: string };
  const offer = `/offers?token=${encodeURIComponent(url.slice(url.lastIndexOf('/') + 1))}`;
  say('What a private link opens', written(median(await times(offer, { headers: {} }))), '< 50 ms');
  const search = '/quotes/versions?instalment=30000&deposit=500000';
  const few = median(await times(search));
  await fill(ownerUrl);
  const many = median(await times(search));
  say(
    `Versions by instalment, demo → ${VERSIONS.toLocaleString('it-IT')}`,
    `${written(few)} → ${written(many)}`,
    '< 100 ms',
  );
}
