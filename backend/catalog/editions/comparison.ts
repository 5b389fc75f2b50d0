/** Two price lists side by side: of any two days or editions. */
import { sql, type RawBuilder } from 'kysely';
import { catalogueOf, datedChange, withChanges } from '#domain/catalog/editions/changes.ts';
import {
  comparedFigures,
  comparisonStates,
  compareLists,
  isInView,
  listedIn,
  repriced,
  type ComparedCar,
  type ListedCar,
  type Uncompared,
} from '#domain/catalog/editions/comparison.ts';
import { isOver } from '#domain/catalog/editions/machine.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { addDays } from '#domain/dates.ts';
import { day as written } from '#domain/italian.ts';
import { asFile, contentsOf, type Column } from '#backend/lib/files/export.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readListed, touchedVersions } from './problems.ts';
import { readChanges, readEdition, type StoredChange } from './records.ts';
import { readRows } from './rows.ts';

type Table = typeof table;

/** The versions that may differ from another list; null: all of them. Of a whole list the others are read, too, without their options. */
interface Wanted {
  only: readonly number[] | null;
  isWhole: boolean;
}

/** SQL: prices of a day of versions `p` under a condition, as rows of a `with`; and the versions on sale that have one. */
const pricesOn = (
  day: string,
  where: RawBuilder<unknown>,
) => sql`prices as (select distinct on (p.version_id) p.version_id, p.price
  from version_prices p where p.valid_from <= ${day} and ${where} order by p.version_id, p.valid_from desc)`;
const soldOn = (
  day: string,
) => sql`versions v join prices p on p.version_id = v.id join models o on o.id = v.model_id and (o.published or o.retired_on > ${day})
  join makers m on m.id = o.maker_id and (m.published or m.retired_on > ${day}) and (v.published or v.retired_on > ${day})`;

/** The versions on sale on a day beside these: how many they are, and what they cost together. */
async function othersOn({ db }: Ctx, day: string, than: readonly number[]): Promise<Uncompared> {
  const { rows } = await sql<Uncompared>`with ${pricesOn(day, sql`p.version_id <> all(${[...than]}::bigint[])`)}
    select count(*)::int as cars, coalesce(sum(p.price), 0)::bigint as price from ${soldOn(day)}`.execute(db);
  return rows[0]!;
}

/** Versions on sale on a day, with the prices of that day; set by set, because a list has tens of thousands of options. */
async function listOn({ db }: Ctx, day: string, { only, isWhole }: Wanted): Promise<Map<number, ListedCar>> {
  const isWanted = (row: 'p' | 'x') =>
    only ? sql`${sql.ref(`${row}.version_id`)} = any(${[...only]}::bigint[])` : sql`true`;
  const { rows } = await sql<ListedCar>`
    with ${pricesOn(day, isWhole ? sql`true` : isWanted('p'))},
      option_prices as (select distinct on (p.version_id, p.option_id) p.version_id, p.option_id, p.price from version_option_prices p
        where p.valid_from <= ${day} and ${isWanted('p')} order by p.version_id, p.option_id, p.valid_from desc),
      had as (select x.version_id, jsonb_object_agg(x.option_id, case when x.standard then null else o.price end) as options
        from version_options x left join option_prices o on o.version_id = x.version_id and o.option_id = x.option_id
        where ${isWanted('x')} and (x.standard or o.price is not null) and coalesce(x.since <= ${day}, true) and coalesce(x.retired_on > ${day}, true)
        group by x.version_id)
    select v.id, m.id as maker_id, o.id as model_id, m.name as maker, o.name as model, v.name, v.code, p.price, coalesce(had.options, '{}') as options
    from ${soldOn(day)} left join had on had.version_id = v.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Changes that alter a list; names of options and rules between them do not. */
const isOfList = ({ kind }: StoredChange) => kind !== 'options' && kind !== 'optionRules' && kind !== 'versionImages';
const isOfVersion = ({ kind }: StoredChange) => kind.startsWith('version');

/** Rows of the versions that changes touch, and of their models and makers, with prices as they are on a day. */
async function readTouched({ db }: Ctx, ids: readonly number[], changes: readonly StoredChange[], day: string) {
  // The edition may have written a price on its day, and its opposite has taken it away: what was before it is kept beside.
  const rows = catalogueOf(await readListed({ db, today: addDays(day, -1) }, ids));
  const targets = (field: string) => sql`${changes.flatMap(({ after }) => after?.[field] ?? [])}::bigint[]`;
  const onDay = sql`t.version_id = any(${[...ids]}::bigint[]) and t.valid_from = ${day}`;
  // Models of added versions, and their makers.
  const more = [
    ...(await readRows(db, 'models', sql`t.id = any(${targets('modelId')})`)),
    ...(await readRows(db, 'makers', sql`(t.id = any(${targets('makerId')}) or t.id in (select o.maker_id from models o where o.id = any(${targets('modelId')})))`)), // prettier-ignore
    ...(await readRows(db, 'versionPrices', onDay)),
    ...(await readRows(db, 'versionOptionPrices', onDay)),
  ];
  return withChanges(rows, more.map(({ kind, key, row }) => ({ kind, key, before: null, after: row }))); // prettier-ignore
}

type OnDay = (day: string) => Promise<ReadonlyMap<number, ListedCar>>;

/** Lists of days, each read once: an edition is mostly compared with the list of its own day. */
function daysOf(ctx: Ctx, wanted: Wanted): OnDay {
  const read = new Map<string, ReadonlyMap<number, ListedCar>>();
  return async (day) => {
    const list = read.get(day) ?? (await listOn(ctx, day, wanted));
    read.set(day, list);
    return list;
  };
}

/** What an edition changes of a list, and the versions that this touches. */
interface Edited {
  changes: readonly StoredChange[];
  ids: readonly number[];
}
type OfEdition = (id: number) => Promise<Edited>;

/** The changes of editions, each read once: which versions are compared depends on them, too. */
function editionsOf(ctx: Ctx): OfEdition {
  const read = new Map<number, Edited>();
  return async (id) => {
    const known = read.get(id);
    if (known) return known;
    const changes = (await readChanges(ctx, id)).filter(isOfList);
    const edited = { changes, ids: await touchedVersions(ctx, changes) };
    read.set(id, edited);
    return edited;
  };
}

/** The list of a day as the changes of an edition make it. Rows are only read of versions of which more than a price changes. */
async function withEdition(
  ctx: Ctx,
  { changes, ids }: Edited,
  day: string,
  onDay: OnDay,
): Promise<Map<number, ListedCar>> {
  const list = new Map(await onDay(day));
  const own = Map.groupBy(changes.filter(isOfVersion), ({ key }) => Number(key.split(':')[0]));
  // A make or a model that changes does so for each of its versions.
  const isShared = changes.some((one) => !isOfVersion(one) && one.before !== null);
  const rest: number[] = [];
  for (const id of ids) {
    const [before, of] = [list.get(id), own.get(id)];
    const after = before && of && !isShared ? repriced(before, of) : null;
    if (after) list.set(id, after);
    else rest.push(id);
  }
  if (rest.length === 0) return list;
  const isRead = new Set(rest);
  const left = changes.filter((one) => !isOfVersion(one) || isRead.has(Number(one.key.split(':')[0])));
  const touched = await readTouched(ctx, rest, left, day);
  for (const id of rest) list.delete(id);
  const dated = left.map((change) => datedChange(change, day));
  for (const car of listedIn(withChanges(touched, dated), day)) list.set(car.id, car);
  return list;
}

/**
 * The list of a day, or of an edition: what one that is not published yet makes of today's, of a published one the list
 * of its day, of one that was taken back what it had made of it.
 */
async function listOf(
  ctx: Ctx,
  side: string,
  onDay: OnDay,
  ofEdition: OfEdition,
): Promise<{ name: string; cars: ListedCar[] }> {
  const read = async (): Promise<[string, ReadonlyMap<number, ListedCar>]> => {
    if (side.includes('-')) return [written(side), await onDay(side)];
    const { id, name, state, day } = await readEdition(ctx, Number(side));
    if (state === 'published') return [name, await onDay(day!)];
    return [name, await withEdition(ctx, await ofEdition(id), state === 'rolled_back' ? day! : ctx.today, onDay)];
  };
  const [name, list] = await read();
  return { name, cars: [...list.values()] };
}

/** The versions in which today's list and an edition that is not published yet differ; null: other lists are compared. */
async function differing(ctx: Ctx, sides: readonly string[], ofEdition: OfEdition): Promise<Wanted['only']> {
  const edition = sides.find((side) => !side.includes('-'));
  if (edition === undefined || !sides.includes(ctx.today)) return null;
  const { id, state } = await readEdition(ctx, Number(edition));
  if (isOver(state)) return null;
  return (await ofEdition(id)).ids;
}

/** Both lists compared; those versions that the one has as the other, of tens of thousands most, row by row only where `isWhole`. */
async function readComparison(ctx: Ctx, { from, to }: { from: string; to: string }, isWhole: boolean) {
  const ofEdition = editionsOf(ctx);
  const only = await differing(ctx, [from, to], ofEdition);
  const onDay = daysOf(ctx, { only, isWhole });
  const [before, after] = [await listOf(ctx, from, onDay, ofEdition), await listOf(ctx, to, onDay, ofEdition)];
  const others = only && !isWhole ? await othersOn(ctx, ctx.today, only) : { cars: 0, price: 0 };
  return { from: before.name, to: after.name, rows: compareLists(before.cars, after.cars), others };
}

/** Figures of all rows, and a page of those of a state. */
const compared: VerbOf<Table, 'GET /catalog/comparison'> = async (ctx, { query }) => {
  const { state, offset, limit, ...sides } = query;
  const isWhole = state === undefined || state === 'same';
  const { from, to, rows, others } = await ctx.inside((inner) => readComparison(inner, sides, isWhole));
  const chosen = state ? rows.filter((row) => isInView(row, state)) : rows;
  return {
    from,
    to,
    figures: comparedFigures(rows, others),
    rows: chosen.slice(offset, offset + limit),
    total: chosen.length,
    most: chosen.reduce((most, { percent }) => Math.max(most, Math.abs(percent ?? 0)), 0),
  };
};

const columnsFor = (from: string, to: string): Column<ComparedCar>[] => [
  { header: 'Marca', kind: 'text', value: ({ maker }) => maker },
  { header: 'Modello', kind: 'text', value: ({ model }) => model },
  { header: 'Versione', kind: 'text', value: ({ name }) => name },
  { header: 'Codice', kind: 'text', value: ({ code }) => code },
  { header: 'Stato', kind: 'text', value: ({ state }) => comparisonStates[state] },
  { header: from, kind: 'money', value: ({ before }) => before },
  { header: to, kind: 'money', value: ({ after }) => after },
  { header: '± €', kind: 'money', value: ({ difference }) => difference },
  { header: '± %', kind: 'number', value: ({ percent }) => percent },
  { header: 'Optional cambiati', kind: 'number', value: ({ options }) => options },
];

const exported: VerbOf<Table, 'GET /catalog/comparison/export'> = async (ctx, { query: { format, ...sides } }) => {
  const contents = await ctx.inside(async (inner) => {
    const { from, to, rows } = await readComparison(inner, sides, true);
    inner.audit({ action: 'export', entity: 'catalog_edition', after: { rows: rows.length, format } });
    // Two lists of the same name would be two columns of it.
    const names = from === to ? [`${from} (1)`, `${to} (2)`] : [from, to];
    return contentsOf(columnsFor(names[0]!, names[1]!), [rows]);
  });
  return asFile(`listini-${sides.from}-${sides.to}`, format, contents);
};

export const comparisonVerbs = {
  'GET /catalog/comparison': compared,
  'GET /catalog/comparison/export': exported,
} satisfies Partial<{ [N in keyof Table]: VerbOf<Table, N> }>;
