import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { didOf } from '#domain/machine.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { approvalMachine } from '#domain/quotes/approval-terms.ts';
import { b2bCompared } from '#domain/quotes/b2b/facts.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { b2bStates, type B2bState } from '#domain/quotes/b2b/terms.ts';
import { closeReasons, type CloseReason } from '#domain/quotes/terms.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import { b2bHref } from '#backend/lib/links.ts';
import { timelineOf, write, type FieldText } from '#backend/lib/timeline.ts';
import { aroundActions, byHolder, lettersIn, messagesOf } from '#backend/documents/messages.ts';
import { approvalTexts } from '../stored-approval.ts';
import { readB2b } from './records.ts';

const vocabulary = {
  actions: {
    create: 'ha creato l’offerta',
    update: b2bMachine.acts.save.did,
    ...didOf(b2bMachine),
    ...didOf(approvalMachine),
    ...aroundActions,
    ask: 'ha chiesto un prezzo oltre il limite',
  },
  fields: {
    state: ['Stato', (value) => b2bStates[value as B2bState]?.label ?? '—'],
    closeReason: ['Motivo', (value) => closeReasons[value as CloseReason] ?? '—'],
    note: ['Spiegazione', write.text],
    to: ['Destinatario', write.text],
    ...Object.fromEntries(
      b2bCompared.map(([key, field]) => [key, [shortOf(field), (value) => textOf(field, value)] satisfies FieldText]),
    ),
    total: ['Totale', write.money],
    ...approvalTexts,
  },
  outside: byHolder('L’operatore', 'l’offerta'),
} satisfies Parameters<typeof timelineOf>[3];

/** Activity of all revisions of the offer, and the revisions themselves, newest first. */
export const timeline: VerbOf<typeof table, 'GET /quotes/b2b/:id/timeline'> = async (ctx, { params }) => {
  const quote = await readB2b(ctx, params.id);
  const rows = await ctx.db
    .selectFrom('b2bQuotes')
    .select(['id', 'revision', 'state', 'expiresOn', 'total', 'createdAt', 'superseded', 'sellerId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('rootId', '=', quote.rootId)
    .orderBy('revision', 'desc')
    .execute();
  const ids = rows.map(({ id }) => id);
  const approvals = await ctx.db
    .selectFrom('approvals')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('b2bQuoteId', 'in', ids)
    .execute();
  const beside = { entity: approvalMachine.entity, ids: approvals.map(({ id }) => id) };
  const acts = await timelineOf(ctx, b2bMachine.entity, ids, vocabulary, beside);
  const letters = lettersIn(await messagesOf(ctx, ids, b2bMachine.entity));
  return {
    events: [...letters.toReversed(), ...acts].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    revisions: rows.map((row) => ({
      id: row.id,
      revision: row.revision,
      total: row.total,
      createdAt: row.createdAt,
      href: b2bHref(row.id),
      state: b2bMachine.on({ ...row, state: row.state as B2bState }, ctx.today),
    })),
  };
};
