import { sql, type SqlBool } from 'kysely';
import { carColour } from '#domain/quotes/sheet/car-colour.ts';
import type { FinancingChoice } from '#domain/quotes/schema.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { inMargin } from '#domain/quotes/sheet/vat.ts';
import { warrantyOf } from '#domain/quotes/sheet/warranty.ts';
import { dayInRome } from '#domain/dates.ts';
import { configuredOf } from '#domain/homologations/emissions.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readLook, type UnreadLook } from '#backend/documents/look.ts';
import type { Drawn } from '#backend/documents/car-picture.ts';
import { countUnkept, layoutOf } from '#backend/documents/layout.ts';
import type { Laid } from '#backend/lib/ports/laid.ts';
import { list } from '#backend/lib/records/list.ts';
import { listed } from '../desk/list.ts';
import { quoteDrawing } from './document.ts';
import { quoteHolds, quoteValues, type QuoteDocument } from './values.ts';
import { prints, type Printed } from '#backend/documents/printed.ts';
import { quoteCourse, type QuoteRecord } from '../records.ts';
import { readSheet } from '../sheet/sheet.ts';
import { peopleOf, readTexts } from './texts.ts';

/** A quote whose logo has not been read from the store yet. */
type PrintedQuote = QuoteDocument & { look: UnreadLook & Drawn };

/**
 * The contents of the printed quote: the snapshot when issued; before that today's prices, marked as a draft. It never
 * contains costs.
 */
export async function documentOf(
  ctx: Ctx,
  quote: Pick<
    QuoteRecord,
    'draft' | 'snapshot' | 'rootId' | 'sellerId' | 'number' | 'revision' | 'issuedAt' | 'expiresOn'
  >,
): Promise<PrintedQuote> {
  const { draft, snapshot, rootId } = quote;
  const sheet = snapshot?.sheet ?? (await readSheet(ctx, draft, rootId));
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
    look: { ...(await readLook(ctx)), body: sheet.model.body, paint: carColour(sheet, priced) },
    maker: sheet.maker.name,
    model: sheet.model.name,
    version: { ...sheet.version, ...configuredOf(sheet, priced.options) },
    homologation: sheet.homologation,
    list: sheet.list,
    used: sheet.used,
    warranty: sheet.used && warrantyOf(draft, sheet.used),
    inMargin: inMargin(draft, sheet.used),
    colour: sheet.used ? sheet.used.colour || null : chosen('colour'),
    interior: chosen('interior'),
    form: snapshot?.form ?? 4,
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

const nameOf = (quote: QuoteRecord) =>
  `Preventivo ${quote.number ?? `bozza ${quote.id}`}${quote.revision > 1 ? ` rev. ${quote.revision}` : ''}`;

export const printedQuote: Printed = {
  entity: 'quote',
  async read(ctx, id, how) {
    const quote = await quoteCourse.read(ctx, id);
    const data = await documentOf(ctx, quote);
    const since = quote.issuedAt;
    // A draft is printed by whatever is in use; once issued it keeps the layout of then.
    const blocks = await layoutOf(
      ctx,
      'quotes',
      { id, revision: quote.revision, since },
      quote.snapshot ? how : undefined,
    );
    return {
      name: nameOf(quote),
      kind: 'offer',
      revision: quote.revision,
      isFinal: quote.snapshot !== null,
      look: data.look,
      drawing: (look) => quoteDrawing({ ...data, look: { ...data.look, ...look } }, blocks),
    };
  },
};

/** Drafts: what is issued keeps the layout of then. */
export const unissued = {
  revision: sql<number>`r.revision`,
  where: sql<SqlBool>`r.state = 'draft' and not r.superseded`,
};

/** Quotes as layouts print them. */
export const laidQuote: Laid = {
  kind: 'quotes',
  newest: async (ctx, most) => {
    const { rows } = await list(ctx, listed, { limit: most, offset: 0 });
    return rows.map(({ id, number, customer, vehicle }) => ({
      id,
      label: [number ?? `Bozza ${id}`, customer, vehicle].filter(Boolean).join(' · '),
    }));
  },
  changing: (ctx) => countUnkept(ctx, 'quotes', { table: 'quotes', ...unissued }),
  async read(ctx, id) {
    const data = await documentOf(ctx, await quoteCourse.read(ctx, id));
    return {
      look: data.look,
      values: quoteValues(data),
      holds: quoteHolds(data),
      drawing: (look, blocks) => quoteDrawing({ ...data, look: { ...data.look, ...look } }, blocks),
    };
  },
};

const { document, pages, page } = prints(printedQuote);
export const quotePrints = {
  'GET /quotes/:id/document': document,
  'GET /quotes/:id/preview': pages,
  'GET /quotes/:id/preview/:page': page,
};
