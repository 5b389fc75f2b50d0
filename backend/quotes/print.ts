import { Failure } from '#domain/errors.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { price } from '#domain/quotes/pricing.ts';
import { dayInRome } from '#domain/dates.ts';
import type { FileAnswer, VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { renderQuote, type QuoteDocument } from './document.ts';
import { readQuote, type QuoteRecord } from './records.ts';
import { readSheet } from './sheet.ts';
import { readTexts } from './texts.ts';

/** What the printed quote says: the snapshot once issued, today's prices marked as a draft before. Costs are never in it. */
async function documentOf(ctx: Ctx, quote: QuoteRecord): Promise<QuoteDocument> {
  const { draft, snapshot } = quote;
  const sheet = snapshot?.sheet ?? (await readSheet(ctx, draft.versionId));
  const priced = snapshot?.priced ?? { ...price(draft, sheet), margin: null };
  const texts = snapshot?.texts ?? (await readTexts(ctx, quote.sellerId, draft.customer?.id ?? null));
  const chosen = (kind: string) =>
    priced.options.find((option) => option.kind === kind)?.name ??
    sheet.options.find((option) => option.kind === kind && option.standard)?.name ??
    null;
  return {
    ...(!snapshot && { watermark: 'BOZZA' as const }),
    number: quote.number,
    revision: quote.revision,
    issuedOn: quote.issuedAt ? dayInRome(new Date(quote.issuedAt)) : ctx.today,
    expiresOn: quote.expiresOn,
    ...texts,
    maker: sheet.maker.name,
    model: sheet.model.name,
    version: sheet.version,
    colour: chosen('colour'),
    interior: chosen('interior'),
    priced,
    accessories: sheet.accessories.filter(({ id }) => draft.accessoryIds.includes(id)),
    tradeIns: draft.tradeIns,
    plan: sheet.plans.find(({ id }) => id === draft.financing?.planId) ?? null,
    province: sheet.provinces.find(({ code }) => code === draft.province)?.name ?? draft.province,
    params: sheet.params,
    notes: draft.notes,
    conditions: texts.conditions,
  };
}

const nameOf = (quote: QuoteRecord) =>
  `Preventivo ${quote.number ?? `bozza ${quote.id}`}${quote.revision > 1 ? ` rev. ${quote.revision}` : ''}`;

export const document: VerbOf<typeof table, 'GET /quotes/:id/document'> = async (
  ctx,
  { params },
): Promise<FileAnswer> => {
  const quote = await readQuote(ctx, params.id);
  const bytes = renderQuote(await documentOf(ctx, quote)).pdf();
  return { bytes, type: 'application/pdf', name: `${nameOf(quote)}.pdf`, inline: true };
};

export const previewPages: VerbOf<typeof table, 'GET /quotes/:id/preview'> = async (ctx, { params }) => ({
  pages: renderQuote(await documentOf(ctx, await readQuote(ctx, params.id))).pages,
});

export const preview: VerbOf<typeof table, 'GET /quotes/:id/preview/:page'> = async (
  ctx,
  { params },
): Promise<FileAnswer> => {
  const quote = await readQuote(ctx, params.id);
  const rendered = renderQuote(await documentOf(ctx, quote));
  if (params.page > rendered.pages) throw new Failure('not_found');
  return {
    bytes: rendered.svg(params.page),
    type: 'image/svg+xml',
    name: `${nameOf(quote)} p${params.page}.svg`,
    inline: true,
  };
};
