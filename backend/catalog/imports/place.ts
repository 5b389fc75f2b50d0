/** Where lines of an imported price list stand in a draft: their changes are made, found again, and taken out. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { Row } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { take } from '#backend/lib/records/move.ts';
import { keptDrafts, lockEdition, type StoredChange } from '../editions/records.ts';
import { putRows } from '../editions/save.ts';
import type { Sent } from '../editions/sent.ts';

/** What parts the codes of option and version and the number of the edition, by which a file finds a line again. */
export const PART = ' · ';

/** A change that a line made: its version then, and what the draft had there before; null when it had nothing. */
interface Made {
  version: number;
  former: Row | null;
}

/** A line as its table keeps it, with the make of its version. */
interface Line {
  id: number;
  editionId: number;
  versionId: number;
  optionId: number | null;
  makerId: number;
  /** Of the option alone. */
  option: string;
  name: string;
  kind: string;
  standard: boolean;
  price: number | null;
  made: Record<string, Made>;
}

async function readLines({ db, user }: Ctx, ids: readonly number[]): Promise<Line[]> {
  const { rows } =
    await sql<Line>`select l.id, l.edition_id, l.version_id, l.option_id, l.name, l.kind, l.standard, l.price, l.made,
      split_part(l.code, ${PART}, 1) as option,
      coalesce((select o.maker_id from versions v join models o on o.id = v.model_id where v.id = l.version_id),
        (select coalesce(o.maker_id, (m.after->>'makerId')::bigint) from catalog_changes c
          left join models o on o.id = (c.after->>'modelId')::bigint
          left join catalog_changes m on m.company_id = ${MANUFACTURER} and m.edition_id = l.edition_id and m.kind = 'models' and m.key = c.after->>'modelId'
          where c.company_id = ${MANUFACTURER} and c.edition_id = l.edition_id and c.kind = 'versions' and c.key = l.version_id::text)) as maker_id
    from catalog_lines l where l.company_id = ${user.companyId} and l.id = any(${[...ids]}::bigint[]) order by l.id`.execute(
      db,
    );
  return rows;
}

/** The kinds of changes that a line makes or points to. */
const KINDS = ['makers', 'versions', 'options', 'versionOptions', 'versionOptionPrices'];
const columns = sql`kind, key, before, after, version, changer, changed_at`;

/** The changes of an edition under these keys. The kinds are named so that the key of the table finds them. */
async function changesAt({ db }: Ctx, editionId: number, keys: readonly string[]): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`select ${columns} from catalog_changes
    where company_id = ${MANUFACTURER} and edition_id = ${editionId} and kind = any(${KINDS}::text[])
      and key = any(${[...new Set(keys)]}::text[])`.execute(db);
  return rows;
}

/** The options that an edition adds under these codes. */
async function addedUnder({ db }: Ctx, editionId: number, codes: readonly string[]): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`select ${columns} from catalog_changes
    where company_id = ${MANUFACTURER} and edition_id = ${editionId} and kind = 'options' and before is null
      and after ? 'code' and after->>'code' = any(${[...new Set(codes)]}::text[])`.execute(db);
  return rows;
}

/** Ids of options by make and code: of the catalogue, and those that the edition adds. */
async function optionsOf(
  { db }: Ctx,
  lines: readonly Line[],
  changes: readonly StoredChange[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; makerId: number; code: string }>`select id, maker_id, code from options
    where maker_id = any(${lines.map(({ makerId }) => makerId)}::bigint[]) and code = any(${lines.map(({ option }) => option)}::text[])`.execute(
    db,
  );
  const added = changes.flatMap(({ kind, key, before, after }) =>
    kind === 'options' && before === null ? [[`${after!.makerId} ${after!.code}`, Number(key)] as const] : [],
  );
  return new Map<string, number>([
    ...rows.map(({ id, makerId, code }) => [`${makerId} ${code}`, id] as const),
    ...added,
  ]);
}

/** Those of these options that lines brought into an edition: others are somebody's own. */
async function drawnByLines({ db, user }: Ctx, editionId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select d.id from unnest(${[...ids]}::bigint[]) d (id) where exists (
    select from catalog_lines l where l.company_id = ${user.companyId} and l.edition_id = ${editionId} and l.option_id = d.id
      and l.made ? ('options '::text || l.option_id::text))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What a line says of an option under an id, which is negative for one that is still to be drawn. */
function rowsOf(line: Line, optionId: number): Omit<Sent, 'version'>[] {
  const { versionId, makerId, option, name, kind, standard, price } = line;
  const pair = `${versionId}:${optionId}`;
  const values = { makerId, code: option, name: name || option, kind };
  return [
    ...(optionId < 0 ? [{ kind: 'options' as const, key: String(optionId), values }] : []),
    { kind: 'versionOptions', key: pair, values: { standard } },
    ...(price === null ? [] : [{ kind: 'versionOptionPrices' as const, key: `${pair}:${DAY}`, values: { price } }]),
  ];
}

/** The key in `<kind> <key>`. */
const keyIn = (name: string) => name.slice(name.indexOf(' ') + 1);

/** Prices that lines made and say no more, which go unless somebody has changed them since. */
const pricesLeft = (lines: readonly Line[]): Sent[] =>
  lines.flatMap(({ price, made }) =>
    Object.entries(made).flatMap(([name, { version, former }]) =>
      price === null && name.startsWith('versionOptionPrices ')
        ? [{ kind: 'versionOptionPrices' as const, key: keyIn(name), version, values: former }]
        : [],
    ),
  );

/** Puts lines into their edition as a person would. Throws `conflict` where it is no draft any more, `invalid` as saving rows does. */
async function placeIn(ctx: Ctx, editionId: number, lines: readonly Line[]): Promise<void> {
  const edition = await take(ctx, keptDrafts, { id: editionId, action: 'save' });
  const added = await addedUnder(ctx, editionId, lines.map(({ option }) => option)); // prettier-ignore
  const known = await optionsOf(ctx, lines, added);
  const sent = new Map<string, Omit<Sent, 'version'>>();
  let next = -1;
  const idOf = ({ makerId, option }: Line) => {
    const name = `${makerId} ${option}`;
    const id = known.get(name) ?? next;
    if (id === next) next -= 1;
    known.set(name, id);
    return id;
  };
  const placed = lines.map((line) => ({ line, rows: rowsOf(line, idOf(line)) }));
  for (const row of placed.flatMap(({ rows }) => rows)) sent.set(`${row.kind} ${row.key}`, row);
  const unpriced = pricesLeft(lines);
  const keys = [...sent.values(), ...unpriced].flatMap(({ key }) => [key, ...key.split(':')]);
  // A new option may be one of a maker that the edition adds.
  keys.push(...lines.map(({ makerId }) => String(makerId)));
  const stored = [...added, ...(await changesAt(ctx, editionId, keys))];
  const unique = [...new Map(stored.map((one) => [`${one.kind} ${one.key}`, one])).values()];
  const versions = new Map(unique.map(({ kind, key, version }) => [`${kind} ${key}`, version]));
  const rows = [...sent].map(([name, row]) => ({ ...row, version: versions.get(name) ?? 0 }));
  const { ids, saved } = await putRows(ctx, edition, [...rows, ...unpriced], unique);
  const now = new Map(saved.map(({ kind, key, version }) => [`${kind} ${key}`, version]));
  const before = new Map<string, Row | null>(
    unique.flatMap(({ kind, key, after }) => (kind === 'options' ? [] : [[`${kind} ${key}`, after] as const])),
  );
  const drawn = await drawnByLines(ctx, editionId, [...known.values()]);
  const done = placed.map(({ line, rows: own }) => {
    const optionId = idOf(line);
    const id = optionId < 0 ? ids[optionId]! : optionId;
    const named = (key: string) => key.replace(String(optionId), String(id));
    const isDrawn = optionId < 0 || drawn.has(id);
    const names = [...(isDrawn ? [`options ${id}`] : []), ...own.map(({ kind, key }) => `${kind} ${named(key)}`)];
    const made = names.flatMap((name) => {
      const version = now.get(name) ?? versions.get(name);
      const former = line.made[name] ? line.made[name].former : (before.get(name) ?? null);
      return version === undefined ? [] : [[name, { version, former }] as const];
    });
    return { id: line.id, optionId: id, made: Object.fromEntries(made) };
  });
  await sql`update catalog_lines l set option_id = p."optionId", made = p.made
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as p (id bigint, "optionId" bigint, made jsonb)
    where l.company_id = ${ctx.user.companyId} and l.id = p.id`.execute(ctx.db);
}

const byEdition = (lines: readonly Line[]) => Map.groupBy(lines, ({ editionId }) => editionId);

/** Puts lines that were made or changed into their editions. */
export async function placeLines(ctx: Ctx, ids: readonly number[]): Promise<void> {
  for (const [editionId, lines] of byEdition(await readLines(ctx, ids))) await placeIn(ctx, editionId, lines);
}

/** Options that the edition adds and that none of its changes names any more. */
async function unused({ db }: Ctx, editionId: number, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const of = sql`c.company_id = ${MANUFACTURER} and c.edition_id = ${editionId}`;
  const { rows } = await sql<{ key: string }>`select d.key from unnest(${[...keys]}::text[]) d (key)
    where not exists (select from catalog_changes c where ${of} and split_part(c.key, ':', 2) = d.key
        and c.kind in ('versionOptions', 'versionOptionPrices', 'optionRules'))
      and not exists (select from catalog_changes c where ${of} and split_part(c.key, ':', 3) = d.key and c.kind = 'optionRules')
      and not exists (select from catalog_changes c where ${of} and c.after->>'optionId' = d.key and c.kind = 'versionImages')`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/** The changes of an edition that lines made, or that stand in their place now, and what these point to; by `<kind> <key>`. */
async function changesOfLines(ctx: Ctx, editionId: number, lines: readonly Line[]): Promise<Map<string, StoredChange>> {
  const keys = lines.flatMap(({ made }) => Object.keys(made).map(keyIn));
  const stored = await changesAt(ctx, editionId, keys.flatMap((key) => [key, ...key.split(':')])); // prettier-ignore
  return new Map(stored.map((one) => [`${one.kind} ${one.key}`, one]));
}

/**
 * Those of these lines of which nobody changed anything since in their draft, which stays locked; none of an edition
 * that is no draft any more. What somebody took out of the draft is not put back: only lines that the import made
 * (`before` is null) may lack it.
 */
export async function untouchedLines(
  ctx: Ctx,
  rows: readonly { id: number; before: object | null }[],
): Promise<number[]> {
  const isMade = new Map(rows.map(({ id, before }) => [id, before === null]));
  const free: number[] = [];
  for (const [editionId, lines] of byEdition(await readLines(ctx, [...isMade.keys()]))) {
    const { state } = await lockEdition(ctx, editionId);
    if (state !== 'draft') continue;
    const now = await changesOfLines(ctx, editionId, lines);
    const isSame = ({ id, made }: Line) =>
      Object.entries(made).every(([name, { version }]) => {
        const one = now.get(name);
        return one ? one.version === version : isMade.get(id);
      });
    free.push(...lines.filter(isSame).map(({ id }) => id));
  }
  return free;
}

/** Takes lines that nobody touched out of their drafts again; returns them. */
export async function unplaceLines(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const lines = await readLines(ctx, ids);
  for (const [editionId, own] of byEdition(lines)) {
    const edition = await take(ctx, keptDrafts, { id: editionId, action: 'save' });
    const now = await changesOfLines(ctx, editionId, own);
    const formers = new Map(own.flatMap(({ made }) => Object.entries(made).map(([name, one]) => [name, one.former])));
    const names = [...formers.keys()];
    // What the draft had there before comes back; fields that it did not have fall back to what is in force.
    const gone = (some: readonly string[]) =>
      some.flatMap((name) => {
        const one = now.get(name);
        const former = formers.get(name);
        return one
          ? [
              {
                kind: one.kind,
                key: one.key,
                version: one.version,
                values: former ? { ...one.before, ...former } : null,
              },
            ]
          : [];
      });
    const isOption = (name: string) => name.startsWith('options ');
    const first = gone(names.filter((name) => !isOption(name)));
    if (first.length > 0) await putRows(ctx, edition, first, [...now.values()]);
    const added = await unused(ctx, editionId, names.filter(isOption).map(keyIn)); // prettier-ignore
    const last = gone(added.map((key) => `options ${key}`));
    if (last.length > 0) await putRows(ctx, await lockEdition(ctx, editionId), last, [...now.values()]);
  }
  return lines.map(({ id }) => id);
}
