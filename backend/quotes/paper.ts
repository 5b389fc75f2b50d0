/** How a document of a sale is drawn, shown and kept, whatever it says. */
import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '#domain/errors.ts';
import type { FileAnswer } from '../lib/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/context.ts';
import { inThread } from '../lib/worker.ts';
import type { Drawable, Wanted } from './document.ts';

/** A document whose logo is not read yet. */
export type Printed = Drawable & { look: { logoKey: string | null } };

/** A kind of record that is printed. */
export interface Paper {
  /** Under which the documents of final records are kept. */
  entity: 'quote' | 'b2b_quote';
  /** A record that the caller may see: what its files are called, whether it changes no more, and what it says on paper. */
  read(ctx: Ctx, id: number): Promise<{ name: string; isFinal: boolean; data: Printed }>;
}
type Outside = Pick<HeavyCtx, 'files' | 'inside'>;

/** The company's colours and logo as they are now: what is issued keeps them in the document that is kept. */
export async function readLook({
  db,
  user,
}: Ctx): Promise<{ colour: string; accent: string; logo: null; logoKey: string | null }> {
  const { colour, accent, logoKey } = await db
    .selectFrom('companies')
    .select(['colour', 'accent', 'logoKey'])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  return { colour, accent, logo: null, logoKey };
}

/** The logo comes from a store, which is asked when no transaction is open. A logo that is away is left out. */
async function withLogo<D extends Printed>(files: HeavyCtx['files'], data: D): Promise<D> {
  const { logoKey } = data.look;
  const logo = logoKey === null ? null : await files.get(logoKey);
  return { ...data, look: { ...data.look, logo } };
}

const draw = <Drawn>(wanted: Wanted) => inThread<Drawn>('quotes/document.ts', 'drawQuote', wanted);

/**
 * The PDF of a record that the caller may see. What is final is kept as it was first drawn, whatever later versions of the template
 * do: what was sent is what is read later. Drafts are drawn anew.
 */
export async function pdfOf(paper: Paper, { files, inside }: Outside, id: number): Promise<FileAnswer> {
  const found = await inside(async (ctx) => {
    const read = await paper.read(ctx, id);
    return { ...read, kept: read.isFinal && (await keptKey(ctx, paper, id)) };
  });
  const answer = { type: 'application/pdf', name: `${found.name}.pdf`, inline: true };
  const stored = found.kept && (await files.get(found.kept));
  if (stored) return { ...answer, bytes: stored };
  const bytes = await draw<Uint8Array>({ data: await withLogo(files, found.data), as: 'pdf' });
  if (found.isFinal && !found.kept) await keep(paper, { files, inside }, id, bytes);
  return { ...answer, bytes };
}

const keptKey = async ({ db, user }: Ctx, { entity }: Paper, recordId: number) =>
  (
    await db
      .selectFrom('documents')
      .select('fileKey')
      .where('companyId', '=', user.companyId)
      .where('entity', '=', entity)
      .where('recordId', '=', recordId)
      .executeTakeFirst()
  )?.fileKey ?? null;

/** Of two that draw it at once the second one's file goes. */
async function keep({ entity }: Paper, { files, inside }: Outside, recordId: number, bytes: Uint8Array) {
  const hash = createHash('sha256').update(bytes).digest();
  const companyId = await inside(async ({ user }) => user.companyId);
  const fileKey = `${companyId}/${randomBytes(16).toString('hex')}`;
  await files.put(fileKey, bytes, 'application/pdf');
  const added = await inside(({ db, now }) =>
    db
      .insertInto('documents')
      .values({ companyId, entity, recordId, fileKey, hash, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('fileKey')
      .executeTakeFirst(),
  );
  if (!added) await files.delete(fileKey);
}

type Of<P> = { params: P };

/** The calls about the document of one kind of record; drawing it holds no transaction. */
export const prints = (paper: Paper) => {
  const read = async (ctx: HeavyCtx, id: number) => {
    const { name, data } = await ctx.inside((inner) => paper.read(inner, id));
    return { name, data: await withLogo(ctx.files, data) };
  };
  return {
    document: (ctx: HeavyCtx, { params }: Of<{ id: number }>) => pdfOf(paper, ctx, params.id),
    pages: async (ctx: HeavyCtx, { params }: Of<{ id: number }>) => {
      const { data } = await read(ctx, params.id);
      return { pages: await draw<number>({ data, as: 'pages' }) };
    },
    page: async (ctx: HeavyCtx, { params: { id, page } }: Of<{ id: number; page: number }>): Promise<FileAnswer> => {
      const { name, data } = await read(ctx, id);
      const bytes = await draw<string | null>({ data, as: 'svg', page });
      if (bytes === null) throw new Failure('not_found');
      return { bytes, type: 'image/svg+xml', name: `${name} p${page}.svg`, inline: true };
    },
  };
};
