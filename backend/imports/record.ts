import { sql, type Selectable } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Fix } from '#domain/imports/fixes.ts';
import { kindsFor } from '#domain/imports/rights.ts';
import type { ImportRow } from '#domain/imports/schema.ts';
import {
  importKinds,
  importSteps,
  KEPT_DAYS,
  mayStep,
  type ImportState,
  type ImportStep,
} from '#domain/imports/terms.ts';
import type { Imports } from '../db/types.gen.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Importable } from '../lib/records/importable.ts';
import type { List } from './find-list.ts';

/**
 * By field in how many rows of the last check each unit was named ('': none); `bare`: how a person said that the values
 * are read that name none ('': not at all).
 */
export type Units = Record<string, { counts: Record<string, number>; bare?: string }>;

/** An import as its table stores it. */
export interface ImportRecord extends Omit<
  Selectable<Imports>,
  'heads' | 'fields' | 'state' | 'worksheets' | 'matches' | 'meanings' | 'defaults' | 'unfixed' | 'fixed' | 'units'
> {
  matches: string[];
  /** By field and value the text that it means; `since`: the day of the file that said so. */
  meanings: Record<string, Record<string, { to: string; since: string | null }>>;
  defaults: Record<string, string>;
  unfixed: Fix[];
  fixed: Partial<Record<Fix, number>>;
  units: Units;
  state: ImportState;
  worksheets: ({ name: string } & Pick<List, 'headRow' | 'headLines'>)[];
  heads: string[];
  fields: (string | null)[];
}

export type Kinds = ReadonlyMap<string, Importable>;

/** Throws `forbidden` when the caller may not import this kind. */
export function refuseKind({ user }: Pick<Ctx, 'user'>, kind: string): void {
  if (!kindsFor(user.companyId, user.privileges).some((one) => one === kind)) throw new Failure('forbidden');
}

/**
 * An import of the caller's company, locked until the transaction ends if `lock`; throws `not_found` and `forbidden`.
 */
export async function readImport(ctx: Ctx, id: number, lock = false): Promise<ImportRecord> {
  const query = ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .$castTo<ImportRecord>();
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!found) throw new Failure('not_found');
  refuseKind(ctx, found.kind);
  return found;
}

/** Throws `conflict` when the state of the import does not allow the step. */
export function refuseStep(step: ImportStep, { state }: Pick<ImportRecord, 'state'>): void {
  if (!mayStep(step, state)) throw new Failure('conflict', importSteps[step].refused);
}

/** Throws `stale` with the current import when the caller saw another version. */
export async function refuseStale(ctx: Ctx, { id, version }: ImportRecord, seen: number): Promise<void> {
  if (version !== seen) throw new Failure('stale', undefined, { current: await answer(ctx, id) });
}

export const setImport = (ctx: Ctx, id: number, values: object) =>
  ctx.db.updateTable('imports').set(values).where('companyId', '=', ctx.user.companyId).where('id', '=', id).execute();

/** All counters of a check at its beginning. */
export const UNCOUNTED = {
  done: 0,
  atRow: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  archived: 0,
  refused: 0,
  joined: 0,
  fixed: '{}',
};

/** Whether its rows still exist, so that it can continue or be undone. */
export const isKept = ({ now }: Pick<Ctx, 'now'>, { createdAt }: Pick<ImportRecord, 'createdAt'>): boolean =>
  now.getTime() - new Date(createdAt).getTime() < KEPT_DAYS * 86_400_000;

/** Imports with their authors, as the history lists them. */
export const listed = (ctx: Ctx) =>
  ctx.db
    .selectFrom('imports as i')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'i.companyId').onRef('u.id', '=', 'i.userId'))
    .select(['i.id', 'i.version', 'i.kind', 'i.name', 'i.state', 'u.name as who', 'i.createdAt as at', 'i.endedAt'])
    .select(['i.total', 'i.done', 'i.created', 'i.updated', 'i.unchanged', 'i.archived', 'i.refused', 'i.joined'])
    .select(['i.restored', 'i.removed', 'i.kept'])
    .where('i.companyId', '=', ctx.user.companyId);

/** One import as calls answer it. */
export const answer = async (ctx: Ctx, id: number): Promise<ImportRow> =>
  (await listed(ctx).where('i.id', '=', id).executeTakeFirstOrThrow()) as ImportRow;

/** The facts of an import for the audit. */
export const factsOf = ({ kind, name }: Pick<ImportRecord, 'kind' | 'name'>) => ({
  kind: importKinds[kind as keyof typeof importKinds].label,
  file: name,
});

/** Condition: the rows of an import's list. */
export const rowsOf = (ctx: Ctx, { id, worksheet }: Pick<ImportRecord, 'id' | 'worksheet'>) =>
  sql<boolean>`company_id = ${ctx.user.companyId} and import_id = ${id} and worksheet = ${worksheet} and part = 'row'`;

/** Condition: the rows `r` of an import's list with the numbers `p.row`. */
export const rowsAt = (ctx: Ctx, { id, worksheet }: Pick<ImportRecord, 'id' | 'worksheet'>) =>
  sql<boolean>`r.company_id = ${ctx.user.companyId} and r.import_id = ${id} and r.worksheet = ${worksheet} and r.row = p.row`;
