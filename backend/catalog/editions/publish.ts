/** Publication of an edition, its opposite, and the day on which it comes by itself. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { instantInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { day as written, money, number } from '#domain/italian.ts';
import {
  datedChange,
  movedIn,
  oppositeOf,
  type Change,
  type Moved,
  type Row,
  type Value,
} from '#domain/catalog/editions/changes.ts';
import { editionMachine } from '#domain/catalog/editions/machine.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { tableOf } from '#domain/catalog/editions/tables.ts';
import { refusalOf } from '#domain/record/machine.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { carry, tell, type Fill } from '#backend/lib/records/move.ts';
import { inSavepoint } from '#backend/lib/work/savepoint.ts';
import { nameVersions } from '../hits.ts';
import { labelsOf } from './labels.ts';
import { doubles, problemsIn, touchedVersions } from './problems.ts';
import { inTurn, isOfList, keptEditions, readChanges, storeChanges, type EditionRow } from './records.ts';
import { rowsNow, writeChanges } from './rows.ts';

const isPriceOfDay = ({ key }: Change): boolean => key.endsWith(`:${DAY}`);
const at = ({ kind, key }: Pick<Change, 'kind' | 'key'>) => `${kind} ${key}`;

/** Which of the fields that changes have seen are no longer so. */
export async function movedSince(
  { db, today }: Pick<Ctx, 'db' | 'today'>,
  changes: readonly Change[],
): Promise<Moved[]> {
  const now = await rowsNow(db, changes, today);
  return changes.flatMap((change) => movedIn(change, now.get(at(change)) ?? null));
}

/** Stands for fields that have moved, with what they are now: who takes them as a base says what they have seen. */
export const seenOf = (moved: readonly Moved[]): string =>
  createHash('sha256')
    .update(JSON.stringify(moved.map(({ kind, key, field, now }) => [kind, key, field, now])))
    .digest('base64url')
    .slice(0, 22);

/** Changes as they are written today: a price of the day replaces the one that begins on it, or is a row of its own. */
async function concrete({ db, today }: Ctx, changes: readonly Change[]): Promise<Change[]> {
  const dated = changes.map((change) => datedChange(change, today));
  const own = dated.filter((_, index) => isPriceOfDay(changes[index]!));
  const now = await rowsNow(db, own, today);
  return dated.map((change, index) =>
    isPriceOfDay(changes[index]!) ? { ...change, before: now.get(at(change)) ?? null } : change,
  );
}

/** A value as a sentence says it. */
function said({ kind, field }: Moved, value: Value): string {
  if (value === null) return 'niente';
  if (typeof value === 'boolean') return value ? 'sì' : 'no';
  if (tableOf(kind).fields[field]?.unit === 'cents') return money(value as number);
  return typeof value === 'number' ? number(value) : /^\d{4}-\d\d-\d\d$/.test(value) ? written(value) : value;
}

/** The most fields that one refusal names. */
const MOST_SAID = 50;
const CHANGED = 'Il catalogo è cambiato da quando l’edizione è stata scritta.';

/** Throws `conflict`, field by field, when the base of the changes is no longer in force. */
async function checkBase(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const moved = (await movedSince(ctx, changes)).slice(0, MOST_SAID);
  if (moved.length === 0) return;
  const labelOf = await labelsOf(ctx, moved.map(({ kind, key }) => ({ kind, key, after: null })), changes); // prettier-ignore
  const missing = moved.map((one) => ({
    sentence: `${labelOf(one)}, ${tableOf(one.kind).fields[one.field]?.label ?? one.field}: era ${said(one, one.before)}, ora è ${said(one, one.now)}`,
  }));
  throw new Failure('conflict', CHANGED, { missing });
}

/** The columns of an edition that comes into force now. */
const published = (
  { user, now, today }: Ctx,
  versionIds: readonly number[],
  by: { publishedBy: number | null; publisher: string | null },
) => ({
  day: today,
  publishedAt: now,
  versionIds: [...versionIds],
  refusal: null,
  ...(by.publishedBy === null && { publishedBy: user.id, publisher: user.name }),
});

/** Brings an edition that `keptEditions` locked into force, in the transaction of the caller; answers its columns. Throws `conflict` where its base has changed. */
export async function bringIntoForce(
  ctx: Ctx,
  edition: Pick<EditionRow, 'id' | 'publishedBy' | 'publisher' | 'stored'>,
): Promise<object> {
  const changes = edition.stored ?? (await readChanges(ctx, edition.id));
  await checkBase(ctx, changes);
  const made = await concrete(ctx, changes);
  await writeChanges(ctx.db, made);
  // What was written is kept, so that its opposite finds exactly that.
  const kept = made.map((change, index) => ({ ...changes[index]!, ...change }));
  await sql`delete from catalog_changes where company_id = ${MANUFACTURER} and edition_id = ${edition.id}`.execute(
    ctx.db,
  );
  await storeChanges(ctx, edition.id, kept);
  await nameVersions(ctx, made);
  await ctx.emit('list.published', { editionId: edition.id });
  return published(ctx, await touchedVersions(ctx, made.filter(isOfList)), edition);
}

/** What the database says of a row that a change points to and that went, and of a name that was given meanwhile. */
const isClash = (error: unknown) => ['23503', '23505'].includes((error as { code?: string }).code ?? '');

/**
 * Writes what an edition changes as if it came into force on the context's day, and nothing of the edition itself: for
 * who takes it back. Answers why it cannot; then nothing is written.
 */
export async function tryInForce(ctx: Ctx, edition: Pick<EditionRow, 'id'>): Promise<Failure | null> {
  await inTurn(ctx);
  const changes = await readChanges(ctx, edition.id);
  try {
    await checkBase(ctx, changes);
    await inSavepoint(ctx, async (inner) => writeChanges(inner.db, await concrete(inner, changes)));
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    if (!isClash(error)) throw error;
    const blocking = (await problemsIn(ctx, changes)).filter(({ blocks }) => blocks).map(({ sentence }) => sentence);
    return new Failure('conflict', blocking.join(' ') || CHANGED);
  }
}

const publish: Fill<EditionRow> = async (ctx, edition) => ({
  // Who presses publishes it, also when somebody else had it planned.
  columns: await bringIntoForce(ctx, { ...edition, publishedBy: null }),
  told: { before: {}, after: { changes: edition.changes } },
});

const schedule: Fill<EditionRow> = async (ctx, edition, { day }) => {
  const wanted = String(day);
  if (wanted <= ctx.today)
    throw new Failure('invalid', undefined, { fields: { day: 'Scegliere un giorno dopo oggi, o pubblicare subito' } });
  await checkBase(ctx, edition.stored ?? (await readChanges(ctx, edition.id)));
  // Midnight in Rome, also on the days on which clocks change.
  await ctx.enqueue(
    publicationJob,
    { id: edition.id },
    { at: instantInRome(wanted, '00:00'), once: `edition ${edition.id} ${edition.version}` },
  );
  const by = { publishedBy: ctx.user.id, publisher: ctx.user.name };
  return { columns: { day: wanted, refusal: null, ...by }, told: { before: { day: null }, after: { day: wanted } } };
};

const reopen: Fill<EditionRow> = () => ({ columns: { day: null, publishedBy: null, publisher: null } });

/** The opposite of a published edition as the catalogue is now, and what somebody changed since and stays. */
export async function readOpposite(
  { db, today }: Pick<Ctx, 'db' | 'today'>,
  changes: readonly Change[],
): Promise<{ changes: Change[]; stays: Moved[] }> {
  const now = await rowsNow(db, changes, today);
  const found = changes.map((change) => oppositeOf(change, (now.get(at(change)) as Row | undefined) ?? null));
  return {
    changes: found.flatMap(({ change }) => (change ? [datedChange(change, today)] : [])),
    stays: found.flatMap(({ stays }) => stays),
  };
}

const rollBack: Fill<EditionRow> = async (ctx, edition) => {
  const { changes, stays } = await readOpposite(ctx, await readChanges(ctx, edition.id));
  const given = await doubles(ctx, changes);
  if (given.length > 0)
    throw new Failure('conflict', `Un nome o un codice di prima intanto è di altri. ${given.map(({ sentence }) => sentence).join('. ')}.`); // prettier-ignore
  await writeChanges(ctx.db, changes);
  await nameVersions(ctx, changes);
  const { id: userId, name: maker } = ctx.user;
  const columns = {
    name: `Annulla «${edition.name}»`.slice(0, 80),
    state: 'published',
    madeBy: userId,
    maker,
    undoes: edition.id,
    ...published(ctx, await touchedVersions(ctx, changes.filter(isOfList)), { publishedBy: null, publisher: null }),
  };
  const { id } = await ctx.db
    .insertInto('catalogEditions')
    .values({ ...columns, createdAt: ctx.now, updatedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeChanges(ctx, id, changes.map((change) => ({ ...change, version: 1, changer: maker, changedAt: ctx.now.toISOString() }))); // prettier-ignore
  await tell(ctx, editionMachine, id, { from: null, to: 'published' });
  await ctx.emit('list.published', { editionId: id });
  ctx.audit({
    action: 'create',
    entity: 'catalog_edition',
    entityId: id,
    after: { name: columns.name, undoes: edition.id, stays: stays.length },
  });
  return {};
};

export const fills = { publish, schedule, reopen, roll_back: rollBack };

/**
 * Publishes a planned edition on its day, whoever planned it: they may have left since. Where the catalogue has changed
 * meanwhile it goes back to its draft and says why. A second run finds it published.
 */
export const publicationJob: Job<{ id: number }> = {
  name: 'catalog.publish',
  run: async ({ asCompany }, { id }) => {
    const refused = await asCompany(MANUFACTURER, null, async (ctx): Promise<string | null> => {
      const edition = await keptEditions.lock(ctx, id).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'not_found') return null;
        throw error;
      });
      if (!edition || edition.state !== 'scheduled' || edition.day === null || edition.day > ctx.today) return null;
      const bar = refusalOf(editionMachine, edition, { ...ctx.user, today: ctx.today }, 'publish');
      if (bar) return bar.message ?? CHANGED;
      const columns = await bringIntoForce(ctx, edition);
      await carry(ctx, keptEditions, edition, 'publish', { columns });
      return null;
    }).catch((error: unknown) => {
      // A row that it points to went, or its name was given, since it was planned.
      if (isClash(error)) return CHANGED;
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
      const [first] = error.detail.missing ?? [];
      return [error.message, first?.sentence].filter(Boolean).join(' ');
    });
    if (refused === null) return;
    await asCompany(MANUFACTURER, null, async (ctx) => {
      const edition = await keptEditions.lock(ctx, id);
      if (edition.state !== 'scheduled') return;
      await carry(ctx, keptEditions, edition, 'refuse', { columns: { refusal: refused.slice(0, 500), day: null } });
    });
  },
};
