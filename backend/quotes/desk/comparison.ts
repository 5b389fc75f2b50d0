import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { withLogo } from '#backend/documents/look.ts';
import { inThread } from '#backend/lib/work/worker.ts';
import { comparisonDrawing } from './comparison-view.ts';
import { documentOf } from '../print/print.ts';
import { quoteCourse } from '../records.ts';
import { readSheet } from '../sheet/sheet.ts';

async function columnOf(ctx: Ctx, id: number) {
  const quote = await quoteCourse.read(ctx, id);
  const { draft, snapshot, number, revision, rootId } = quote;
  const sheet = snapshot?.sheet ?? (await readSheet(ctx, draft, rootId));
  const priced = snapshot?.priced ?? { ...price(draft, sheet), margin: null };
  const name = [number ?? `Bozza ${id}`, revision > 1 && `rev. ${revision}`].filter(Boolean).join(' ');
  const { look, company, customer } = await documentOf(ctx, quote);
  const column = { draft, sheet, priced, name, customer: customer?.name ?? '', paint: look.paint };
  return { column, look, company };
}

/** Prints quotes that the caller may see side by side; a thread draws it, outside any transaction. */
export const comparison: VerbOf<typeof table, 'GET /quotes/comparison'> = async (ctx, { query }) => {
  const read = await ctx.inside(async (inner) => {
    const found = [];
    for (const id of query.ids) found.push(await columnOf(inner, id));
    return { today: inner.today, found };
  });
  const { company, look } = read.found[0]!;
  const drawing = comparisonDrawing({
    company,
    today: read.today,
    look: await withLogo(ctx, look),
    columns: read.found.map(({ column }) => column),
  });
  const bytes = await inThread<Uint8Array>('documents/draw.ts', 'drawPdf', drawing);
  return { bytes, type: 'application/pdf', name: 'Confronto preventivi.pdf', inline: true };
};
