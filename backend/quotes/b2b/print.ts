import { dayInRome } from '#domain/dates.ts';
import { transfers } from '#domain/quotes/b2b/terms.ts';
import { prints, readLook, type Paper } from '../paper.ts';
import { readTexts } from '../texts.ts';
import { derive } from './derive.ts';
import { readB2b } from './records.ts';

/** Wholesale offers on paper: the snapshot once issued, the stock of today marked as a draft before. Margins are never in it. */
export const b2bPaper: Paper = {
  entity: 'b2b_quote',
  async read(ctx, id) {
    const quote = await readB2b(ctx, id);
    const { draft, snapshot, revision } = quote;
    const { sheet, priced } = snapshot ?? (await derive(ctx, draft));
    const texts = snapshot?.texts ?? (await readTexts(ctx, { ...quote, footer: 'b2bFooter' }));
    const { margin: _, ...shown } = priced;
    return {
      name: `Offerta ${quote.number ?? `bozza ${quote.id}`}${revision > 1 ? ` rev. ${revision}` : ''}`,
      isFinal: snapshot !== null,
      data: {
        ...(!snapshot && { watermark: 'BOZZA' as const }),
        ...{ template: 'b2b', number: quote.number, revision, expiresOn: quote.expiresOn, ...texts },
        issuedOn: quote.issuedAt ? dayInRome(new Date(quote.issuedAt)) : ctx.today,
        look: await readLook(ctx),
        ...{ priced: shown, taxRate: sheet.taxRate, transfer: transfers[draft.transfer] },
        ...{ euVatNumber: draft.euVatNumber, notes: draft.notes },
      },
    };
  },
};

const { document, pages, page } = prints(b2bPaper);
export const b2bPrints = {
  'GET /quotes/b2b/:id/document': document,
  'GET /quotes/b2b/:id/preview': pages,
  'GET /quotes/b2b/:id/preview/:page': page,
};
