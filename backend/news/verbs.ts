/** The manufacturer writes a release, or a notice: a draft, published, changed, withdrawn. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { reached, type Audience } from '#domain/news/audience.ts';
import type { Reach } from '#domain/news/endpoints.ts';
import { newsStateOf, type NewsState } from '#domain/news/state.ts';
import { under } from '#domain/record/under.ts';
import { cleanHtml, refusedIn } from '../lib/files/html.ts';
import { stale } from '../lib/records/stale.ts';
import type { Ctx } from '../lib/work/context.ts';
import { audienceOf, readAddressees } from './audience.ts';
import type { Common, Kind } from './kinds.ts';
import { readersByCompany, readersOfAll } from './readings.ts';

/** The most that a list shows. */
const MOST = 200;

type Written = Audience & { title: string; body: string };

/** Throws where the text has what its readers would not be shown. */
function assertShown(body: string): void {
  const refused = refusedIn(body);
  if (refused.length > 0)
    throw new Failure('invalid', undefined, {
      fields: { body: `Non si può mostrare: ${refused.join(', ')}. Toglierlo dal testo.` },
    });
}

interface At {
  params: { id: number };
  version: number;
}

/** The rows of one kind: read, taken for a change, written. */
function rowsOf<Row extends Common, T extends Written>(kind: Kind<Row, T>) {
  const table = sql.table(kind.table);

  const answer = (row: Row, now: Date) => ({
    ...kind.input(row),
    id: row.id,
    version: row.version,
    state: newsStateOf({ ...row, ...kind.when(row, now) }),
    editedAt: row.editedAt,
  });

  async function read({ db }: Ctx, id: number, { lock = false } = {}): Promise<Row> {
    const { rows } =
      await sql<Row>`select * from ${table} where id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(db);
    if (!rows[0]) throw new Failure('not_found');
    return rows[0];
  }

  return {
    table,
    answer,
    read,
    /** The row as the caller saw it, locked. */
    async take(ctx: Ctx, { params: { id }, version }: At) {
      const row = await read(ctx, id, { lock: true });
      if (row.version !== version) throw await stale(ctx, kind.entity, id, answer(row, ctx.now));
      return { row, was: answer(row, ctx.now) };
    },
    async write(ctx: Ctx, { id, version }: Row, columns: object): Promise<Row> {
      const set = Object.entries({ ...columns, version: version + 1 }).map(
        ([name, value]) => sql`${sql.ref(name)} = ${value}`,
      );
      await sql`update ${table} set ${sql.join(set)} where id = ${id}`.execute(ctx.db);
      return read(ctx, id);
    },
    async insert(ctx: Ctx, columns: object): Promise<Row> {
      const all = Object.entries(columns);
      const { rows } = await sql<{ id: number }>`insert into ${table} (${sql.join(all.map(([name]) => sql.ref(name)))})
        values (${sql.join(all.map(([, value]) => sql`${value}`))}) returning id`.execute(ctx.db);
      return read(ctx, rows[0]!.id);
    },
  };
}

/** How one kind is read by who writes it. */
function readingVerbs<Row extends Common, T extends Written>(kind: Kind<Row, T>) {
  const { table, answer, read } = rowsOf(kind);
  return {
    GET: async (ctx: Ctx) => {
      const { rows } =
        await sql<Row>`select * from ${table} order by ${sql.ref(kind.newest)} desc, id desc limit ${MOST}`.execute(
          ctx.db,
        );
      const network = await readAddressees(ctx);
      const readers = await readersOfAll(ctx, kind.entity);
      return rows.map((row) => {
        const reaches = reached(audienceOf(row), network);
        const people = reaches.reduce((sum, each) => sum + each.people, 0);
        const read = readers.get(row.id) ?? 0;
        const companies = reaches.filter((each) => each.people > 0).length;
        const reach: Reach = { companies, people, readers: read, unread: Math.max(0, people - read) };
        const { id, title } = row;
        const { state } = answer(row, ctx.now);
        return { id, title, state, ...kind.listed(row), ...audienceOf(row), reach };
      });
    },
    'GET /:id': async (ctx: Ctx, { params }: Pick<At, 'params'>) => answer(await read(ctx, params.id), ctx.now),
    'GET /:id/readers': async (ctx: Ctx, { params }: Pick<At, 'params'>) => {
      const row = await read(ctx, params.id);
      const network = await readAddressees(ctx);
      const readers = await readersByCompany(ctx, kind.entity, params.id);
      return reached(audienceOf(row), network).map(({ one: { id, name }, people }) => ({
        id,
        name,
        people,
        readers: Math.min(people, readers.get(id) ?? 0),
      }));
    },
  };
}

/** The verbs about one kind of news. */
export function newsVerbs<const Path extends string, Row extends Common, T extends Written>(
  path: Path,
  kind: Kind<Row, T>,
) {
  const { entity } = kind;
  const { table, answer, take, write, insert } = rowsOf(kind);
  const columnsOf = (body: T) => {
    assertShown(body.body);
    return kind.columns({ ...body, body: cleanHtml(body.body) });
  };

  /** A step from one of these states; throws `conflict` from any other. */
  const step =
    (action: string, from: readonly NewsState[], refusal: string, draft: boolean) => async (ctx: Ctx, input: At) => {
      const { row, was } = await take(ctx, input);
      if (!from.includes(was.state)) throw new Failure('conflict', refusal);
      const written = await write(ctx, row, { draft, publishedAt: row.publishedAt ?? ctx.now });
      const now = answer(written, ctx.now);
      ctx.audit({ action, entity, entityId: row.id, before: { state: was.state }, after: { state: now.state } });
      return now;
    };

  return under(path, {
    ...readingVerbs(kind),
    POST: async (ctx: Ctx, { body }: { body: T }) => {
      const row = await insert(ctx, { ...columnsOf(body), draft: true });
      ctx.audit({ action: 'create', entity, entityId: row.id, after: kind.input(row) });
      return answer(row, ctx.now);
    },
    'PUT /:id': async (ctx: Ctx, input: At & { body: T }) => {
      const { row, was } = await take(ctx, input);
      const wasSeen = ['shown', 'over', 'withdrawn'].includes(was.state);
      const saved = await write(ctx, row, { ...columnsOf(input.body), ...(wasSeen && { editedAt: ctx.now }) });
      ctx.audit({ action: 'update', entity, entityId: row.id, before: kind.input(row), after: kind.input(saved) });
      return answer(saved, ctx.now);
    },
    'POST /:id/publish': step('publish', ['draft', 'withdrawn'], 'È già pubblicata.', false),
    'POST /:id/withdraw': step(
      'withdraw',
      ['scheduled', 'shown', 'over'],
      'Non è pubblicata: non c’è niente da ritirare.',
      true,
    ),
    'DELETE /:id': async (ctx: Ctx, input: At) => {
      const { row, was } = await take(ctx, input);
      if (was.state !== 'draft') throw new Failure('conflict', 'È stata pubblicata: si ritira, non si elimina.');
      await sql`delete from ${table} where id = ${row.id}`.execute(ctx.db);
      ctx.audit({ action: 'delete', entity, entityId: row.id, before: { title: row.title } });
    },
  });
}
