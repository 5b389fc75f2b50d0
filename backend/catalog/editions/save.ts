/** Changes of rows in a draft: each row by its own version, so that two editors disturb each other only at the same row. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { initialRow, lacking, valuesOfKey, type Row } from '#domain/catalog/editions/changes.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import type { savedRow } from '#domain/catalog/editions/schema.ts';
import { DAY, tableOf, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { typedValue, valueFault } from '#domain/catalog/editions/values.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { take } from '#backend/lib/records/move.ts';
import { answer, dropChanges, keptDrafts, readChanges, storeChanges, write, type StoredChange } from './records.ts';
import { rowsNow } from './rows.ts';

type Table = typeof table;
type Sent = z.output<typeof savedRow>;

const ID = /-?\d+/;
/** To what fields and parts of keys point. */
const pointed: Readonly<Record<string, CatalogKind>> = {
  makerId: 'makers',
  modelId: 'models',
  versionId: 'versions',
  optionId: 'options',
  otherId: 'options',
};
const hasOwnId = (kind: CatalogKind) => Object.hasOwn(tableOf(kind).key, 'id');

/** Draws ids for new rows, which were sent under negative ones, and puts them wherever these stand. */
async function withIds({ db }: Ctx, rows: readonly Sent[]): Promise<{ rows: Sent[]; ids: Record<string, number> }> {
  const ids: Record<string, number> = {};
  for (const { kind, key } of rows)
    if (hasOwnId(kind) && key.startsWith('-') && !ids[key]) {
      const { rows: drawn } = await sql<{
        id: number;
      }>`select nextval(pg_get_serial_sequence(${tableOf(kind).table}, 'id')) as id`.execute(db);
      ids[key] = drawn[0]!.id;
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
function isKey(kind: CatalogKind, key: string): boolean {
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
async function missingTargets(
  { db }: Ctx,
  rows: readonly Sent[],
  changes: readonly StoredChange[],
): Promise<Map<number, string>> {
  const all = rows.flatMap(({ kind, key, values }, at) =>
    Object.entries({ ...valuesOfKey(kind, key), ...values }).flatMap(([field, id]) =>
      pointed[field] ? [{ at, kind: pointed[field], id: Number(id) }] : [],
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
      ...[...changes, ...rows].flatMap((one) => (one.kind === kind ? [Number(one.key)] : [])),
    ]);
    for (const { at, id } of own) if (!known.has(id)) missing.set(at, `${tableOf(kind).label} sconosciuta al catalogo`);
  }
  return missing;
}

/** The change of a row with more fields; null when nothing of it is left. */
function changed(
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
  const gone = new Set(lost.filter(({ kind }) => hasOwnId(kind)).map(({ kind, key }) => `${kind} ${key}`));
  const found = stored.filter(
    ({ kind, key, after }) =>
      !gone.has(`${kind} ${key}`) &&
      Object.entries({ ...valuesOfKey(kind, key), ...after }).some(([field, id]) =>
        gone.has(`${pointed[field]} ${id}`),
      ),
  );
  return [...found, ...pointingTo(found, stored)];
}

/** Saves rows in a draft. Throws `invalid` at `rows.<place>.<field>`; rows of which somebody saved another version are answered. */
export const saveRows: VerbOf<Table, 'POST /catalog/editions/:id/rows'> = async (ctx, { params: { id }, body }) => {
  const edition = await take(ctx, keptDrafts, { id, action: 'save' });
  const stored = await readChanges(ctx, id);
  const known = new Map(stored.map((one) => [`${one.kind} ${one.key}`, one]));
  const { rows, ids } = await withIds(ctx, body.rows);
  const fields: Record<string, string> = {};
  const say = (at: number, field: string, sentence: string) => (fields[`rows.${at}.${field}`] ??= sentence);
  for (const [at, { kind, key, values }] of rows.entries()) {
    if (!isKey(kind, key)) say(at, 'key', 'Riga sconosciuta');
    for (const [field, value] of Object.entries(values ?? {})) {
      const fault = valueFault(kind, field, typedValue(value));
      if (fault) say(at, field, fault);
    }
  }
  const stop = () => {
    if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  };
  stop();
  for (const [at, sentence] of await missingTargets(ctx, rows, stored)) say(at, 'key', sentence);
  const now = await rowsNow(ctx.db, rows.map(({ kind, key }) => ({ kind, key, before: null, after: null })), ctx.today); // prettier-ignore
  const drawn = new Set(Object.values(ids).map(String));
  const seen = new Set<string>();
  for (const [at, { kind, key }] of rows.entries()) {
    const name = `${kind} ${key}`;
    if (seen.has(name)) say(at, 'key', 'Riga ripetuta');
    seen.add(name);
    if (hasOwnId(kind) && !drawn.has(key) && !known.has(name) && !now.has(name)) say(at, 'key', 'Riga sconosciuta');
  }
  stop();
  const answered: Pick<Awaited<ReturnType<typeof saveRows>>, 'saved' | 'gone' | 'conflicts'> = {
    saved: [],
    gone: [],
    conflicts: [],
  };
  for (const [at, row] of rows.entries()) {
    const { kind, key, version, values } = row;
    const own = known.get(`${kind} ${key}`);
    if ((own?.version ?? 0) !== version) {
      answered.conflicts.push({
        kind,
        key,
        mine: values,
        theirs: own?.after ?? null,
        version: own?.version ?? 0,
        changer: own?.changer ?? null,
      });
      continue;
    }
    const change = values && changed(row, own, now.get(`${kind} ${key}`) ?? null);
    if (!change) {
      answered.gone.push({ kind, key });
      continue;
    }
    if (change.before === null)
      for (const field of lacking(kind, change.after!)) say(at, field, `${tableOf(kind).fields[field]!.label}: manca`);
    answered.saved.push({
      kind,
      key,
      ...change,
      version: version + 1,
      changer: ctx.user.name,
      changedAt: ctx.now.toISOString(),
    });
  }
  stop();
  const lost = answered.gone.filter(({ kind, key }) => known.get(`${kind} ${key}`)?.before === null);
  await dropChanges(ctx, id, [...answered.gone, ...pointingTo(lost, stored)]);
  await storeChanges(ctx, id, answered.saved);
  await write(ctx, edition, { refusal: null });
  ctx.audit({
    action: 'rows',
    entity: 'catalog_edition',
    entityId: id,
    after: { saved: answered.saved.length, gone: answered.gone.length },
  });
  return { edition: await answer(ctx, id), ids, ...answered };
};

/** Takes the rows in force as the base of changes: what was meant stays, what it replaces is today's. */
export const rebase: VerbOf<Table, 'POST /catalog/editions/:id/rebase'> = async (ctx, { params: { id }, body }) => {
  const edition = await take(ctx, keptDrafts, { id, action: 'save' });
  const wanted = new Set(body.rows.map(({ kind, key }) => `${kind} ${key}`));
  const stored = (await readChanges(ctx, id)).filter(({ kind, key }) => wanted.has(`${kind} ${key}`));
  const now = await rowsNow(ctx.db, stored, ctx.today);
  const based = stored.map((one) => {
    const row = now.get(`${one.kind} ${one.key}`) ?? null;
    const fields = Object.keys(one.before ?? one.after!);
    return {
      ...one,
      version: one.version + 1,
      before: row && Object.fromEntries(fields.map((field) => [field, row[field] ?? null])),
    };
  });
  // A field that already has what was meant is no change any more.
  const isLeft = ({ before, after }: (typeof based)[number]) =>
    !before || Object.keys(before).some((field) => before[field] !== after?.[field]);
  await dropChanges(ctx, id, based.filter((one) => !isLeft(one))); // prettier-ignore
  await storeChanges(ctx, id, based.filter(isLeft)); // prettier-ignore
  await write(ctx, edition, { refusal: null });
  ctx.audit({ action: 'rebase', entity: 'catalog_edition', entityId: id, after: { rows: based.length } });
  return answer(ctx, id);
};
