import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { comparedFields } from '#domain/quotes/draft.ts';
import { b2bEndpoints } from '#domain/quotes/b2b/endpoints.ts';
import { campaignEndpoints } from '#domain/quotes/campaigns/endpoints.ts';
import { quotes as retail } from '#domain/quotes/endpoints.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { area } from '../lib/ports/area.ts';
import { quoteHref } from '../lib/records/links.ts';
import { stageFacts, stageVerbs } from '../lib/records/stages.ts';
import { fieldText, write } from '../lib/records/timeline.ts';
import { assign, assignees } from './assign.ts';
import { readDesk } from './desk/desk.ts';
import { b2bHits, b2bVerbs, laidOffer } from './b2b/verbs.ts';
import { campaignVerbs } from './campaigns/verbs.ts';
import { quoteComments } from './comments.ts';
import { contractSheet } from './contract.ts';
import { comparison } from './desk/comparison.ts';
import { endingHolds } from './car/ending-holds.ts';
import { expiringQuotes } from './expiring.ts';
import { approvalMoves, listApprovals, readRequest } from './approvals/approvals.ts';
import { ask } from './approvals/ask.ts';
import { followCustomer } from './follow-customer.ts';
import { hits } from './desk/list.ts';
import { moves } from './moves.ts';
import { newCarsLike } from './car/new-cars.ts';
import { followCar } from './car/one-car.ts';
import { offerVerbs } from './sent/offer.ts';
import { laidQuote, quotePrints } from './print/print.ts';
import { quoteCourse, sheetOf } from './records.ts';
import { exportList, list, sellers, summary } from './desk/reports.ts';
import { readStart, saveSettings, settings } from './settings.ts';
import { quoteSendable } from './sent/sendable.ts';
import { sendingOf } from '../documents/sending.ts';
import { sinceVerbs } from './desk/since.ts';
import { nextStepVerbs } from './desk/next-step.ts';
import { quoteMail } from './sent/mail.ts';
import { relistedJob, tellSellers } from './relisted.ts';
import { relistVerbs } from './relist.ts';
import { readSheet, visibleSheet } from './sheet/sheet.ts';
import { quoteLegacies } from './legacies.ts';
import { story } from './desk/story.ts';
import { byHolder } from '../documents/messages.ts';
import { historyOf } from './timeline.ts';
import { usedCars, usedCarStanding } from './car/used-cars.ts';
import { knownVersions } from './car/known-versions.ts';
import { versions } from './car/versions.ts';
import { drafts } from './write.ts';

const sending = sendingOf(quoteSendable, quoteMail);

const timeline = historyOf(quoteCourse, {
  made: 'ha creato il preventivo',
  asked: 'ha chiesto uno sconto oltre il limite',
  approvals: 'quoteId',
  states: quoteStates,
  fields: {
    seller: ['Venditore', write.text],
    vehicle: ['Veicolo', write.text],
    ...stageFacts,
    ...Object.fromEntries(comparedFields.map(({ fact, field }) => [fact, fieldText(field)])),
    keysInHand: ['Chiavi in mano', write.money],
  },
  outside: byHolder('Il cliente', 'il preventivo'),
  columns: sql<
    Parameters<typeof quoteHref>[0] & { keysInHand: number }
  >`keys_in_hand, maker_id, model_id, version_id, stock_id`,
  href: quoteHref,
});

/** The area of quotes to customers and wholesale offers (b2b/). */
export const quotes = area(
  { ...retail, ...b2bEndpoints, ...campaignEndpoints },
  {
    verbs: {
      'GET /quotes': list,
      'GET /quotes/export': exportList,
      'GET /quotes/summary': summary,
      'GET /quotes/sellers': sellers,
      'GET /quotes/assignees': assignees,
      'POST /quotes/assign': assign,
      'GET /quotes/desk': readDesk,
      'GET /quotes/versions': versions,
      'GET /quotes/versions/known': knownVersions,
      'GET /quotes/settings': settings.read,
      'GET /quotes/start': readStart,
      'PUT /quotes/settings': saveSettings,
      'POST /quotes/settings/unschedule': settings.unschedule,
      'GET /quotes/settings/timeline': settings.history,
      'GET /quotes/sheets/:versionId': async (ctx, { params, query }) => {
        const asked = { versionId: params.versionId, stockId: null, newCarId: query.car ?? null };
        const rootId = query.quote ? (await quoteCourse.read(ctx, query.quote)).rootId : null;
        const sheet = query.contract
          ? await contractSheet(ctx, asked, query.contract)
          : await readSheet(ctx, asked, rootId);
        if (sheet.version.listPrice === 0) throw new Failure('not_found');
        return visibleSheet(ctx, sheet);
      },
      'GET /quotes/new-cars': newCarsLike,
      'GET /quotes/used-cars': usedCars,
      'GET /quotes/used-cars/:stockId': usedCarStanding,
      'GET /quotes/used-sheets/:stockId': async (ctx, { params: { stockId }, query }) => {
        const asked = { versionId: 0, stockId, newCarId: null };
        return visibleSheet(
          ctx,
          await (query.contract ? contractSheet(ctx, asked, query.contract) : readSheet(ctx, asked)),
        );
      },
      ...drafts,
      ...relistVerbs,
      'GET /quotes/:id/sheet': async (ctx, { params, query }) => {
        const quote = await quoteCourse.read(ctx, params.id);
        return sheetOf(ctx, quote, query.contract ? await contractSheet(ctx, quote.draft, query.contract) : undefined);
      },
      ...moves,
      'GET /approvals': listApprovals,
      'GET /approvals/:id': readRequest,
      'POST /quotes/:id/approvals': ask,
      ...approvalMoves,
      'GET /quotes/:id/sending': sending.read,
      'POST /quotes/:id/messages': sending.send,
      'POST /quotes/:id/sms': sending.sms,
      'POST /quotes/:id/messages/:messageId/resend': sending.resend,
      'POST /quotes/:id/link': sending.link,
      'DELETE /quotes/:id/link': sending.revoke,
      ...stageVerbs('quotes', { entity: 'quote', course: quoteCourse }),
      ...sinceVerbs,
      ...nextStepVerbs,
      ...offerVerbs,
      ...quoteComments,
      'GET /quotes/:id/timeline': timeline,
      ...quotePrints,
      ...b2bVerbs,
      ...campaignVerbs,
      'GET /quotes/comparison': comparison,
    },
    jobs: [quoteMail, relistedJob],
    schedules: [expiringQuotes, endingHolds],
    effects: { 'customer.renamed': followCustomer, 'record.moved': followCar, 'list.published': tellSellers },
    story,
    laid: [laidQuote, laidOffer],
    legacies: quoteLegacies,
    hits: [hits, b2bHits],
    constraints: {
      quotes_version_id_fkey: { versionId: 'Scegliere una versione del catalogo' },
      quotes_company_id_new_car_id_fkey: { newCarId: 'Scegliere un’auto dello stock nuovo' },
      quotes_company_id_stock_id_fkey: { stockId: 'Scegliere un’auto dello stock usato' },
      b2b_quotes_company_id_customer_id_fkey: { customer: 'Scegliere un operatore' },
      quotes_company_id_lead_id_fkey: { leadId: 'Scegliere un lead' },
      quotes_company_id_customer_id_fkey: { customer: 'Scegliere un cliente' },
    },
  },
);
