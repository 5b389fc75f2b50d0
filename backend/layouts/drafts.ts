/** The draft of a layout: read, saved, published, tried on a record. */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '#domain/errors.ts';
import { textFaults, withSections } from '#domain/layouts/rules.ts';
import type { Layout, LayoutTrial } from '#domain/layouts/schema.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import { MOST_BLOCKS, phoneLayouts, type LayoutBlock, type LayoutKind } from '#domain/layouts/terms.ts';
import { under } from '#domain/record/under.ts';
import type { PageForm } from '#domain/signatures/terms.ts';
import { blocksOfVersion } from '../documents/layout.ts';
import type { measure } from '../documents/draw.ts';
import { withLogo } from '../documents/look.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import type { Laid, Laying } from '../lib/ports/laid.ts';
import { inThread } from '../lib/work/worker.ts';
import { placesOf } from './places.ts';
import { offeredBlocks, readOffered, tellAdoption, tellOwnWords } from './network/offered.ts';

/** Versions that are listed, and records that are offered to try a draft on. */
const SHOWN = 50;
const TRIED = 30;

interface Draft {
  version: number;
  blocks: LayoutBlock[];
  inUse: number;
  editedBy: number | null;
  updatedAt: string | null;
  /** The manufacturer's edition that it was copied from since it was last published. */
  copiedLayoutId: number | null;
  copiedEdition: number | null;
}

const DRAFT = ['version', 'blocks', 'inUse', 'editedBy', 'updatedAt', 'copiedLayoutId', 'copiedEdition'] as const;

async function readDraft({ db, user }: Ctx, kind: LayoutKind): Promise<Draft> {
  const row = await db
    .selectFrom('layouts')
    .select(DRAFT)
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  // Checked when they were saved (layoutInput).
  if (row) return { ...row, blocks: row.blocks as LayoutBlock[] };
  const unsaved = { editedBy: null, updatedAt: null, copiedLayoutId: null, copiedEdition: null };
  return { version: 1, blocks: [...standardLayouts[kind]], inUse: 0, ...unsaved };
}

/** The reusable blocks; archived ones stay readable where a draft has them. */
const readSections = ({ db, user }: Ctx) =>
  db
    .selectFrom('layoutSections')
    .select(['id', 'name', 'title', 'text'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .limit(MOST_BLOCKS)
    .execute();

async function readVersions({ db, user }: Ctx, kind: LayoutKind): Promise<Layout['versions']> {
  const rows = await db
    .selectFrom('layoutVersions as v')
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 'v.companyId').onRef('u.id', '=', 'v.publishedBy'))
    .select(['v.number', 'v.publishedAt', 'u.name'])
    .select((eb) =>
      eb
        .selectFrom('layoutPrints as p')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('p.companyId', '=', user.companyId)
        .where('p.kind', '=', kind)
        .whereRef('p.number', '=', 'v.number')
        .as('prints'),
    )
    .where('v.companyId', '=', user.companyId)
    .where('v.kind', '=', kind)
    .orderBy('v.number', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ number, publishedAt, name, prints }) => ({
    number,
    by: name ?? 'Casa',
    at: publishedAt,
    prints: Number(prints),
  }));
}

async function answer(ctx: Ctx, kind: LayoutKind): Promise<Layout> {
  const { version, blocks, inUse, editedBy, updatedAt } = await readDraft(ctx, kind);
  const sections = await readSections(ctx);
  const editor =
    editedBy === null
      ? null
      : await ctx.db
          .selectFrom('users')
          .select('name')
          .where('companyId', '=', ctx.user.companyId)
          .where('id', '=', editedBy)
          .executeTakeFirst();
  return {
    version,
    blocks,
    faults: textFaults(kind, blocks, sections),
    inUse,
    published: [...((await blocksOfVersion(ctx, kind, inUse)) ?? standardLayouts[kind])],
    editedBy: editor?.name ?? null,
    editedAt: updatedAt,
    versions: await readVersions(ctx, kind),
    sections,
  };
}

/** Locks the draft for a change; throws `stale` when the caller saw another one. */
async function take(ctx: Ctx, kind: LayoutKind, seen: number): Promise<Draft> {
  const { db, user, now } = ctx;
  await db
    .insertInto('layouts')
    .values({
      companyId: user.companyId,
      kind,
      blocks: JSON.stringify(standardLayouts[kind]),
      updatedAt: now,
    })
    .onConflict((on) => on.doNothing())
    .execute();
  const row = await db
    .selectFrom('layouts')
    .select(DRAFT)
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.version !== seen) throw new Failure('stale', undefined, { current: await answer(ctx, kind) });
  return { ...row, blocks: row.blocks as LayoutBlock[] };
}

type Written = Partial<Pick<Draft, 'inUse' | 'copiedLayoutId' | 'copiedEdition'>> & { blocks: string };

const write = (ctx: Ctx, kind: LayoutKind, version: number, values: Written) =>
  ctx.db
    .updateTable('layouts')
    .set({ ...values, version: version + 1, editedBy: ctx.user.id || null, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('kind', '=', kind)
    .execute();

const NOT_COPIED = { copiedLayoutId: null, copiedEdition: null };

async function save(
  ctx: Ctx,
  kind: LayoutKind,
  { body, version }: { body: { blocks: LayoutBlock[] }; version: number },
): Promise<Layout> {
  const before = await take(ctx, kind, version);
  await write(ctx, kind, version, { blocks: JSON.stringify(body.blocks) });
  const told = (blocks: readonly LayoutBlock[]) => ({ kind, blocks: blocks.length });
  ctx.audit({ action: 'update', entity: 'layout', before: told(before.blocks), after: told(body.blocks) });
  return answer(ctx, kind);
}

/** The draft becomes the next version. */
async function publish(ctx: Ctx, kind: LayoutKind, { version }: { version: number }): Promise<Layout> {
  const draft = await take(ctx, kind, version);
  const number = await print(ctx, kind, draft, draft.blocks);
  if (number === null) throw new Failure('conflict', 'La bozza è uguale alla versione in uso.');
  ctx.audit({ action: 'publish', entity: 'layout', before: { kind, number: draft.inUse }, after: { kind, number } });
  if (draft.copiedLayoutId === null) await tellOwnWords(ctx, kind);
  else await tellAdoption(ctx, kind, { layoutId: draft.copiedLayoutId, edition: draft.copiedEdition!, isCopy: true });
  return answer(ctx, kind);
}

/**
 * Prints by these blocks from now on, with the words that reusable ones have now: answers the number of the version, or null
 * where it is printed so already. Throws at a block that cannot be printed.
 */
async function print(
  ctx: Ctx,
  kind: LayoutKind,
  { version, inUse }: Draft,
  blocks: LayoutBlock[],
): Promise<number | null> {
  const sections = await readSections(ctx);
  const faults = textFaults(kind, blocks, sections);
  if (faults.length > 0)
    throw new Failure('invalid', undefined, {
      fields: Object.fromEntries(faults.map(({ at, field, message }) => [`blocks.${at}.${field}`, message])),
    });
  const fresh = withSections(blocks, sections);
  if (isDeepStrictEqual(fresh, await blocksOfVersion(ctx, kind, inUse))) return null;
  const { companyId, id } = ctx.user;
  const last = await ctx.db
    .selectFrom('layoutVersions')
    .select('number')
    .where('companyId', '=', companyId)
    .where('kind', '=', kind)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await ctx.db
    .insertInto('layoutVersions')
    .values({ companyId, kind, number, blocks: JSON.stringify(fresh), publishedBy: id || null, publishedAt: ctx.now })
    .execute();
  await write(ctx, kind, version, { inUse: number, blocks: JSON.stringify(blocks), ...NOT_COPIED });
  return number;
}

interface Taking {
  body: { layoutId: number; edition: number };
  version: number;
}

/** The company prints by an edition of the manufacturer, word by word. */
async function adopt(ctx: Ctx, kind: LayoutKind, { body, version }: Taking): Promise<Layout> {
  const draft = await take(ctx, kind, version);
  const blocks = await offeredBlocks(ctx, kind, body);
  const number = await print(ctx, kind, draft, blocks);
  if (number === null) await write(ctx, kind, version, { blocks: JSON.stringify(blocks), ...NOT_COPIED });
  await tellAdoption(ctx, kind, { ...body, isCopy: false });
  ctx.audit({
    action: 'adopt',
    entity: 'layout',
    before: { kind, number: draft.inUse },
    after: { kind, number: number ?? draft.inUse, ...body },
  });
  return answer(ctx, kind);
}

/** An edition of the manufacturer becomes the draft, which the company writes on; what it prints stays until it publishes. */
async function copy(ctx: Ctx, kind: LayoutKind, { body, version }: Taking): Promise<Layout> {
  const draft = await take(ctx, kind, version);
  const blocks = await offeredBlocks(ctx, kind, body);
  const copied = { copiedLayoutId: body.layoutId, copiedEdition: body.edition };
  await write(ctx, kind, version, { blocks: JSON.stringify(blocks), ...copied });
  ctx.audit({
    action: 'copy',
    entity: 'layout',
    before: { kind, blocks: draft.blocks.length },
    after: { kind, blocks: blocks.length, ...body },
  });
  return answer(ctx, kind);
}

async function versionBlocks(ctx: Ctx, kind: LayoutKind, number: number): Promise<LayoutBlock[]> {
  const blocks = await blocksOfVersion(ctx, kind, number);
  if (!blocks) throw new Failure('not_found');
  return [...blocks];
}

interface TrialQuery {
  record: number;
  form: PageForm;
  number?: number | undefined;
}

/** Reads the pictures from the store; a missing one is left out. */
async function readPictures({ files }: HeavyCtx, wanted: Laying['pictures'] = {}) {
  const read = await Promise.all(
    Object.entries(wanted).map(async ([name, key]) => [name, await files.get(key)] as const),
  );
  return Object.fromEntries(read.flatMap(([name, bytes]) => (bytes ? [[name, bytes]] : [])));
}

/** A record as it would be printed; nothing of it is kept. */
async function tried(outside: HeavyCtx, laid: Laid, { record, number, form: asked }: TrialQuery) {
  const { laying, blocks } = await outside.inside(async (ctx) => ({
    laying: await laid.read(ctx, record),
    blocks:
      number === undefined
        ? withSections((await readDraft(ctx, laid.kind)).blocks, await readSections(ctx))
        : await versionBlocks(ctx, laid.kind, number),
  }));
  const look = await withLogo(outside, laying.look);
  const form: PageForm = phoneLayouts.includes(laid.kind) ? asked : 'page';
  const drawing = { ...laying.drawing(look, blocks, await readPictures(outside, laying.pictures)), form };
  return { laying, drawing, form };
}

type Measured = ReturnType<typeof measure>;

/** Drawing happens outside of transactions. */
async function trial(outside: HeavyCtx, laid: Laid, asked: TrialQuery): Promise<LayoutTrial> {
  const { laying, drawing, form } = await tried(outside, laid, asked);
  const measured = await inThread<Measured>('documents/draw.ts', 'measure', drawing);
  const { pages } = measured;
  return {
    pages,
    form,
    places: placesOf(measured, form),
    values: { ...laying.values },
    holds: ['always', ...laying.holds],
  };
}

async function preview(outside: HeavyCtx, laid: Laid, asked: TrialQuery & { page: number }): Promise<FileAnswer> {
  const { drawing } = await tried(outside, laid, asked);
  const { page } = asked;
  const bytes = await inThread<string | null>('documents/draw.ts', 'drawPage', { ...drawing, page });
  if (bytes === null) throw new Failure('not_found');
  return { bytes, type: 'image/svg+xml', name: `Prova p${page}.svg`, inline: true };
}

/** The verbs about the layout of one kind of prints. */
export function layoutVerbs<const Kind extends LayoutKind>(kinds: readonly Laid[], kind: Kind) {
  const laid = kinds.find((one) => one.kind === kind);
  if (!laid) throw new Error(`No area prints ${kind}`);
  return under(`layouts/${kind}`, {
    GET: (ctx: Ctx) => answer(ctx, kind),
    PUT: (ctx: Ctx, input: { body: { blocks: LayoutBlock[] }; version: number }) => save(ctx, kind, input),
    'POST /publish': (ctx: Ctx, input: { version: number }) => publish(ctx, kind, input),
    'GET /offered': (ctx: Ctx) => readOffered(ctx, kind),
    'POST /adopt': (ctx: Ctx, input: Taking) => adopt(ctx, kind, input),
    'POST /copy': (ctx: Ctx, input: Taking) => copy(ctx, kind, input),
    'GET /versions': async (ctx: Ctx, { query: { number } }: { query: { number: number } }) => ({
      number,
      blocks: await versionBlocks(ctx, kind, number),
    }),
    'GET /records': (ctx: Ctx) => laid.newest(ctx, TRIED),
    'GET /changing': async (ctx: Ctx) => ({ records: await laid.changing(ctx) }),
    'GET /trial': (ctx: HeavyCtx, { query }: { query: TrialQuery }) => trial(ctx, laid, query),
    'GET /preview': (ctx: HeavyCtx, { query }: { query: TrialQuery & { page: number } }) => preview(ctx, laid, query),
  });
}
