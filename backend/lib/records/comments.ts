/** Comments of colleagues on records: every kind with a page has them by a value (`Commented`) and three calls. */
import { sql } from 'kysely';
import { COMMENTS_AT_ONCE, MOST_COMMENTS, mentionsIn } from '#domain/record/comment-terms.ts';
import type { Colleague, Comment } from '#domain/record/comments.ts';
import { Failure } from '#domain/errors.ts';
import type { Machine } from '#domain/record/machine.ts';
import { sees } from '#domain/record/rights.ts';
import { under } from '#domain/record/under.ts';
import type { Ctx } from '../work/context.ts';
import { notify } from '../people/notify.ts';

/** The place on a record's page to which a mention leads. */
const PLACE = '#comments';
/** The most characters of a comment that a notification repeats. */
const EXCERPT = 200;
/** The most colleagues of a company that can be mentioned. */
const MOST_COLLEAGUES = 1000;

/** A record as comments see it. */
export interface Discussed {
  /** The record that the comments belong to: the first revision of those that have several. */
  id: number;
  /** Its name in notifications: "P-2026-000012, Anna Rossini". */
  name: string;
  href: string;
  /** Whether a colleague may see the record. */
  sees(person: { id: number; privileges: readonly number[] }): boolean;
  /** Who hears of every comment of the caller, cited or not; absent: nobody. */
  hears?(): Promise<readonly number[]>;
}

/** A kind of record that colleagues comment on. */
export interface Commented<Area extends string> {
  /** The path of its calls without the first slash: `stock/used`. */
  area: Area;
  /** Its name in the audit. */
  entity: string;
  /** Reads a record that the caller may see; throws `not_found` or `forbidden`. */
  read(ctx: Ctx, id: number): Promise<Discussed>;
}

/** Who sees a record of a machine: its rights, its owners and its stored state. */
export const seenBy =
  (machine: Machine, record: { state: string }): Discussed['sees'] =>
  ({ id, privileges }) =>
    sees(machine.rights, privileges, machine.owners(record).includes(id), record.state);

interface One {
  params: { id: number };
}
interface Written {
  text: string;
  mentions: number[];
}
interface Row extends Omit<Comment, 'by' | 'mentions'> {
  userId: number;
  name: string;
  mentions: Colleague[];
}

/** Comments of one record, the newest first, at most `limit` older than `before`. */
async function newest(ctx: Ctx, entity: string, id: number, limit: number, before?: number): Promise<Comment[]> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Row>`select c.id, c.created_at as at, c.user_id, u.name, c.text,
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.id) from users m
        where m.company_id = ${companyId} and m.id = any(c.mentions)), '[]') as mentions
    from comments c join users u on u.company_id = c.company_id and u.id = c.user_id
    where c.company_id = ${companyId} and c.entity = ${entity} and c.record_id = ${id}
      ${before === undefined ? sql`` : sql`and c.id < ${before}`}
    order by c.id desc limit ${limit}`.execute(ctx.db);
  return rows.map(({ userId, name, ...row }) => ({ ...row, by: { id: userId, name } }));
}

const countOf = async ({ db, user }: Ctx, entity: string, id: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from comments
    where company_id = ${user.companyId} and entity = ${entity} and record_id = ${id}`.execute(db);
  return rows[0]!.total;
};

/** The active people of the company who may see the record, by name. */
async function colleaguesOf({ db, user }: Ctx, record: Discussed): Promise<Colleague[]> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'privileges'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_COLLEAGUES)
    .execute();
  return people.filter((person) => record.sees(person)).map(({ id, name }) => ({ id, name }));
}

const excerptOf = (text: string) => (text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT - 1)}…`);

/**
 * The colleagues whom a comment mentions. One whose name was taken out of the text again is left out; throws `invalid`
 * for one who may not see the record: the notification would lead nowhere.
 */
async function mentioned(ctx: Ctx, record: Discussed, { text, mentions }: Written): Promise<number[]> {
  if (mentions.length === 0) return [];
  const colleagues = await colleaguesOf(ctx, record);
  const wanted = [...new Set(mentions)].map((id) => colleagues.find((one) => one.id === id));
  if (wanted.includes(undefined))
    throw new Failure('invalid', undefined, { fields: { mentions: 'Si può citare solo chi vede questa scheda' } });
  const found = wanted.filter((one) => one !== undefined);
  const said = new Set(
    mentionsIn(
      text,
      found.map(({ name }) => name),
    ).map(({ name }) => name),
  );
  return found.filter(({ name }) => said.has(name)).map(({ id }) => id);
}

/** Writes a comment and tells those whom it mentions, and who hears of all. */
async function comment(ctx: Ctx, entity: string, record: Discussed, written: Written): Promise<Comment> {
  const { companyId, id: userId, name } = ctx.user;
  if ((await countOf(ctx, entity, record.id)) >= MOST_COMMENTS)
    throw new Failure('conflict', `Ci sono già ${MOST_COMMENTS} commenti.`);
  const mentions = await mentioned(ctx, record, written);
  const row = { companyId, entity, recordId: record.id, userId, text: written.text, mentions, createdAt: ctx.now };
  await ctx.db.insertInto('comments').values(row).execute();
  ctx.audit({ action: 'comment', entity, entityId: record.id });
  const hearing = (await record.hears?.()) ?? [];
  await notify(
    ctx,
    [...new Set([...mentions, ...hearing])].filter((id) => id !== userId),
    {
      kind: 'mention',
      title: `Commento di ${name} · ${record.name}`,
      text: excerptOf(written.text),
      href: record.href + PLACE,
    },
  );
  return (await newest(ctx, entity, record.id, 1))[0]!;
}

/** The verbs of the comments of one kind of record. */
export const commentVerbs = <const Area extends string>({ area, entity, read }: Commented<Area>) =>
  under(area, {
    'GET /:id/comments': async (ctx: Ctx, { params, query }: One & { query: { before?: number | undefined } }) => {
      const { id } = await read(ctx, params.id);
      const found = await newest(ctx, entity, id, COMMENTS_AT_ONCE + 1, query.before);
      return {
        rows: found.slice(0, COMMENTS_AT_ONCE).toReversed(),
        more: found.length > COMMENTS_AT_ONCE,
        total: await countOf(ctx, entity, id),
      };
    },
    'POST /:id/comments': async (ctx: Ctx, { params, body }: One & { body: Written }) =>
      comment(ctx, entity, await read(ctx, params.id), body),
    'GET /:id/colleagues': async (ctx: Ctx, { params }: One) => colleaguesOf(ctx, await read(ctx, params.id)),
  });
