/** Whether what the installation stands on answers: asked at most twice a minute, however many look at it. */
import { connect } from 'node:net';
import { sql } from 'kysely';
import type { Config } from '#config';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { SLOW_MS, type Health, type healthCalls } from '#domain/network/health.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { keepMinute, readHours } from './hours.ts';

/** How long an answer is waited for, and for how long what was found is told again. */
const [PATIENCE_MS, FRESH_MS] = [1500, 30_000];

interface Outside {
  name: string;
  url: string | undefined;
  /** What does its work where none is configured. */
  about: string;
}

const outsideOf = (config: Config): Outside[] => [
  { name: 'Dealer API', url: config.UPSTREAM_URL, about: 'nello stesso processo' },
  { name: 'Posta', url: config.SMTP_URL, about: 'file nella cartella della posta in uscita' },
  { name: 'SMS', url: config.SMS_URL, about: 'file nella cartella della posta in uscita' },
  { name: 'Quotazioni Eurotax/Infocar', url: config.EUR_URL, about: 'simulatore' },
  { name: 'Quotazioni Indicata', url: config.IND_URL, about: 'simulatore' },
  { name: 'Archivio dei file', url: config.S3_URL, about: 'cartella dei dati' },
];

const keysOf = (config: Config): Health['keys'] =>
  (
    [
      ['SESSION_SECRET', 'cookie e secondi fattori'],
      ['SESSION_SECRET_OLD', 'la precedente, mentre si cambia'],
      ['SMS_TOKEN', 'fornitore di SMS'],
      ['EUR_TOKEN', 'quotazioni Eurotax/Infocar'],
      ['IND_TOKEN', 'quotazioni Indicata'],
      ['S3_SECRET_KEY', 'archivio dei file'],
      ['CHAT_SECRET', 'firma dell’identità per la chat'],
      ['CHAT_HOOK_SECRET', 'firma delle domande che arrivano dalla chat'],
    ] as const
  ).map(([name, about]) => ({ name, about, isSet: Boolean(config[name]) }));

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'smtps:' ? 465 : 25);

/** Resolves once a mail server takes a connection. */
const reachMail = (url: URL) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: portOf(url), timeout: PATIENCE_MS });
    const end = (done: () => void) => () => {
      socket.destroy();
      done();
    };
    socket.once('connect', end(resolve));
    socket.once('timeout', end(reject));
    socket.once('error', end(reject));
  });

/** Whatever it says, it answers: only a question of its own would tell more, and cost money at some. */
const reachWeb = (url: URL) =>
  fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });

type Found = Omit<Health['services'][number], 'hour'>;

async function look({ url, ...of }: Outside): Promise<Found> {
  if (!url) return { ...of, state: 'local', host: null, ms: null };
  const place = new URL(url);
  const began = performance.now();
  const ms = await (place.protocol.startsWith('smtp') ? reachMail(place) : reachWeb(place)).then(
    () => Math.round(performance.now() - began),
    () => null,
  );
  return { ...of, state: ms === null ? 'down' : ms > SLOW_MS ? 'slow' : 'up', host: place.hostname, ms };
}

async function readInside(ctx: Ctx) {
  const { db } = ctx;
  const { rows: queue } = await sql<
    Health['jobs']
  >`select coalesce(sum(queued_count - deferred_count), 0)::int as waiting,
      coalesce(sum(deferred_count), 0)::int as later, coalesce(sum(active_count), 0)::int as running from pgboss.queue`.execute(
    db,
  );
  const { rows } = await sql<{ database: string; migration: string }>`select
      'PostgreSQL ' || current_setting('server_version') as database,
      coalesce((select name from migrations where name like '%.sql' order by name desc limit 1), '') as migration`.execute(
    db,
  );
  return { jobs: queue[0]!, ...rows[0]!, hours: await readHours(ctx) };
}

type Services = Found[];
const asked = new WeakMap<Config, { at: number; services: Promise<Services> }>();
const found = new WeakMap<Config, Services>();

/** What was found lately, or is found now. */
export function servicesOf(config: Config, now: Date): Promise<Services> {
  const known = asked.get(config);
  if (known && now.getTime() - known.at < FRESH_MS) return known.services;
  const services = Promise.all(outsideOf(config).map(look));
  asked.set(config, { at: now.getTime(), services });
  void services.then((all) => found.set(config, all));
  return services;
}

/** What was found last; who asks next hears of what is found meanwhile. */
export function knownOf(config: Config, now: Date): Services {
  void servicesOf(config, now);
  const unknown = outsideOf(config).map(
    ({ url, ...of }) =>
      ({ ...of, state: url ? 'unknown' : 'local', host: url ? new URL(url).hostname : null, ms: null }) as const,
  );
  return found.get(config) ?? unknown;
}

/** Asks those that are configured once a minute, in whichever process. */
export const watchServicesJob: Job<Record<string, never>> = {
  name: 'watch-services',
  cron: '* * * * *',
  run: async (call) => {
    const outside = (await servicesOf(call.config, call.now)).filter(({ host }) => host !== null);
    if (outside.length > 0) await call.asCompany(MANUFACTURER, null, (ctx) => keepMinute(ctx, outside));
  },
};

export const readHealth: VerbOf<typeof healthCalls, 'GET /network/health'> = async (call, { query }) => {
  const services = query.known ? knownOf(call.config, call.now) : await servicesOf(call.config, call.now);
  const { hours, ...inside } = await call.inside(readInside);
  return {
    services: services.map((one) => ({ ...one, hour: hours.get(one.name) ?? null })),
    keys: keysOf(call.config),
    ...inside,
    checkedAt: call.now.toISOString(),
  };
};
