import pg from 'pg';
import { distributed, reference } from '#backend/db/distribution.ts';
import { refusals, writtenBy, type Catalog } from './cluster-rules.ts';

/** What the manufacturer and housekeeping read of every company, by a question to every shard. */
const NETWORK = [
  // Jobs go through all companies.
  /^\s*select "company_id" from "companies"( where "suspended_at" is null)?$/,
  // Which companies there are, to whom the manufacturer publishes, and how many read what it publishes.
  /\sfrom companies c where c\.company_id <> \$\d/,
  // What companies tell of themselves, added up by company and by campaign.
  /\sfrom companies c\s+left join [^;]*\sfrom network_facts\s[^;]*\swhere c\.company_id <> \$\d+ order by/,
  /\sfrom network_facts f join campaigns p on [^;]*\swhere f\.entity = 'claim' [^;]*\sgroup by p\.id/,
  /\sfrom network_facts f join network_uses u on u\.company_id = f\.company_id and [^;]*\sgroup by u\.campaign_id\)/,
  /\sfrom network_facts f join network_uses u on u\.company_id = f\.company_id and [^;]*\sgroup by u\.company_id$/,
  /\sfrom network_facts where entity = 'claim' and until is null [^;]*\sgroup by company_id$/,
  // The rows behind those figures, by company, month and model.
  /\sfrom network_facts [^;]*\) t join companies c on c\.company_id = t\.company_id\s[^;]*\swhere c\.company_id <> \$\d[^;]*\sgroup by c\.company_id,/,
  // Open quotes of the models that an edition of the catalogue touches, by version, company and last day.
  /\sfrom network_facts f join models m on [^;]*\sgroup by k\.id, k\.name, f\.model_id, m\.name, f\.version_id, f\.company_id, 6\s+order by [^;]*, 6$/,
  // For whom the manufacturer writes.
  /\sfrom companies c left join network_people p on p\.company_id = c\.company_id\s+where c\.company_id <> \$\d/,
  // Whom a change of national values touches.
  /\sfrom companies c left join network_own_values o on o\.company_id = c\.company_id\s+where c\.company_id <> \$\d/,
  // The tickets of the network.
  /\sfrom tickets t join companies c on c\.company_id = t\.company_id/,
  // How many plans of dealers name a table of the manufacturer, and open quotes are financed by them.
  /\sfrom network_plans p join companies c on c\.company_id = p\.company_id\s+left join network_facts f on f\.company_id = p\.company_id [^;]*\swhere p\.table_id = \$\d+ group by p\.company_id, c\.name order by/,
  // How many records of dealers name a basket of the manufacturer.
  /\sfrom network_baskets where basket_id = \$\d+$/,
  // Open negotiations by stage, and how many of all have one.
  /\sfrom network_facts f left join record_stages k\s+on k\.company_id = f\.company_id and [^;]*\sgroup by 1, 2, 3 order by 1, 2, 3$/,
  /\sfrom record_stages k where k\.entity = \$\d and [^;]*\sc\.company_id <> \$\d+\)\s+group by k\.stage_id order by k\.stage_id$/,
  // By which layouts of the manufacturer companies print.
  /\sfrom network_adoptions a\s+where a\.company_id in \(select c\.company_id from companies c where c\.company_id <> \$\d+\)\s+group by/,
  /\sfrom network_adoptions a join companies c on c\.company_id = a\.company_id\s+where a\.layout_id = \$\d+ and c\.company_id <> \$\d+\s/,
  // What a person of the manufacturer asked companies for.
  /\sfrom access_grants g join companies c on c\.company_id = g\.company_id where g\.asker_id = \$\d+/,
];

/** What the rules know of a database. */
export async function catalogOf(query: (text: string) => Promise<{ rows: { name: string; text: string }[] }>) {
  const { rows: views } = await query(
    `select viewname as name, definition as text from pg_views where schemaname = 'public'`,
  );
  const { rows: functions } = await query(
    `select distinct proname as name, '' as text from pg_proc where provolatile <> 'i'`,
  );
  const isOfCompany = (text: string) => distributed.some((table) => new RegExp(`\\b${table}\\b`).test(text));
  return {
    views: new Map(views.filter(({ text }) => isOfCompany(text)).map(({ name, text }) => [name, text])),
    unsteady: new Set(functions.map(({ name }) => name)),
  } satisfies Catalog;
}

interface Read {
  refused: readonly string[];
  written: string | undefined;
  isNetwork: boolean;
}
/** A cache: few statements run many thousand times each. */
const known = new Map<string, Read>();

function readOnce(text: string, catalog: Catalog): Read {
  const read = known.get(text) ?? readAnew(text, catalog);
  known.set(text, read);
  return read;
}

function readAnew(text: string, catalog: Catalog): Read {
  const isNetwork = NETWORK.some((one) => one.test(text));
  return { refused: isNetwork ? [] : refusals(text, catalog), written: writtenBy(text), isNetwork };
}

/** By the name of their database: tests in one process have one each. */
const watchedDatabases = new Map<string, Catalog>();

/**
 * Every statement of the request role in this database must be one that a cluster sends to one shard. A transaction that
 * has asked every shard writes no table that lies whole on every node: the cluster refuses it.
 */
export async function watchStatements(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  watchedDatabases.set(rows[0]!.name, await catalogOf((text) => owner.query(text)));
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  if (query.name === 'watched') return;
  const asked = new WeakSet<pg.Client>();
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const [given] = args;
    const text = typeof given === 'string' ? given : (given as { text?: string } | undefined)?.text;
    const catalog = watchedDatabases.get(this.database ?? '');
    if (this.user !== 'volante_app' || !text || !catalog) return query.apply(this, args);
    if (text === 'begin') asked.delete(this);
    const { refused, written, isNetwork } = readOnce(text, catalog);
    if (refused.length > 0) throw new Error(`${refused.join('; ')}: ${text}`);
    if (isNetwork) asked.add(this);
    if (written && reference.includes(written) && asked.has(this))
      throw new Error(`${written} is written after every shard was asked: ${text}`);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
}
