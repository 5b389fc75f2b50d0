import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '#domain/errors.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import type { Body } from '#domain/catalog/terms.ts';
import type { Priced } from '#domain/quotes/priced.ts';
import type { FinancingChoice, PriceSheet } from '#domain/quotes/schema.ts';
import { price } from '#domain/quotes/pricing.ts';
import { inMargin } from '#domain/quotes/vat.ts';
import { warrantyOf } from '#domain/quotes/warranty.ts';
import { dayInRome } from '#domain/dates.ts';
import type { FileAnswer, VerbOf } from '../lib/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/context.ts';
import { inThread } from '../lib/worker.ts';
import type { QuoteDocument, Wanted } from './document.ts';
import type { Look } from './document-look.ts';
import { readQuote, type QuoteRecord } from './records.ts';
import { readSheet } from './sheet.ts';
import { peopleOf, readTexts } from './texts.ts';

type Unread = Look & { logoKey: string | null };
/** A document whose logo is not read yet. */
type Printed = QuoteDocument & { look: Unread };

/** What the printed quote says: the snapshot once issued, today's prices marked as a draft before. Costs are never in it. */
export async function documentOf(ctx: Ctx, quote: QuoteRecord): Promise<Printed> {
  const { draft, snapshot } = quote;
  const sheet = snapshot?.sheet ?? (await readSheet(ctx, draft));
  const priced = snapshot?.priced ?? { ...price(draft, sheet), margin: null };
  const texts = snapshot?.texts ?? (await readTexts(ctx, peopleOf(quote)));
  const chosen = (kind: string) =>
    priced.options.find((option) => option.kind === kind)?.name ??
    sheet.options.find((option) => option.kind === kind && option.standard)?.name ??
    null;
  const planOf = (choice: FinancingChoice | null) => sheet.plans.find(({ id }) => id === choice?.planId) ?? null;
  return {
    ...(!snapshot && { watermark: 'BOZZA' as const }),
    number: quote.number,
    revision: quote.revision,
    issuedOn: quote.issuedAt ? dayInRome(new Date(quote.issuedAt)) : ctx.today,
    expiresOn: quote.expiresOn,
    ...texts,
    look: await lookOf(ctx, sheet, priced),
    maker: sheet.maker.name,
    model: sheet.model.name,
    version: sheet.version,
    used: sheet.used,
    warranty: sheet.used && warrantyOf(draft, sheet.used),
    inMargin: inMargin(draft, sheet.used),
    colour: sheet.used ? sheet.used.colour || null : chosen('colour'),
    interior: chosen('interior'),
    form: snapshot?.form ?? 2,
    priced,
    accessories: sheet.accessories.filter(({ id }) => draft.accessoryIds.includes(id)),
    services: sheet.services.filter(({ id, printed }) => printed && draft.serviceIds.includes(id)),
    makerServices: sheet.makerServices.filter(({ id, printed }) => printed && draft.makerServiceIds.includes(id)),
    exemption: draft.iptExemption,
    tradeIns: draft.tradeIns,
    plan: planOf(draft.financing),
    financing: draft.financing,
    alternatives: draft.alternatives.map(planOf),
    province: sheet.provinces.find(({ code }) => code === draft.province)?.name ?? draft.province,
    params: sheet.params,
    notes: draft.notes,
    conditions: texts.conditions,
  };
}

/** The company's colours and logo as they are now: what is issued keeps them in the document that is kept. */
async function lookOf(ctx: Ctx, sheet: PriceSheet, priced: Priced): Promise<Unread> {
  const { colour, logoKey } = await ctx.db
    .selectFrom('companies')
    .select(['colour', 'logoKey'])
    .where('companyId', '=', ctx.user.companyId)
    .executeTakeFirstOrThrow();
  const chosen = priced.options.find(({ kind }) => kind === 'colour')?.id;
  const paint = sheet.options.find(({ id, kind, standard }) =>
    chosen ? id === chosen : kind === 'colour' && standard,
  );
  return { colour, logo: null, logoKey, body: sheet.model.body as Body, paint: paint?.colour ?? null };
}

/** The logo comes from a store, which is asked when no transaction is open. A logo that is away is left out. */
async function withLogo(files: HeavyCtx['files'], { look, ...data }: Printed): Promise<QuoteDocument> {
  const { logoKey, ...seen } = look;
  const logo = logoKey === null ? null : await files.get(logoKey);
  return { ...data, look: { ...seen, logo } };
}

const nameOf = (quote: QuoteRecord) =>
  `Preventivo ${quote.number ?? `bozza ${quote.id}`}${quote.revision > 1 ? ` rev. ${quote.revision}` : ''}`;

/** The quote and what it says on paper, read in one transaction; drawing it holds none. */
async function read(ctx: HeavyCtx, id: number) {
  const { name, data } = await ctx.inside(async (inner) => {
    const quote = await readQuote(inner, id);
    return { name: nameOf(quote), data: await documentOf(inner, quote) };
  });
  return { name, data: await withLogo(ctx.files, data) };
}
const draw = <Drawn>(wanted: Wanted) => inThread<Drawn>('quotes/document.ts', 'drawQuote', wanted);

/**
 * The PDF of a quote that the caller may see. What is issued is kept as it was first drawn, whatever later versions of the template
 * do: what was sent is what is read later. Drafts are drawn anew.
 */
export async function pdfOf({ files, inside }: Pick<HeavyCtx, 'files' | 'inside'>, id: number): Promise<FileAnswer> {
  const found = await inside(async (ctx) => {
    const quote = await readQuote(ctx, id);
    const kept = quote.snapshot && (await keptKey(ctx, id));
    return { name: `${nameOf(quote)}.pdf`, final: quote.snapshot !== null, kept, data: await documentOf(ctx, quote) };
  });
  const answer = { type: 'application/pdf', name: found.name, inline: true };
  const stored = found.kept && (await files.get(found.kept));
  if (stored) return { ...answer, bytes: stored };
  const bytes = await draw<Uint8Array>({ data: await withLogo(files, found.data), as: 'pdf' });
  if (found.final && !found.kept) await keep({ files, inside }, id, bytes);
  return { ...answer, bytes };
}

const keptKey = async ({ db, user }: Ctx, recordId: number) =>
  (
    await db
      .selectFrom('documents')
      .select('fileKey')
      .where('companyId', '=', user.companyId)
      .where('entity', '=', 'quote')
      .where('recordId', '=', recordId)
      .executeTakeFirst()
  )?.fileKey ?? null;

/** Of two that draw it at once the second one's file goes. */
async function keep({ files, inside }: Pick<HeavyCtx, 'files' | 'inside'>, recordId: number, bytes: Uint8Array) {
  const hash = createHash('sha256').update(bytes).digest();
  const companyId = await inside(async ({ user }) => user.companyId);
  const fileKey = `${companyId}/${randomBytes(16).toString('hex')}`;
  await files.put(fileKey, bytes, 'application/pdf');
  const added = await inside(({ db, now }) =>
    db
      .insertInto('documents')
      .values({ companyId, entity: 'quote', recordId, fileKey, hash, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('fileKey')
      .executeTakeFirst(),
  );
  if (!added) await files.delete(fileKey);
}

export const document: VerbOf<typeof table, 'GET /quotes/:id/document'> = (ctx, { params }) => pdfOf(ctx, params.id);

export const previewPages: VerbOf<typeof table, 'GET /quotes/:id/preview'> = async (ctx, { params }) => {
  const { data } = await read(ctx, params.id);
  return { pages: await draw<number>({ data, as: 'pages' }) };
};

export const preview: VerbOf<typeof table, 'GET /quotes/:id/preview/:page'> = async (ctx, { params: { id, page } }) => {
  const { name, data } = await read(ctx, id);
  const bytes = await draw<string | null>({ data, as: 'svg', page });
  if (bytes === null) throw new Failure('not_found');
  return { bytes, type: 'image/svg+xml', name: `${name} p${page}.svg`, inline: true };
};
