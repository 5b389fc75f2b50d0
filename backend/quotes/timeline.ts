import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import { closeReasonLabels, quoteStateLabels, type QuoteState } from '#domain/quotes/terms.ts';
import type { VerbOf } from '../lib/bind.ts';
import { timelineOf, write } from '../lib/timeline.ts';
import { readQuote } from './records.ts';

const labelled = (labels: Record<string, string>) => (value: unknown) => labels[String(value)] ?? '—';

const vocabulary = {
  actions: {
    create: 'ha creato il preventivo',
    update: 'ha modificato la bozza',
    issue: 'ha emesso il preventivo',
    revise: 'ha creato una revisione',
    duplicate: 'ha duplicato il preventivo',
    delete: 'ha eliminato la bozza',
    close: 'ha chiuso il preventivo',
  },
  fields: {
    state: ['Stato', labelled(quoteStateLabels)],
    closeReason: ['Motivo', labelled(closeReasonLabels)],
    vehicle: ['Veicolo', write.text],
    customer: ['Cliente', write.text],
    province: ['Provincia', write.text],
    options: ['Colore, optional e pacchetti', write.list],
    accessories: ['Accessori', write.list],
    tradeIns: ['Usato', write.list],
    incentives: ['Incentivi', write.list],
    customDiscounts: ['Sconti del venditore', write.list],
    lowIncome: ['Fascia di reddito agevolata', write.flag],
    deposit: ['Anticipo', write.money],
    financing: ['Finanziamento', write.text],
    notes: ['Note', write.text],
    keysInHand: ['Chiavi in mano', write.money],
  },
} satisfies Parameters<typeof timelineOf>[3];

/** Activity of all revisions of the quote, and the revisions themselves, newest first. */
export const timeline: VerbOf<typeof table, 'GET /quotes/:id/timeline'> = async (ctx, { params }) => {
  const quote = await readQuote(ctx, params.id);
  const rows = await ctx.db
    .selectFrom('quotes')
    .select(['id', 'revision', 'state', 'expiresOn', 'keysInHand', 'createdAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', quote.rootId)
    .orderBy('revision', 'desc')
    .execute();
  const revisions = rows.map((row) => ({
    ...row,
    state: stateOn({ ...row, state: row.state as QuoteState }, ctx.today),
  }));
  return {
    events: await timelineOf(
      ctx,
      'quote',
      rows.map(({ id }) => id),
      vocabulary,
    ),
    revisions,
  };
};
