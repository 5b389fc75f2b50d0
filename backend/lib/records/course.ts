/**
 * Records with a course: every kind that has an owner, states and a page of its own. A kind is described by one value
 * (`CourseOf`). From it this file makes reading, locking, writing, states in lists and sections; revisions.ts makes the
 * revisions, move.ts the moves.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { factsIn } from '#domain/record/field-text.ts';
import { locksOf, savedSections, sectionFields, type SavedSection, type Sectioned } from '#domain/record/locks.ts';
import { keysOf, type ActionOf, type FactsOf, type Machine, type States } from '#domain/record/machine.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { AuditEvent } from './audit.ts';
import type { Ctx } from '../work/context.ts';
import { take, tell, type CourseRow, type Input, type Kept } from './move.ts';
import { columnsFrom } from './records.ts';
import { checkVisible, type Owned } from './scope.ts';
import { writeWords } from './search.ts';
import { requestsOf } from './seconds.ts';

/** A kind of record as its area describes it; lists and search take from it whose the records are (scope.ts). */
export interface CourseOf<M extends Machine, R extends CourseRow, A> extends Owned {
  machine: M;
  /** The table; its view of words is `<table>_words` (search.ts). */
  table: string;
  /** Reads whole records: `select … from <table> <as> …` without `where`. */
  select: RawBuilder<unknown>;
  /**
   * Converts a stored row to today's form, whenever it was stored, and adds what the machine's guards read beside it.
   */
  typed?(row: R, ctx: Ctx): R | Promise<R>;
  /** The record as calls answer it to this caller; `derived`: what its draft was just computed to (revisions.ts). */
  answer(ctx: Ctx, record: R, derived?: object): Promise<A>;
  /** For a kind that is dear to read: a record that a transaction has locked is read once. */
  known?: Known<R>;
}

/** What a transaction knows of a record that it has locked, which nobody else changes meanwhile. */
export interface Known<R> {
  /** The record after a write, by its row as it is stored now; undefined: the row does not say all of it. */
  written(ctx: Ctx, record: R, row: object): R | undefined;
  /** The record with what stands in other tables as it is now; undefined: its row was written by another way. */
  again(ctx: Ctx, record: R): Promise<R | undefined>;
}

/** A kind with everything that follows from its description; move.ts takes it as it is. */
export interface Course<M extends Machine, R extends CourseRow, A> extends Kept<M, R, A> {
  of: CourseOf<M, R, A>;
  /** Reads a record without checking who asks; throws `not_found`. `lock` locks it until the transaction ends. */
  find(ctx: Ctx, id: number, options?: { lock?: boolean }): Promise<R>;
  /** Reads a record that the caller may see; throws `not_found` or `forbidden`. */
  read(ctx: Ctx, id: number, options?: { lock?: boolean }): Promise<R>;
  /**
   * Changes columns of a locked record, raises its version, and says in the audit what was done, if anything was. Returns
   * the row as it is stored now.
   */
  write(ctx: Ctx, record: R, columns: object, told?: Partial<AuditEvent>): Promise<object>;
  /** The verb of the call that reads one record. */
  show(ctx: Ctx, input: Pick<Input, 'params'>): Promise<A>;
}

/** Makes the functions of a kind of record from its description. */
export function course<M extends Machine, R extends CourseRow, A>(of: CourseOf<M, R, A>): Course<M, R, A> {
  const { machine, table, as, select, typed = (row) => row } = of;
  const { hold, held } = holding(of.known);
  const readRow = async (ctx: Ctx, id: number, lock: boolean): Promise<R> => {
    const { rows } = await sql<R>`${select} where ${sql.ref(`${as}.company_id`)} = ${ctx.user.companyId}
      and ${sql.ref(`${as}.id`)} = ${id} ${lock ? sql`for update of ${sql.ref(as)}` : sql``}`.execute(ctx.db);
    if (!rows[0]) throw new Failure('not_found');
    return typed(rows[0], ctx);
  };
  const find: Course<M, R, A>['find'] = async (ctx, id, { lock = false } = {}) => {
    const record = (await held(ctx, id)) ?? (await readRow(ctx, id, lock));
    if (lock) hold(ctx, id, record);
    const asked = (await requestsOf(ctx, machine, record)).map(({ move, askedBy }) => [move, askedBy]);
    return asked.length > 0 ? { ...record, asked: Object.fromEntries(asked) } : record;
  };
  const read: Course<M, R, A>['read'] = async (ctx, id, options) => {
    const record = await find(ctx, id, options);
    checkVisible(ctx, machine, record);
    return record;
  };
  return {
    of,
    machine,
    find,
    read,
    show: async (ctx, { params }) => of.answer(ctx, await read(ctx, params.id)),
    lock: (ctx, id) => read(ctx, id, { lock: true }),
    async write(ctx, record, columns, told) {
      const row = await change(ctx, table, record, columns);
      hold(ctx, record.id, of.known?.written(ctx, record, row));
      if (told) ctx.audit({ action: 'update', entity: machine.entity, entityId: record.id, ...told });
      return row;
    },
    answer: async (ctx, id, derived) => of.answer(ctx, await find(ctx, id), derived),
  };
}

/**
 * Keeps the records that a transaction has locked, for a kind that says what it knows of them. A savepoint, whose locks
 * may be lost, has its own, as it has its own end.
 */
function holding<R>(known: Known<R> | undefined) {
  const all = new WeakMap<Ctx['atEnd'], Map<number, R>>();
  return {
    hold({ atEnd }: Ctx, id: number, record: R | undefined): void {
      const own = all.get(atEnd) ?? new Map<number, R>();
      if (known && record) own.set(id, record);
      else own.delete(id);
      all.set(atEnd, own);
    },
    held: async (ctx: Ctx, id: number): Promise<R | undefined> => {
      const record = all.get(ctx.atEnd)?.get(id);
      return record && known?.again(ctx, record);
    },
  };
}

/** SQL for a column of a record of the company's `table`, whose id stands in the column `from` of the record `as`. */
export const linked = (as: string, table: string, column: string, from: string): RawBuilder<unknown> =>
  sql`(select x.${sql.ref(column)} from ${sql.table(table)} x where x.company_id = ${OWN} and x.id = ${sql.ref(`${as}.${from}`)})`;

/** The columns to write: undefined leaves a column unchanged. */
const columnsIn = (columns: object) => Object.entries(columns).filter(([, value]) => value !== undefined);

/** Writes columns of a record, raises its version and updates its search words. Returns the row as it is stored now. */
export async function change(ctx: Ctx, table: string, { id }: Pick<CourseRow, 'id'>, columns: object): Promise<object> {
  const given = columnsIn({ ...columns, updatedAt: ctx.now }).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  const { rows } = await sql<object>`update ${sql.table(table)} set ${sql.join(given)}, version = version + 1
    where company_id = ${ctx.user.companyId} and id = ${id} returning *`.execute(ctx.db);
  await writeWords(ctx, table, [id]);
  return rows[0]!;
}

/**
 * Adds a record of the caller's company with these columns, its search words and the first row of its history: the
 * first state of its machine, or the one given; `told` is what the audit says of it. Returns its id.
 */
export async function add(
  ctx: Ctx,
  { machine, of: { table } }: { machine: Machine; of: { table: string } },
  columns: { state?: string; [column: string]: unknown },
  told?: Partial<AuditEvent>,
): Promise<number> {
  const given = columnsIn({ companyId: ctx.user.companyId, ...columns, createdAt: ctx.now, updatedAt: ctx.now });
  const [keys, values] = [given.map(([key]) => sql.ref(key)), given.map(([, value]) => sql`${value}`)];
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${sql.join(keys)})
    values (${sql.join(values)}) returning id`.execute(ctx.db);
  const { id } = rows[0]!;
  await writeWords(ctx, table, [id]);
  await tell(ctx, machine, id, { from: null, to: columns.state ?? machine.initial });
  if (told) ctx.audit({ action: 'create', entity: machine.entity, entityId: id, ...told });
  return id;
}

/**
 * Condition: the record is in one of these states on the day `today`. `as` is the alias of the table. It consists of
 * equalities, which the indexes on states can answer.
 */
export function inStates(states: States, as: string, wanted: readonly string[], today: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${as}.${name}`);
  if (!Object.values(states).some(({ after }) => after)) return sql`${column('state')} = any(${wanted}::text[])`;
  const parts = wanted.map((name) => {
    const { of, after } = states[name]!;
    if (of && after) return sql`(${column('state')} = ${of} and ${column(after)} < ${today})`;
    const next = Object.values(states).find((state) => state.of === name && state.after);
    const still = next ? sql`and ${column(next.after!)} >= ${today}` : sql``;
    return sql`(${column('state')} = ${name} ${still})`;
  });
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** The state of a record on the day `today`, as answers say it. `as` is the alias of the table. */
export function stateOnDay(states: States, as: string, today: string): RawBuilder<string> {
  const stored = sql<string>`${sql.ref(`${as}.state`)}`;
  const over = keysOf(states).filter((name) => states[name]!.after);
  const cases = over.map((name) => sql`when ${inStates(states, as, [name], today)} then ${name}`);
  return cases.length === 0 ? stored : sql`case ${sql.join(cases, sql` `)} else ${stored} end`;
}

/** Condition: within `days` days the record reaches a state that depends on the day, such as expired. */
export function nearing(states: States, as: string, state: string, today: string, days: number): RawBuilder<SqlBool> {
  const { of, after } = states[state]!;
  return sql`${inStates(states, as, [of!], today)} and ${sql.ref(`${as}.${after!}`)} <= ${addDays(today, days)}`;
}

/**
 * How a section is stored that has more than columns of its record: checks the typed values, writes rows to tables of
 * their own, and returns the columns to write.
 */
export type SectionWrites<M extends Sectioned, R> = {
  [K in SavedSection<M>]?: (ctx: Ctx, record: R, typed: Readonly<Record<string, unknown>>) => Promise<object>;
};

/** A section as its call answers it: with its own version. */
interface SectionAnswer<A> {
  version: number;
  section: string;
  record: A;
}
type SectionVerb<A> = (ctx: Ctx, input: Input<object>) => Promise<SectionAnswer<A>>;

/**
 * A verb for each section (domain/record/moves.ts, `sectionEndpoints`). It writes the section's fields if nobody has written
 * that section since; somebody who writes another section does not disturb. The column `versions` holds the version of
 * each section (absent: 1). Throws `stale` with the section as it is stored, `conflict` with the sentence of its lock.
 */
export function sectionVerbs<
  M extends Sectioned,
  R extends CourseRow & { versions: Readonly<Record<string, number>> },
  A,
>(kept: Course<M, R, A>, writes: SectionWrites<M, R> = {}) {
  const { machine, of } = kept;
  const verb = (section: SavedSection<M>): SectionVerb<A> => {
    const fields = sectionFields(machine, section);
    const versionIn = ({ versions }: R) => versions[section] ?? 1;
    const answer = async (ctx: Ctx, id: number): Promise<SectionAnswer<A>> => {
      const record = await kept.find(ctx, id);
      return { version: versionIn(record), section, record: await of.answer(ctx, record) };
    };
    /** The section as a record of its own: the same row, by another version. */
    const own: Kept<M, R, SectionAnswer<A>> = {
      ...kept,
      answer,
      lock: async (ctx, id) => {
        const record = await kept.lock(ctx, id);
        return { ...record, version: versionIn(record) };
      },
    };
    return async (ctx, { params, version, body }) => {
      const record = await take(ctx, own, { id: params.id, action: 'save' as ActionOf<M>, version });
      const why = locksOf(machine, record as FactsOf<M>, { ...ctx.user, today: ctx.today })[section];
      if (why) throw new Failure('conflict', why);
      const typed = Object.fromEntries(Object.entries(body).filter(([key]) => Object.hasOwn(fields, key)));
      const versions = sql`versions || jsonb_build_object(${section}::text, ${version + 1}::int)`;
      const columns = (await writes[section]?.(ctx, record, typed)) ?? columnsFrom(fields, typed);
      const [before, after] = [factsIn(fields, record), factsIn(fields, { ...record, ...typed })];
      await kept.write(ctx, record, { ...columns, versions }, { before, after });
      return answer(ctx, record.id);
    };
  };
  const verbs = savedSections(machine).map((name) => [`PUT ${machine.path}/:id/${name}`, verb(name)]);
  return Object.fromEntries(verbs) as {
    [K in SavedSection<M> as `PUT ${M['path']}/:id/${K}`]: SectionVerb<A>;
  };
}
