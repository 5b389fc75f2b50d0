/**
 * Records with a course that are written as drafts, issued under a number and revised under the same number; older
 * revisions are history.
 */
import { sql, type RawBuilder } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { ActionOf, Act, Machine } from '#domain/record/machine.ts';
import { covers } from '#domain/record/rights.ts';
import { under } from '#domain/record/under.ts';
import type { Facts } from './audit.ts';
import type { Ctx } from '../work/context.ts';
import { add, change, type Course } from './course.ts';
import { forgetStates, take, type CourseRow, type Input } from './move.ts';
import { writeWords } from './search.ts';

/**
 * A row with a course that also has number, revision, root_id (the first revision), superseded, seller_id and draft.
 */
export interface Revision<Draft> extends CourseRow {
  number: string | null;
  revision: number;
  rootId: number | null;
  sellerId: number;
  draft: Draft;
}

/**
 * How a kind of record makes its drafts. No computed value is taken from the caller: everything is `derived` from the
 * input.
 */
export interface RevisedOf<R, Draft, Derived> {
  /**
   * Computes the values of a new record, or of one whose first revision is `rootId`. Throws `invalid` at the field that
   * refers to a missing record.
   */
  derive(ctx: Ctx, draft: Draft, rootId: number | null): Promise<Derived>;
  /** Computes today's values from an older draft and updates its prices; `derive` when absent. */
  renew?(ctx: Ctx, draft: Draft, rootId: number | null): Promise<Derived>;
  /** The values of the stored draft before it is saved; `derive` when absent. */
  before?(ctx: Ctx, record: R, now: Derived): Promise<Derived>;
  /** Columns that lists show and filter, and the draft itself. */
  columns(derived: Derived): object;
  /** The facts for the audit, in the words of the seller. */
  facts(derived: Derived): Facts;
  /** Further columns of a draft; `origin` is the record that it revises. */
  beside?(ctx: Ctx, draft: { sellerId: number; origin: R | undefined }): Promise<object>;
  /** Called when a draft is saved; returns why an approval ended, for the activity. */
  saved?(ctx: Ctx, record: R, derived: Derived): Promise<string | null>;
  /** Deletes what other tables hold about a deleted draft. */
  removed?(ctx: Ctx, id: number): Promise<void>;
  /** What the audit keeps of a deleted draft, beside number and revision. */
  gist(record: R): Facts;
}

/** The verbs of drafts: `POST /quotes`, `PUT /quotes/:id`… Whoever may duplicate a record may make new ones. */
export function revisionVerbs<
  const Area extends string,
  M extends Machine,
  Draft,
  R extends Revision<Draft>,
  A,
  Derived extends object,
>(area: Area, course: Course<M, R, A>, of: RevisedOf<R, Draft, Derived>) {
  const { machine } = course;
  const { entity } = machine;
  const { table } = course.of;
  const { renew = of.derive } = of;
  const locked = (ctx: Ctx, id: number, action: string, version?: number) =>
    take(ctx, course, { id, action: action as ActionOf<M>, version });
  /**
   * Adds a draft and answers it. `origin` is the record that it revises and whose number it keeps; `told` joins its
   * facts in the audit.
   */
  const make = async (
    ctx: Ctx,
    action: 'create' | 'revise' | 'duplicate',
    derived: Derived,
    { origin, told = {} }: { origin?: R; told?: Facts } = {},
  ): Promise<A> => {
    const { sellerId = ctx.user.id, number, rootId, revision = 0 }: Partial<Revision<Draft>> = origin ?? {};
    const own = { sellerId, number, rootId, revision: revision + 1 };
    const beside = await of.beside?.(ctx, { sellerId, origin });
    const after = { ...told, ...of.facts(derived) };
    const id = await add(ctx, course, { ...own, ...beside, ...of.columns(derived) }, { action, after });
    if (!origin)
      await sql`update ${sql.table(table)} set root_id = id
        where company_id = ${ctx.user.companyId} and id = ${id}`.execute(ctx.db);
    return course.answer(ctx, id, derived);
  };

  /**
   * Makes a new record from this one, with today's values: the caller's own, or a new revision under the same number.
   * The record stays valid until its revision is issued; throws `conflict` when somebody has begun one already.
   */
  const anew =
    (action: 'revise' | 'duplicate') =>
    async (ctx: Ctx, { params }: Pick<Input, 'params'>): Promise<A> => {
      const record = await locked(ctx, params.id, action);
      const { number, rootId, revision, draft } = record;
      if (action === 'duplicate') return make(ctx, action, await renew(ctx, draft, null), { told: { from: number } });
      const { rows } = await sql<{ revision: number }>`select revision from ${sql.table(table)}
        where company_id = ${ctx.user.companyId} and root_id = ${rootId}
          and revision > ${revision} limit 1`.execute(ctx.db);
      if (rows[0])
        throw new Failure('conflict', `La revisione ${rows[0].revision} è già in bozza: continuare da quella.`);
      return make(ctx, action, await renew(ctx, draft, rootId), { origin: record, told: { number } });
    };

  return under(area, {
    POST: async (ctx: Ctx, { body }: { body: Draft }): Promise<A> => {
      const { may } = machine.acts.duplicate as Act;
      if (!covers(may, ctx.user.privileges, true)) throw new Failure('forbidden');
      return make(ctx, 'create', await of.derive(ctx, body, null));
    },
    'GET /:id': course.show,
    'PUT /:id': async (ctx: Ctx, { params, body, version }: Input<Draft>): Promise<A> => {
      const record = await locked(ctx, params.id, 'save', version);
      const derived = await of.derive(ctx, body, record.rootId);
      const before = of.before ? await of.before(ctx, record, derived) : await of.derive(ctx, record.draft, null);
      const fallen = (await of.saved?.(ctx, record, derived)) ?? null;
      const told = (values: Derived, approval: string | null) => ({ ...of.facts(values), ...(fallen && { approval }) });
      const facts = { before: told(before, null), after: told(derived, fallen) };
      await course.write(ctx, record, of.columns(derived), facts);
      return course.answer(ctx, record.id, derived);
    },
    /** Deletes a draft for good. */
    'DELETE /:id': async (ctx: Ctx, { params, version }: Omit<Input, 'body'>): Promise<void> => {
      const record = await locked(ctx, params.id, 'delete', version);
      const { id, number, revision } = record;
      await of.removed?.(ctx, id);
      await forgetStates(ctx, machine, id);
      await sql`delete from ${sql.table(table)}
        where company_id = ${ctx.user.companyId} and id = ${id}`.execute(ctx.db);
      await writeWords(ctx, table, [id]);
      ctx.audit({ action: 'delete', entity, entityId: id, before: { number, revision, ...of.gist(record) } });
    },
    'POST /:id/revise': anew('revise'),
    'POST /:id/duplicate': anew('duplicate'),
  });
}

type Root = Pick<Revision<unknown>, 'id' | 'rootId' | 'revision'>;

/** Reads columns of the current revision: the issued one rather than one that is being written. */
export async function newestOf<Row>(
  ctx: Ctx,
  { of, machine }: { of: { table: string }; machine: Pick<Machine, 'initial'> },
  { rootId }: Pick<Root, 'rootId'>,
  columns: RawBuilder<Row>,
): Promise<Row> {
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(of.table)}
    where company_id = ${ctx.user.companyId} and root_id = ${rootId} and not superseded
    order by state = ${machine.initial}, revision desc limit 1`.execute(ctx.db);
  return rows[0]!;
}

/**
 * Makes the issued revision replace those before it. Throws `conflict` with `sentence` when one of them is in the state
 * `bar`, because what followed from it must stand.
 */
export async function supersede(
  ctx: Ctx,
  { table }: { table: string },
  { id, rootId, revision }: Root,
  bar: { state: string; sentence: string },
): Promise<void> {
  // None stands before the first.
  if (revision === 1) return;
  const { rows } = await sql<CourseRow>`select id, version, state from ${sql.table(table)}
    where company_id = ${ctx.user.companyId} and root_id = ${rootId}
      and id <> ${id} and not superseded for update`.execute(ctx.db);
  if (rows.some(({ state }) => state === bar.state)) throw new Failure('conflict', bar.sentence);
  for (const row of rows) await change(ctx, table, row, { superseded: true });
}
