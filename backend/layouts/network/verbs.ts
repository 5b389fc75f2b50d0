/** Layouts that the manufacturer writes for its network: a draft, editions, and who prints by them. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { networkLayouts as table } from '#domain/layouts/network/endpoints.ts';
import type { ListedNetworkLayout, NetworkLayout } from '#domain/layouts/network/schema.ts';
import { MOST_LAYOUTS } from '#domain/layouts/network/terms.ts';
import { shapeFaults, textFaults, type LayoutFault } from '#domain/layouts/rules.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import { sum } from '#domain/money.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { stale } from '#backend/lib/records/stale.ts';
import { timelineOf, write as words } from '#backend/lib/records/timeline.ts';
import { tellEditionJob } from './told.ts';

type Table = typeof table;
/** The most companies that a layout names. */
const MOST_NAMED = 500;
const ENTITY = 'network_layout';

interface Row {
  id: number;
  version: number;
  kind: LayoutKind;
  name: string;
  edition: number;
  withdrawn: boolean;
  blocks: LayoutBlock[];
}

async function read({ db }: Ctx, id: number, { lock = false } = {}): Promise<Row> {
  const { rows } =
    await sql<Row>`select r.id, r.version, r.kind, r.name, r.edition, r.withdrawn, r.blocks from network_layouts r
    where r.company_id = ${MANUFACTURER} and r.id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

interface Edition {
  layoutId: number;
  edition: number;
  note: string;
  blocks: LayoutBlock[];
  publishedAt: string;
}
const readEditions = async ({ db }: Ctx, id: number): Promise<Edition[]> =>
  (
    await sql<Edition>`select e.layout_id, e.edition, e.note, e.blocks, e.published_at from network_layout_editions e
      where e.company_id = ${MANUFACTURER} and e.layout_id = ${id} order by e.edition desc limit 100`.execute(db)
  ).rows;

/** How many companies print by each edition, of one layout or all, and by a copy of it: over all companies, for the manufacturer. */
async function readAdoptions({ db }: Ctx, layoutId?: number) {
  const { rows } = await sql<{ layoutId: number; edition: number; isCopy: boolean; companies: number }>`
    select a.layout_id, a.edition, a.is_copy, count(*)::int as companies from network_adoptions a
    where a.company_id in (select c.company_id from companies c where c.company_id <> ${MANUFACTURER})
      ${layoutId === undefined ? sql`` : sql`and a.layout_id = ${layoutId}`}
    group by a.layout_id, a.edition, a.is_copy`.execute(db);
  return rows;
}

/** How many companies that is. */
const companiesOf = (adoptions: readonly { companies: number }[]) => sum(adoptions.map(({ companies }) => companies));

/** The companies that print by a layout, those of the oldest edition first: over all companies, for the manufacturer. */
async function readUsers({ db }: Ctx, id: number): Promise<NetworkLayout['users']> {
  const { rows } = await sql<NetworkLayout['users'][number]>`
    select c.company_id as id, c.name, a.edition, a.is_copy, a.at
    from network_adoptions a join companies c on c.company_id = a.company_id
    where a.layout_id = ${id} and c.company_id <> ${MANUFACTURER}
    order by a.edition, c.name, c.company_id limit ${MOST_NAMED}`.execute(db);
  return rows;
}

async function answer(ctx: Ctx, id: number): Promise<NetworkLayout> {
  const row = await read(ctx, id);
  const editions = await readEditions(ctx, id);
  const users = await readUsers(ctx, id);
  const adoptions = await readAdoptions(ctx, id);
  const newest = editions[0];
  return {
    ...row,
    faults: textFaults(row.kind, row.blocks, []),
    published: newest?.blocks ?? [...standardLayouts[row.kind]],
    publishedAt: newest?.publishedAt ?? null,
    editions: editions.map(({ edition, note, publishedAt }) => ({
      edition,
      note,
      publishedAt,
      companies: companiesOf(adoptions.filter((one) => one.edition === edition)),
    })),
    users,
    userCount: companiesOf(adoptions),
  };
}

/** The layout as the caller saw it, locked. */
async function take(ctx: Ctx, { params: { id }, version }: { params: { id: number }; version: number }): Promise<Row> {
  const row = await read(ctx, id, { lock: true });
  if (row.version !== version) throw await stale(ctx, ENTITY, id, await answer(ctx, id));
  return row;
}

const write = (ctx: Ctx, { id, version }: Row, columns: object) =>
  ctx.db
    .updateTable('networkLayouts')
    .set({ ...columns, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', MANUFACTURER)
    .where('id', '=', id)
    .execute();

/** Throws at the block. */
function refuse(faults: readonly LayoutFault[]): void {
  if (faults.length === 0) return;
  const fields = Object.fromEntries(faults.map(({ at, field, message }) => [`blocks.${at}.${field}`, message]));
  throw new Failure('invalid', undefined, { fields });
}

const list: VerbOf<Table, 'GET /network/layouts'> = async (ctx) => {
  const { rows } = await sql<Omit<ListedNetworkLayout, 'current' | 'behind' | 'copied'>>`
    select r.id, r.version, r.kind, r.name, r.edition, r.withdrawn,
      (select max(e.published_at) from network_layout_editions e where e.company_id = ${MANUFACTURER} and e.layout_id = r.id) as published_at
    from network_layouts r where r.company_id = ${MANUFACTURER} order by r.kind, r.name, r.id limit 500`.execute(
    ctx.db,
  );
  const adoptions = await readAdoptions(ctx);
  return rows.map((row) => {
    const count = (which: (one: (typeof adoptions)[number]) => boolean) =>
      companiesOf(adoptions.filter((one) => one.layoutId === row.id && which(one)));
    return {
      ...row,
      current: count(({ isCopy, edition }) => !isCopy && edition === row.edition),
      behind: count(({ isCopy, edition }) => !isCopy && edition < row.edition),
      copied: count(({ isCopy }) => isCopy),
    };
  });
};

/** Throws `conflict` where one more would be too many, on every way by which one comes to be; the writers take turns. */
async function checkRoom({ db }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('network layouts', 0))`.execute(db);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from network_layouts r
    where r.company_id = ${MANUFACTURER} and not r.withdrawn`.execute(db);
  if (rows[0]!.many >= MOST_LAYOUTS)
    throw new Failure('conflict', `Ci sono già ${MOST_LAYOUTS} modelli: prima ritirarne uno.`);
}

const create: VerbOf<Table, 'POST /network/layouts'> = async (ctx, { body }) => {
  await checkRoom(ctx);
  const { id } = await ctx.db
    .insertInto('networkLayouts')
    .values({
      ...body,
      companyId: MANUFACTURER,
      blocks: JSON.stringify(standardLayouts[body.kind]),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'create', entity: ENTITY, entityId: id, after: { kind: body.kind, name: body.name } });
  return answer(ctx, id);
};

const save: VerbOf<Table, 'PUT /network/layouts/:id'> = async (ctx, input) => {
  const row = await take(ctx, input);
  const { name, blocks } = input.body;
  refuse(shapeFaults(row.kind, blocks));
  await write(ctx, row, { name, blocks: JSON.stringify(blocks) });
  const told = (of: { name: string; blocks: readonly unknown[] }) => ({ name: of.name, blocks: of.blocks.length });
  ctx.audit({ action: 'update', entity: ENTITY, entityId: row.id, before: told(row), after: told(input.body) });
  return answer(ctx, row.id);
};

const offer = ({ db }: Ctx, id: number, edition: number | null) =>
  sql`update network_layout_editions set offered = edition = ${edition ?? 0}
    where company_id = ${MANUFACTURER} and layout_id = ${id} and offered <> (edition = ${edition ?? 0})`.execute(db);

const publish: VerbOf<Table, 'POST /network/layouts/:id/publish'> = async (ctx, input) => {
  const row = await take(ctx, input);
  const { id, kind, name, blocks } = row;
  refuse(textFaults(kind, blocks, []));
  const [newest] = await readEditions(ctx, id);
  if (newest && isDeepStrictEqual(newest.blocks, blocks))
    throw new Failure('conflict', 'La bozza è uguale alla versione pubblicata.');
  if (row.withdrawn) await checkRoom(ctx);
  const edition = row.edition + 1;
  const { note } = input.body;
  await ctx.db
    .insertInto('networkLayoutEditions')
    .values({
      companyId: MANUFACTURER,
      layoutId: id,
      edition,
      kind,
      name,
      note,
      blocks: JSON.stringify(blocks),
      publishedAt: ctx.now,
    })
    .execute();
  await offer(ctx, id, edition);
  await write(ctx, row, { edition, withdrawn: false });
  if (newest) await ctx.enqueue(tellEditionJob, { layoutId: id, kind, name, edition, note });
  ctx.audit({
    action: 'publish',
    entity: ENTITY,
    entityId: id,
    before: { edition: row.edition },
    after: { edition, note },
  });
  return answer(ctx, id);
};

const withdraw: VerbOf<Table, 'POST /network/layouts/:id/withdraw'> = async (ctx, input) => {
  const row = await take(ctx, input);
  const { withdrawn } = input.body;
  if (row.withdrawn === withdrawn)
    throw new Failure('conflict', withdrawn ? 'Il modello è già ritirato.' : 'Il modello è già offerto.');
  if (!withdrawn) await checkRoom(ctx);
  await offer(ctx, row.id, withdrawn ? null : row.edition);
  await write(ctx, row, { withdrawn });
  ctx.audit({
    action: 'withdraw',
    entity: ENTITY,
    entityId: row.id,
    before: { withdrawn: row.withdrawn },
    after: { withdrawn },
  });
  return answer(ctx, row.id);
};

/** The verbs of the manufacturer's layouts. */
export const networkLayoutVerbs = {
  'GET /network/layouts': list,
  'POST /network/layouts': create,
  'GET /network/layouts/:id': (ctx, { params }) => answer(ctx, params.id),
  'GET /network/layouts/:id/timeline': async (ctx, { params }) => {
    await read(ctx, params.id);
    return timelineOf(ctx, ENTITY, [params.id], {
      actions: {
        create: 'ha creato il modello',
        update: 'ha modificato la bozza',
        publish: 'ha pubblicato una versione',
        withdraw: 'ha cambiato se è offerto',
      },
      fields: {
        name: ['Nome', words.text],
        blocks: ['Blocchi', words.number],
        edition: ['Versione', words.number],
        note: ['Che cosa cambia', words.text],
        withdrawn: ['Ritirato', words.flag],
      },
    });
  },
  'PUT /network/layouts/:id': save,
  'POST /network/layouts/:id/publish': publish,
  'POST /network/layouts/:id/withdraw': withdraw,
} satisfies { [N in keyof Table]: VerbOf<Table, N> };
