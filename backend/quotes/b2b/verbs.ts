/** Calls about wholesale offers: list and figures, drafts, history, documents and mail. */
import { sql, type SqlBool } from 'kysely';
import { stateIn } from '#domain/record/machine.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { b2bCompared } from '#domain/quotes/b2b/fields.ts';
import { b2bRowFields } from '#domain/quotes/b2b/row.ts';
import type { B2bSums } from '#domain/quotes/b2b/schema.ts';
import { b2bStates } from '#domain/quotes/terms.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import { b2bRights } from '#domain/quotes/rights.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { hitsOf } from '#backend/lib/records/hits.ts';
import type { Laid } from '#backend/lib/ports/laid.ts';
import { b2bHref } from '#backend/lib/records/links.ts';
import { countParts, readFigure } from '#backend/lib/records/figures.ts';
import { exportFile, list as readList } from '#backend/lib/records/list.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { revisionVerbs } from '#backend/lib/records/revisions.ts';
import { rowSpreadsheet } from '#backend/lib/records/rows.ts';
import { fieldText, write } from '#backend/lib/records/timeline.ts';
import { countUnkept } from '#backend/documents/layout.ts';
import { byHolder } from '#backend/documents/messages.ts';
import { forgetRequests } from '../approvals/requests.ts';
import { unissued } from '../print/print.ts';
import { sendingOf } from '#backend/documents/sending.ts';
import { quoteMail } from '../sent/mail.ts';
import { readProvinces } from '#backend/lib/records/provinces.ts';
import { historyOf } from '../timeline.ts';
import { findCars, readB2bSheet, visibleB2bSheet } from './cars.ts';
import { b2bDrawing, b2bHolds, b2bValues } from './document.ts';
import { ask, b2bMoves, b2bPrints, b2bSendable, documentOf, fallIfOutgrown } from './moves.ts';
import { b2bFigure } from './counted.ts';
import { listed, where, type Filters, type Row } from './list.ts';
import { b2bCourse, columnsOf, derive, factsOf } from './records.ts';

type Table = typeof table;
const list: VerbOf<Table, 'GET /quotes/b2b'> = async (ctx, { query }) => {
  const { rows, sums, ...page } = await readList(ctx, listed, query);
  const seen = rows.map((row) => ({ ...row, state: stateIn(b2bStates, row, ctx.today), href: b2bHref(row.id) }));
  return { ...page, rows: seen, sums: sums as B2bSums };
};

const exportList: VerbOf<Table, 'GET /quotes/b2b/export'> = (ctx, { query }) =>
  exportFile(
    ctx,
    listed,
    query,
    rowSpreadsheet(ctx, b2bRowFields, {
      state: { value: (row) => b2bStates[stateIn(b2bStates, row, ctx.today)].label },
    }),
  );

const summary: VerbOf<Table, 'GET /quotes/b2b/summary'> = async (ctx) => {
  // Each by a reading of its own, which an index answers.
  const countOf = async (filters: Filters) =>
    (await countParts(ctx, b2bFigure, { parts: { all: { filters } }, rights: b2bRights })).all;
  const month = `${ctx.today.slice(0, 7)}-01`;
  // The history of states says when an offer was accepted.
  const among = sql<SqlBool>`exists (select from state_changes s
    where s.company_id = ${OWN} and s.entity = 'b2b_quote' and s.record_id = q.id and s.to_state = 'accepted' and s.at >= ${month}::date)`;
  const parts = { sold: { filters: { state: ['accepted'] } satisfies Filters } };
  const [all] = await readFigure(ctx, b2bFigure, { parts, among, rights: b2bRights });
  const { cars, total } = all!.sums.sold;
  return {
    drafts: await countOf({ state: ['draft'] }),
    open: await countOf({ state: ['issued'] }),
    expiring: await countOf({ expiring: SOON_DAYS }),
    soldThisMonth: cars ?? 0,
    valueThisMonth: total ?? 0,
  };
};

const sellers: VerbOf<Table, 'GET /quotes/b2b/sellers'> = async (ctx) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where u.company_id = ${ctx.user.companyId}
      and exists (select from b2b_quotes q where q.seller_id = u.id and ${where(ctx)}) order by u.name, u.id`.execute(
    ctx.db,
  );
  return rows;
};

/** Finds offers for Ctrl+K, by the same rule as their list. */
export const b2bHits = hitsOf<Pick<Row, 'id' | 'number' | 'customer' | 'vehicle'>>(
  b2bCourse.of,
  sql`q.number, q.customer_name as customer, q.vehicle`,
  where,
  ({ id, number, customer, vehicle }) => ({
    label: 'Offerta B2B',
    icon: 'building-2',
    title: number ?? 'Bozza di offerta B2B',
    subtitle: [customer, vehicle].filter(Boolean).join(' · '),
    href: b2bHref(id),
  }),
);

const start: VerbOf<Table, 'GET /quotes/b2b/start'> = async (ctx, { query }) => {
  const ids = query.cars?.split(',').map(Number) ?? [];
  const sheet = visibleB2bSheet(ctx, await readB2bSheet(ctx, ids));
  const { notes } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  return {
    // In the order in which the caller named them.
    sheet: { ...sheet, cars: ids.flatMap((id) => sheet.cars.find((car) => car.id === id) ?? []) },
    provinces: (await readProvinces(ctx.db, ctx.user.companyId, ctx.today)).map(({ code, name }) => ({ code, name })),
    notes,
  };
};

const drafts = revisionVerbs('quotes/b2b', b2bCourse, {
  derive,
  columns: columnsOf,
  facts: factsOf,
  saved: (ctx, _, derived) => fallIfOutgrown(ctx, derived),
  removed: (ctx, b2bQuoteId) => forgetRequests(ctx, { b2bQuoteId }),
  gist: ({ customerName: customer, vehicle, total }) => ({ customer, vehicle, total }),
});

const timeline = historyOf(b2bCourse, {
  made: 'ha creato l’offerta',
  asked: 'ha chiesto un prezzo oltre il limite',
  approvals: 'b2bQuoteId',
  states: b2bStates,
  fields: {
    ...Object.fromEntries(b2bCompared.map(([key, field]) => [key, fieldText(field)])),
    total: ['Totale', write.money],
  },
  outside: byHolder('L’operatore', 'l’offerta'),
  columns: sql<{ total: number }>`total`,
  href: ({ id }) => b2bHref(id),
});

const sending = sendingOf(b2bSendable, quoteMail);

/** Wholesale offers as layouts print them. */
export const laidOffer: Laid = {
  kind: 'offers',
  newest: async (ctx, most) => {
    const { rows } = await readList(ctx, listed, { limit: most, offset: 0, sort: 'createdAt', dir: 'desc' });
    return rows.map(({ id, number, customer, vehicle }) => ({
      id,
      label: [number ?? 'Bozza', customer, vehicle].filter(Boolean).join(' · '),
    }));
  },
  changing: (ctx) => countUnkept(ctx, 'offers', { table: 'b2b_quotes', ...unissued }),
  async read(ctx, id) {
    const data = await documentOf(ctx, await b2bCourse.read(ctx, id));
    return {
      look: data.look,
      values: b2bValues(data),
      holds: b2bHolds(data),
      drawing: (look, blocks) => b2bDrawing({ ...data, look }, blocks),
    };
  },
};

/** The verbs of wholesale offers. */
export const b2bVerbs = {
  'GET /quotes/b2b': list,
  'GET /quotes/b2b/export': exportList,
  'GET /quotes/b2b/summary': summary,
  'GET /quotes/b2b/sellers': sellers,
  'GET /quotes/b2b/start': start,
  'GET /quotes/b2b/cars': (async (ctx, { query }) => findCars(ctx, query.q)) satisfies VerbOf<
    Table,
    'GET /quotes/b2b/cars'
  >,
  ...drafts,
  ...b2bMoves,
  ...b2bPrints,
  'POST /quotes/b2b/:id/approvals': ask,
  'GET /quotes/b2b/:id/sending': sending.read,
  'POST /quotes/b2b/:id/messages': sending.send,
  'POST /quotes/b2b/:id/sms': sending.sms,
  'POST /quotes/b2b/:id/messages/:messageId/resend': sending.resend,
  'POST /quotes/b2b/:id/link': sending.link,
  'DELETE /quotes/b2b/:id/link': sending.revoke,
  'GET /quotes/b2b/:id/timeline': timeline,
};
