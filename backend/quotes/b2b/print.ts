import { dayInRome } from '#domain/dates.ts';
import { transfers } from '#domain/quotes/b2b/terms.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { readLook } from '#backend/documents/look.ts';
import { prints, type Printed } from '#backend/documents/printed.ts';
import { readTexts } from '../texts.ts';
import { derive } from './derive.ts';
import { b2bDrawing } from './document.ts';
import { readB2b, type B2bRecord } from './records.ts';

/** What the printed offer says: the snapshot once issued, the stock of today marked as a draft before. Margins are never in it. */
export async function documentOf(ctx: Ctx, quote: B2bRecord) {
  const { draft, snapshot } = quote;
  const { priced } = snapshot ?? (await derive(ctx, draft, quote.rootId));
  const texts = snapshot?.texts ?? (await readTexts(ctx, { ...quote, footer: 'b2bFooter' }));
  const { margin: _, ...shown } = priced;
  return {
    ...(!snapshot && { watermark: 'BOZZA' as const }),
    number: quote.number,
    revision: quote.revision,
    expiresOn: quote.expiresOn,
    ...texts,
    issuedOn: quote.issuedAt ? dayInRome(new Date(quote.issuedAt)) : ctx.today,
    look: await readLook(ctx),
    priced: shown,
    transfer: transfers[draft.transfer],
    euVatNumber: draft.euVatNumber,
    notes: draft.notes,
  };
}

/** Wholesale offers on paper. */
export const printedB2b: Printed = {
  entity: 'b2b_quote',
  async read(ctx, id) {
    const quote = await readB2b(ctx, id);
    const { number, revision, snapshot } = quote;
    const data = await documentOf(ctx, quote);
    return {
      name: `Offerta ${number ?? `bozza ${id}`}${revision > 1 ? ` rev. ${revision}` : ''}`,
      kind: 'offer',
      revision,
      isFinal: snapshot !== null,
      look: data.look,
      drawing: (look) => b2bDrawing({ ...data, look }),
    };
  },
};

const { document, pages, page } = prints(printedB2b);
export const b2bPrints = {
  'GET /quotes/b2b/:id/document': document,
  'GET /quotes/b2b/:id/preview': pages,
  'GET /quotes/b2b/:id/preview/:page': page,
};
