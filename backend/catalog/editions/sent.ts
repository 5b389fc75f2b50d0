/** Rows as they are sent to a draft: their ids, what they point to, and which changes they make of what is in force. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { initialRow, valuesOfKey, type Row } from '#domain/catalog/editions/changes.ts';
import type { savedRow } from '#domain/catalog/editions/schema.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { tableOf, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { typedValue } from '#domain/catalog/editions/values.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { StoredChange } from './records.ts';

export type Sent = z.output<typeof savedRow>;

const ID = /-?\d+/;
/** To what fields and parts of keys point. */
export const pointed: Readonly<Record<string, CatalogKind>> = {
  makerId: 'makers',
  modelId: 'models',
  versionId: 'versions',
  optionId: 'options',
  otherId: 'options',
};
export const hasOwnId = (kind: CatalogKind) => Object.hasOwn(tableOf(kind).key, 'id');

/** Draws ids for new rows, which were sent under negative ones, and puts them wherever these stand. */
export async function withIds(
  { db }: Ctx,
  rows: readonly Sent[],
): Promise<{ rows: Sent[]; ids: Record<string, number> }> {
  const ids: Record<string, number> = {};
  const fresh = rows.filter(({ kind, key }) => hasOwnId(kind) && key.startsWith('-'));
  for (const [kind, own] of Map.groupBy(fresh, (one) => one.kind)) {
    const keys = [...new Set(own.map(({ key }) => key))].filter((key) => !ids[key]);
    const { rows: drawn } = await sql<{
      id: number;
    }>`select nextval(pg_get_serial_sequence(${tableOf(kind).table}, 'id')) as id
      from generate_series(1, ${keys.length}::int)`.execute(db);
    for (const [at, key] of keys.entries()) ids[key] = drawn[at]!.id;
  }
  const named = (text: string) => (ID.test(text) && text.startsWith('-') ? String(ids[text] ?? text) : text);
  const pointing = (values: Row) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        field.endsWith('Id') && typeof value === 'number' ? Number(named(String(value))) : value,
      ]),
    );
  return {
    ids,
    rows: rows.map(({ key, values, ...row }) => ({
      ...row,
      key: key.split(':').map(named).join(':'),
      values: values && pointing(values),
    })),
  };
}

/** Whether a key has the parts of its table. */
export function isKey(kind: CatalogKind, key: string): boolean {
  const parts = key.split(':');
  const types = Object.values(tableOf(kind).key);
  const fits = (type: string, part: string) =>
    type === 'bigint'
      ? /^\d{1,15}$/.test(part)
      : type === 'date'
        ? part === DAY
        : ['requires', 'excludes', 'includes'].includes(part);
  return parts.length === types.length && types.every((type, at) => fits(type, parts[at]!));
}

/** What every row points to and nothing has, by the place of the row: neither the catalogue nor the edition itself. */
export async function missingTargets(
  { db }: Ctx,
  rows: readonly Sent[],
  changes: readonly StoredChange[],
): Promise<Map<number, string>> {
  // What is taken out points to nothing, and nothing to what is taken out with it.
  const gone = new Set(rows.flatMap(({ kind, key, values }) => (values === null ? [`${kind} ${key}`] : [])));
  const all = rows.flatMap(({ kind, key, values }, at) =>
    Object.entries(values === null ? {} : { ...valuesOfKey(kind, key), ...values }).flatMap(([field, id]) =>
      pointed[field] && id !== null ? [{ at, kind: pointed[field], id: Number(id) }] : [],
    ),
  );
  const missing = new Map<number, string>();
  for (const kind of new Set(all.map((one) => one.kind))) {
    const own = all.filter((one) => one.kind === kind);
    const { rows: there } = await sql<{
      id: number;
    }>`select t.id from ${sql.table(tableOf(kind).table)} t where t.id = any(${own.map(({ id }) => id)}::bigint[])`.execute(
      db,
    );
    const known = new Set([
      ...there.map(({ id }) => id),
      ...[...changes, ...rows].flatMap((one) =>
        one.kind === kind && !gone.has(`${kind} ${one.key}`) ? [Number(one.key)] : [],
      ),
    ]);
    for (const { at, id } of own) if (!known.has(id)) missing.set(at, `${tableOf(kind).label} sconosciuta al catalogo`);
  }
  for (const at of await pricedAlone({ db }, rows, changes)) missing.set(at, 'La versione non ha questo optional');
  return missing;
}

/** The version and the option of a key that begins with them. */
export const pairOf = (key: string): string => key.split(':').slice(0, 2).join(':');

/** Places of prices of options that their version neither has nor gets. */
async function pricedAlone(
  { db }: Pick<Ctx, 'db'>,
  rows: readonly Sent[],
  changes: readonly StoredChange[],
): Promise<number[]> {
  const own = rows.flatMap(({ kind, key, values }, at) =>
    kind === 'versionOptionPrices' && values ? [{ at, pair: pairOf(key) }] : [],
  );
  const keys = own.map(({ pair }) => pair.split(':').map(Number));
  const { rows: there } = await sql<{ pair: string }>`select x.version_id || ':' || x.option_id as pair
    from unnest(${keys.map(([id]) => id)}::bigint[], ${keys.map(([, id]) => id)}::bigint[]) as d (version_id, option_id)
    join version_options x on x.version_id = d.version_id and x.option_id = d.option_id`.execute(db);
  const known = new Set([
    ...there.map(({ pair }) => pair),
    ...changes.flatMap(({ kind, key }) => (kind === 'versionOptions' ? [key] : [])),
    ...rows.flatMap(({ kind, key, values }) => (kind === 'versionOptions' && values ? [key] : [])),
  ]);
  return own.filter(({ pair }) => !known.has(pair)).map(({ at }) => at);
}

/** The change of a row with more fields; null when nothing of it is left. */
export function changed(
  { kind, values }: Sent,
  stored: StoredChange | undefined,
  now: Row | null,
): Pick<StoredChange, 'before' | 'after'> | null {
  const typed = Object.fromEntries(Object.entries(values!).map(([field, value]) => [field, typedValue(value)]));
  if (stored ? stored.before === null : now === null) {
    const since: Row = Object.hasOwn(tableOf(kind).fields, 'since') ? { since: DAY } : {};
    return { before: null, after: { ...initialRow(kind), ...since, ...stored?.after, ...typed } };
  }
  const wanted: Row = { ...stored?.after, ...typed };
  const base = (field: string) =>
    stored?.before && Object.hasOwn(stored.before, field) ? stored.before[field]! : (now?.[field] ?? null);
  const left = Object.keys(wanted).filter((field) => wanted[field] !== base(field));
  if (left.length === 0) return null;
  return {
    before: Object.fromEntries(left.map((field) => [field, base(field)])),
    after: Object.fromEntries(left.map((field) => [field, wanted[field]!])),
  };
}

/** The changes that speak of rows which are no longer to be made, and so on. */
function pointingTo(
  lost: readonly Pick<StoredChange, 'kind' | 'key'>[],
  stored: readonly StoredChange[],
): StoredChange[] {
  if (lost.length === 0) return [];
  const gone = new Set(lost.map(({ kind, key }) => `${kind} ${key}`));
  const found = stored.filter(
    ({ kind, key, after }) =>
      !gone.has(`${kind} ${key}`) &&
      ((kind === 'versionOptionPrices' && gone.has(`versionOptions ${pairOf(key)}`)) ||
        Object.entries({ ...valuesOfKey(kind, key), ...after }).some(([field, id]) =>
          gone.has(`${pointed[field]} ${id}`),
        )),
  );
  return [...found, ...pointingTo(found, stored)];
}

/**
 * What becomes of the changes that point to lost ones: they go, too. A picture that is new and only shows a lost paint
 * stays, and shows any.
 */
export function withoutLost(
  lost: readonly Pick<StoredChange, 'kind' | 'key'>[],
  stored: readonly StoredChange[],
  by: Pick<StoredChange, 'changer' | 'changedAt'>,
): { pointing: StoredChange[]; unpainted: StoredChange[] } {
  const all = pointingTo(lost, stored);
  const gone = new Set([...lost, ...all].map(({ kind, key }) => `${kind} ${key}`));
  const stays = ({ kind, key, before }: StoredChange) =>
    kind === 'versionImages' && before === null && !gone.has(`versions ${key.split(':')[0]}`);
  return {
    pointing: all.filter((one) => !stays(one)),
    unpainted: all
      .filter(stays)
      .map((one) => ({ ...one, ...by, version: one.version + 1, after: { ...one.after, optionId: null } })),
  };
}
