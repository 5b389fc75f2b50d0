/** Changes of rows in a draft: each row by its own version, so that two editors disturb each other only at the same row. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { lacking, type Row } from '#domain/catalog/editions/changes.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import type { rowsInput } from '#domain/catalog/editions/schema.ts';
import { tableOf } from '#domain/catalog/editions/tables.ts';
import { typedValue, valueFault } from '#domain/catalog/editions/values.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { take } from '#backend/lib/records/move.ts';
import { copiedRows } from './copy.ts';
import { keepImages, letGoImages } from './images.ts';
import { movedSince, seenOf } from './publish.ts';
import {
  answer,
  dropChanges,
  inTurn,
  keptDrafts,
  readChanges,
  storeChanges,
  write,
  type EditionRow,
  type StoredChange,
} from './records.ts';
import { rowsNow } from './rows.ts';
import { changed, hasOwnId, isKey, missingTargets, pairOf, withIds, withoutLost, type Sent } from './sent.ts';

type Table = typeof table;
type Answered = Pick<Awaited<ReturnType<typeof saveRows>>, 'saved' | 'gone' | 'conflicts' | 'ids'>;

/** Faults by the place of a row and its field; `stop` throws them as `invalid` at `rows.<place>.<field>`, if there are any. */
function faultsOfRows() {
  const fields: Record<string, string> = {};
  return {
    say: (at: number, field: string, sentence: string) => void (fields[`rows.${at}.${field}`] ??= sentence),
    stop: () => {
      if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
    },
  };
}

/** The rows that sent ones speak of as they are in force. Throws `invalid` for what no row may be. */
async function checkRows(
  ctx: Ctx,
  rows: readonly Sent[],
  { stored, ids }: { stored: readonly StoredChange[]; ids: Readonly<Record<string, number>> },
): Promise<Map<string, Row>> {
  const { say, stop } = faultsOfRows();
  for (const [at, { kind, key, values }] of rows.entries()) {
    if (!isKey(kind, key)) say(at, 'key', 'Riga sconosciuta');
    for (const [field, value] of Object.entries(values ?? {})) {
      const fault = valueFault(kind, field, typedValue(value));
      if (fault) say(at, field, fault);
    }
  }
  stop();
  for (const [at, sentence] of await missingTargets(ctx, rows, stored)) say(at, 'key', sentence);
  const now = await rowsNow(ctx.db, rows.map(({ kind, key }) => ({ kind, key, before: null, after: null })), ctx.today); // prettier-ignore
  const there = new Set([...stored.map(({ kind, key }) => `${kind} ${key}`), ...now.keys()]);
  const drawn = new Set(Object.values(ids).map(String));
  const seen = new Set<string>();
  for (const [at, { kind, key }] of rows.entries()) {
    const name = `${kind} ${key}`;
    if (seen.has(name)) say(at, 'key', 'Riga ripetuta');
    seen.add(name);
    if (hasOwnId(kind) && !drawn.has(key) && !there.has(name)) say(at, 'key', 'Riga sconosciuta');
  }
  stop();
  return now;
}

/** What becomes of each row: a change that is kept, none any more, or one that somebody else has made meanwhile. */
function decideRows(
  { user, now: at }: Ctx,
  rows: readonly Sent[],
  { stored, now }: { stored: readonly StoredChange[]; now: ReadonlyMap<string, Row> },
): Omit<Answered, 'ids'> {
  const known = new Map(stored.map((one) => [`${one.kind} ${one.key}`, one]));
  const { say, stop } = faultsOfRows();
  const answered: Omit<Answered, 'ids'> = { saved: [], gone: [], conflicts: [] };
  for (const [place, row] of rows.entries()) {
    const { kind, key, version, values } = row;
    const own = known.get(`${kind} ${key}`);
    if ((own?.version ?? 0) !== version) {
      const theirs = { theirs: own?.after ?? null, version: own?.version ?? 0, changer: own?.changer ?? null };
      answered.conflicts.push({ kind, key, mine: values, ...theirs });
      continue;
    }
    const change = values && changed(row, own, now.get(`${kind} ${key}`) ?? null);
    if (!change) {
      answered.gone.push({ kind, key });
      continue;
    }
    if (change.before === null)
      for (const field of lacking(kind, change.after!))
        say(place, field, `${tableOf(kind).fields[field]!.label}: manca`);
    const by = { version: version + 1, changer: user.name, changedAt: at.toISOString() };
    answered.saved.push({ kind, key, ...change, ...by });
  }
  stop();
  return answered;
}

const nameOf = ({ kind, key }: Pick<StoredChange, 'kind' | 'key'>) => `${kind} ${key}`;
/** Of each row the last change. */
const byName = (changes: readonly StoredChange[]) => [...new Map(changes.map((one) => [nameOf(one), one])).values()];

/**
 * Puts rows into a draft that is locked, each by the version of its change that was seen. Throws `invalid` at
 * `rows.<place>.<field>`; rows of which somebody saved another version are answered.
 */
export async function putRows(
  ctx: Ctx,
  edition: EditionRow,
  sent: readonly Sent[],
  stored: readonly StoredChange[],
): Promise<Answered> {
  const { rows, ids } = await withIds(ctx, sent);
  await keepImages(ctx, rows);
  const now = await checkRows(ctx, rows, { stored, ids });
  const answered = decideRows(ctx, rows, { stored, now });
  const added = new Set(stored.flatMap(({ kind, key, before }) => (before === null ? [`${kind} ${key}`] : [])));
  const lost = answered.gone.filter(({ kind, key }) => added.has(`${kind} ${key}`));
  const by = { changer: ctx.user.name, changedAt: ctx.now.toISOString() };
  // Of a row that is sent with what it points to its new change is meant.
  const { pointing, unpainted } = withoutLost(lost, byName([...stored, ...answered.saved]), by);
  const isLost = new Set(pointing.map(nameOf));
  const saved = byName([...answered.saved, ...unpainted]).filter((one) => !isLost.has(nameOf(one)));
  await dropChanges(ctx, edition.id, [...answered.gone, ...pointing]);
  await letGoImages(ctx, [...lost, ...pointing]);
  await storeChanges(ctx, edition.id, saved);
  await write(ctx, edition, { refusal: null });
  ctx.audit({
    action: 'rows',
    entity: 'catalog_edition',
    entityId: edition.id,
    after: { saved: saved.length, gone: answered.gone.length },
  });
  return { ids, ...answered, saved };
}

/**
 * SQL: the changes that saving these rows looks at, because an imported list has a hundred thousand. All of them where a
 * row is taken out: others may point to it.
 */
function seenBy({ rows, copyOf }: z.output<typeof rowsInput>): RawBuilder<unknown> | undefined {
  if (rows.some(({ values }) => values === null)) return undefined;
  const keys = [...new Set(rows.flatMap(({ key }) => [key, pairOf(key)]))];
  const copied = copyOf === undefined ? sql`false` : sql`starts_with(key, ${`${copyOf}:`})`;
  return sql`(kind in ('makers', 'models', 'versions', 'options') or key = any(${keys}::text[]) or ${copied})`;
}

/** Saves rows in a draft, as `putRows` does. */
export const saveRows: VerbOf<Table, 'POST /catalog/editions/:id/rows'> = async (ctx, { params: { id }, body }) => {
  const edition = await take(ctx, keptDrafts, { id, action: 'save' });
  const stored = await readChanges(ctx, id, seenBy(body));
  const { rows, copyOf } = body;
  const copied = copyOf === undefined ? [] : await copiedRows(ctx, copyOf, { rows, stored });
  const answered = await putRows(ctx, edition, [...rows, ...copied], stored);
  return { edition: await answer(ctx, id), ...answered };
};

/** Takes the rows in force as the base of changes: what was meant stays, what it replaces is today's. */
export const rebase: VerbOf<Table, 'POST /catalog/editions/:id/rebase'> = async (ctx, { params: { id }, body }) => {
  // No publication comes between what is compared here and what is taken.
  await inTurn(ctx);
  const edition = await take(ctx, keptDrafts, { id, action: 'save' });
  const all = await readChanges(ctx, id);
  const moved = await movedSince(ctx, all);
  if (seenOf(moved) !== body.seen)
    throw new Failure('conflict', 'Il catalogo è cambiato di nuovo: guardare che cosa, prima di tenere le modifiche.');
  const wanted = new Set((body.rows ?? moved).map(nameOf));
  const stored = all.filter((one) => wanted.has(nameOf(one)));
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
  // A field that already has what was meant is no change any more, nor is one of a row that went, such as a picture.
  const isLeft = ({ kind, before, after }: (typeof based)[number]) =>
    before ? Object.keys(before).some((field) => before[field] !== after?.[field]) : lacking(kind, after!).length === 0;
  await dropChanges(ctx, id, based.filter((one) => !isLeft(one))); // prettier-ignore
  await storeChanges(ctx, id, based.filter(isLeft)); // prettier-ignore
  await write(ctx, edition, { refusal: null });
  ctx.audit({ action: 'rebase', entity: 'catalog_edition', entityId: id, after: { rows: based.length } });
  return answer(ctx, id);
};
