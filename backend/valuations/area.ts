import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { normalisePlate } from '#domain/plates.ts';
import { valuations as table } from '#domain/valuations/endpoints.ts';
import { offerFields, valuationFields } from '#domain/valuations/fields.ts';
import { valuationRights } from '#domain/valuations/rights.ts';
import { area } from '../lib/ports/area.ts';
import type { Takers } from '../lib/ports/barter.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { hitsOf } from '../lib/records/hits.ts';
import { valuationHref } from '../lib/records/links.ts';
import { visible } from '../lib/records/scope.ts';
import { activityOf } from '../lib/records/activity.ts';
import { write } from '../lib/records/timeline.ts';
import { answerUpload, readUpload } from '../lib/files/uploads.ts';
import { viewCounts } from '../lib/records/figures.ts';
import { valuationFigure } from './counted.ts';
import { countersNow } from './counts.ts';
import { documentOf } from './document.ts';
import { lateRequest } from './late.ts';
import { valuationLegacies } from './legacies.ts';
import { exportList, list } from './list.ts';
import { create, save } from './make.ts';
import { freeByQuote, specialistsOf, valuationMoves } from './moves.ts';
import { askQuotation } from './quotations.ts';
import { valuationCourse } from './records.ts';
import { useBy } from './use.ts';

type Table = typeof table;

const activity = activityOf(valuationCourse, {
  fields: { ...valuationFields, ...offerFields },
  actions: { create: 'ha iniziato la valutazione' },
  facts: {
    specialist: ['Specialista', write.text],
    question: ['Domanda', write.text],
    note: ['Nota', write.text],
  },
});

/** Offers that hold today for a plate: everybody who makes quotes may take the car in. */
const offersFor: VerbOf<Table, 'GET /valuations/offers'> = async ({ db, user, today }, { query }) => {
  const rows = await db
    .selectFrom('valuations as t')
    .innerJoin('users as u', (join) => join.onRef('u.companyId', '=', 't.companyId').onRef('u.id', '=', 't.madeBy'))
    .select(['t.id', 't.number', 't.version', 't.offer', 't.offerUntil', 't.offerKm', 'u.name as by'])
    .where('t.companyId', '=', user.companyId)
    .where('t.plateKey', '=', normalisePlate(query.plate))
    .where('t.state', '=', 'offered')
    .where('t.offerUntil', '>=', today)
    .orderBy('t.id', 'desc')
    .limit(3)
    .execute();
  return rows.map((row) => ({ ...row, offer: row.offer!, offerUntil: row.offerUntil! }));
};

const photo: VerbOf<Table, 'GET /valuations/:id/photos/:uploadId'> = async (ctx, { params, query }) => {
  const { damages } = await valuationCourse.read(ctx, params.id);
  if (!damages.some(({ photos }) => photos.includes(params.uploadId))) throw new Failure('not_found');
  return answerUpload(await readUpload(ctx, params.uploadId), query.size);
};

export const valuations = (takers: Takers) =>
  area(table, {
    verbs: {
      'GET /valuations': list,
      'GET /valuations/counts': viewCounts(valuationFigure, valuationRights),
      'GET /valuations/export': exportList,
      'GET /valuations/specialists': specialistsOf,
      'GET /valuations/counters': countersNow,
      'GET /valuations/offers': offersFor,
      'POST /valuations/quotations': askQuotation,
      'POST /valuations': create,
      'GET /valuations/:id': valuationCourse.show,
      'PUT /valuations/:id': save,
      ...valuationMoves(takers),
      'POST /valuations/:id/use': useBy(takers),
      'GET /valuations/:id/photos/:uploadId': photo,
      'GET /valuations/:id/timeline': activity,
      'GET /valuations/:id/document': documentOf,
    },
    jobs: [lateRequest],
    effects: { 'quote.deleted': freeByQuote },
    legacies: valuationLegacies,
    hits: [
      hitsOf<{ id: number; number: string; plate: string; maker: string; model: string }>(
        valuationCourse.of,
        sql`t.number, t.plate, t.maker, t.model`,
        (ctx) => visible(ctx, valuationCourse.of),
        ({ id, number, plate, maker, model }) => ({
          label: 'Valutazione',
          icon: 'car',
          title: `${maker} ${model}`,
          subtitle: [number, plate].filter(Boolean).join(' · '),
          href: valuationHref(id),
        }),
      ),
    ],
    constraints: {
      valuations_company_id_customer_id_fkey: { customerId: 'Scegliere un cliente' },
      valuations_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
    },
  });
