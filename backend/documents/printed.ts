/** Draws, shows and stores the document of a record, for every kind of record. */
import { createHash } from 'node:crypto';
import { Failure } from '#domain/errors.ts';
import type { Drawing } from './draw.ts';
import type { FileAnswer } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { withLogo, type Look, type UnreadLook } from './look.ts';
import { nameFiles, newUnnamed, writeDown } from '../lib/files/unnamed.ts';
import { inThread } from '../lib/work/worker.ts';

/** Identifies a document of a record, and whether it is final. */
export interface Which {
  kind: 'offer' | 'contract' | 'addendum' | 'receipt' | 'agreement';
  revision: number;
  isFinal: boolean;
}

/** The document of a record, read in a transaction and drawn outside of it. */
export interface Reading extends Which {
  /** Name of its files. */
  name: string;
  look: UnreadLook;
  drawing(look: Look): Drawing;
}

/** A kind of record with a document. */
export interface Printed {
  /** The entity under which its documents are stored. */
  entity: string;
  /**
   * Reads the record; throws as reading the record does. `keep`: it leaves the product now, so it keeps the layout by
   * which it is printed.
   */
  read(ctx: Ctx, id: number, how?: { keep: boolean }): Promise<Reading>;
}
type Outside = Pick<HeavyCtx, 'files' | 'inside'>;

const draw = async <Drawn>(
  outside: Outside,
  { look, drawing }: Reading,
  how: 'drawPdf' | 'countPages' | 'drawPage',
  more: object = {},
): Promise<Drawn> => inThread<Drawn>('documents/draw.ts', how, { ...drawing(await withLogo(outside, look)), ...more });

/**
 * The PDF of a record that the caller may see. A final document is stored as first drawn, whatever later versions of
 * the template do, so that what was sent can be read later. Drafts are drawn anew.
 */
export async function pdfOf(printed: Printed, outside: Outside, id: number): Promise<FileAnswer> {
  const { files, inside } = outside;
  const found = await inside(async (ctx) => {
    const read = await printed.read(ctx, id, { keep: true });
    return { ...read, kept: read.isFinal && (await keptKey(ctx, printed, id, read)) };
  });
  const answer = { type: 'application/pdf', name: `${found.name}.pdf`, inline: true };
  const stored = found.kept && (await files.get(found.kept));
  if (stored) return { ...answer, bytes: stored };
  const bytes = await draw<Uint8Array>(outside, found, 'drawPdf');
  if (found.isFinal && !found.kept) await keepDocument(printed, outside, id, found, bytes);
  return { ...answer, bytes };
}

const oneOf = ({ user }: Ctx, { entity }: Pick<Printed, 'entity'>, recordId: number, { kind, revision }: Which) => ({
  companyId: user.companyId,
  entity,
  recordId,
  kind,
  revision,
});

const keptKey = async (ctx: Ctx, printed: Printed, recordId: number, which: Which) =>
  (
    await ctx.db
      .selectFrom('documents')
      .select('fileKey')
      .where((eb) => eb.and({ ...oneOf(ctx, printed, recordId, which), final: true }))
      .executeTakeFirst()
  )?.fileKey ?? null;

/**
 * Stores a document of a record with its SHA-256; no transaction is open while the file store works. It replaces one
 * that is not final; of two final ones the first stays, and the file of the other is deleted.
 */
export async function keepDocument(
  printed: Pick<Printed, 'entity'>,
  { files, inside }: Outside,
  recordId: number,
  which: Which,
  bytes: Uint8Array,
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest();
  const fileKey = await inside(newUnnamed);
  await files.put(fileKey, bytes, 'application/pdf');
  const left = await inside(async (ctx) => {
    const { db, now } = ctx;
    const one = oneOf(ctx, printed, recordId, which);
    const values = { fileKey, hash, final: which.isFinal, createdAt: now };
    const added = await db
      .insertInto('documents')
      .values({ ...one, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) {
      await nameFiles(ctx, [fileKey]);
      return null;
    }
    const old = await db
      .selectFrom('documents')
      .select(['fileKey', 'final'])
      .where((eb) => eb.and(one))
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (old.final) return fileKey;
    await db
      .updateTable('documents')
      .set(values)
      .where((eb) => eb.and(one))
      .execute();
    await nameFiles(ctx, [fileKey]);
    await writeDown(ctx, [old.fileKey]);
    return old.fileKey;
  });
  if (left !== null) await files.delete(left);
}

/** A document as it is signed: its PDF, its pages as SVG, and the same for a phone, which is as wide as its text needs. */
export interface Frozen {
  pdf: Uint8Array;
  pages: string[];
  phonePages: string[];
}

/** Draws a record's document to be signed; its PDF says `mark` of itself. It is not stored here. */
export const freeze = async (outside: Outside, { look, drawing }: Reading, mark: string): Promise<Frozen> => {
  const drawn = drawing(await withLogo(outside, look));
  return inThread('documents/draw.ts', 'drawWhole', { ...drawn, view: { ...drawn.view, mark } });
};

type Of<P> = { params: P };

/** The verbs about the document of a kind of record; drawing happens outside of transactions. */
export const prints = (printed: Printed) => ({
  document: (ctx: HeavyCtx, { params }: Of<{ id: number }>) => pdfOf(printed, ctx, params.id),
  pages: async (ctx: HeavyCtx, { params }: Of<{ id: number }>) => {
    const read = await ctx.inside((inner) => printed.read(inner, params.id));
    return { pages: await draw<number>(ctx, read, 'countPages') };
  },
  page: async (ctx: HeavyCtx, { params: { id, page } }: Of<{ id: number; page: number }>): Promise<FileAnswer> => {
    const read = await ctx.inside((inner) => printed.read(inner, id));
    const bytes = await draw<string | null>(ctx, read, 'drawPage', { page });
    if (bytes === null) throw new Failure('not_found');
    return { bytes, type: 'image/svg+xml', name: `${read.name} p${page}.svg`, inline: true };
  },
});
