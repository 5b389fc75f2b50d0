import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { didOf } from '#domain/machine.ts';
import { approvalMachine } from '#domain/quotes/approval-terms.ts';
import { comparedFields } from '#domain/quotes/draft.ts';
import { quoteMachine, stateOn } from '#domain/quotes/rules.ts';
import { closeReasons, quoteStates, type CloseReason, type QuoteState } from '#domain/quotes/terms.ts';
import type { VerbOf } from '../lib/bind.ts';
import { timelineOf, write, type FieldText } from '../lib/timeline.ts';
import { quoteHref } from '../lib/links.ts';
import { aroundActions, byHolder, lettersIn, messagesOf } from '../documents/messages.ts';
import { readQuote } from './records.ts';
import { approvalTexts } from './stored-approval.ts';

const vocabulary = {
  actions: {
    create: 'ha creato il preventivo',
    update: quoteMachine.acts.save.did,
    ...didOf(quoteMachine),
    ...didOf(approvalMachine),
    ask: 'ha chiesto uno sconto oltre il limite',
    ...aroundActions,
  },
  fields: {
    state: ['Stato', (value) => quoteStates[value as QuoteState]?.label ?? '—'],
    closeReason: ['Motivo', (value) => closeReasons[value as CloseReason] ?? '—'],
    note: ['Spiegazione', write.text],
    seller: ['Venditore', write.text],
    vehicle: ['Veicolo', write.text],
    ...Object.fromEntries(
      comparedFields.map(({ fact, field }) => [
        fact,
        [shortOf(field), (value: unknown) => textOf(field, value)] satisfies FieldText,
      ]),
    ),
    keysInHand: ['Chiavi in mano', write.money],
    ...approvalTexts,
  },
  outside: byHolder('Il cliente', 'il preventivo'),
} satisfies Parameters<typeof timelineOf>[3];

/** Activity of all revisions of the quote with what was written to the customer and back, and the revisions themselves, newest first. */
export const timeline: VerbOf<typeof table, 'GET /quotes/:id/timeline'> = async (ctx, { params }) => {
  const quote = await readQuote(ctx, params.id);
  const rows = await ctx.db
    .selectFrom('quotes')
    .select(['id', 'revision', 'state', 'superseded', 'expiresOn', 'keysInHand', 'createdAt'])
    .select(['makerId', 'modelId', 'versionId', 'stockId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', quote.rootId)
    .orderBy('revision', 'desc')
    .execute();
  const ids = rows.map(({ id }) => id);
  const approvals = await ctx.db
    .selectFrom('approvals')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('quoteId', 'in', ids)
    .execute();
  const revisions = rows.map((row) => ({
    ...row,
    state: stateOn({ ...row, state: row.state as QuoteState }, ctx.today),
    href: quoteHref(row),
  }));

  const acts = await timelineOf(ctx, 'quote', ids, vocabulary, {
    entity: 'approval',
    ids: approvals.map(({ id }) => id),
  });
  const letters = lettersIn(await messagesOf(ctx, ids, 'quote'));
  const events = [...letters.toReversed(), ...acts].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return { events, revisions };
};
