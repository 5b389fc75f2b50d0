import { customers as table } from '#domain/customers/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { customerColumns } from '#domain/customers/import-fields.ts';
import { sql, type SqlBool } from 'kysely';
import { privileges as p } from '#domain/privileges.ts';
import { area, type Story } from '../lib/ports/area.ts';
import { exportFile, list } from '../lib/records/list.ts';
import { personActions } from '../lib/people/person-actions.ts';
import { noteOpening } from '../lib/people/openings.ts';
import { activity, bulk, readByIds, spreadsheetColumns } from '../lib/records/records.ts';
import { write, type Vocabulary } from '../lib/records/timeline.ts';
import { assignCustomers } from './assign.ts';
import { customerComments } from './comments.ts';
import { findDuplicates, setDistinct, unsetDistinct } from './duplicates.ts';
import { changeGarage } from './garage.ts';
import { findCustomers, hits } from './hits.ts';
import { customerImports } from './imports.ts';
import { findMunicipalities } from './municipalities.ts';
import { customerOf, customerRowOf, customers as records, readCustomer, type CustomerRecord } from './records.ts';
import { relationVerbs } from './relations.ts';
import { readScan } from './scans.ts';
import { createCustomer, followers, provinces, saveCustomer } from './save.ts';

const MOST_MATCHES = 10;
/** The most events on the page of a customer, newest first. */
const MOST_EVENTS = 200;

const vocabulary: Partial<Vocabulary> = {
  actions: {
    ...personActions,
    relate: 'ha aggiunto una relazione',
    unrelate: 'ha tolto una relazione',
    assign: 'ha cambiato chi segue il cliente',
    told_apart: 'ha distinto il cliente da uno simile',
    not_told_apart: 'ha tolto la distinzione da un cliente simile',
    garage: 'ha aggiornato le auto con una consegna',
    scan_seen: 'ha aperto la scansione di un documento',
    payment_reminded: 'ha sollecitato un pagamento',
  },
  fields: {
    relation: ['Relazione', write.text],
    distinct: ['Altra persona', write.text],
    scan: ['Documento', write.text],
    due: ['In ritardo', write.text],
  },
};

/** The area of customers; `stories` add the events that other areas know. */
export const customers = (stories: readonly Story[]) =>
  area(table, {
    verbs: {
      'GET /customers/matches': (ctx, { query: { q } }) => findCustomers(ctx, q, MOST_MATCHES),
      'GET /customers/duplicates': findDuplicates,
      'GET /customers/municipalities': (_, { query }) => findMunicipalities(query),
      'GET /customers/provinces': provinces,
      'GET /customers/followers': followers,
      'GET /customers': async (ctx, { query }) => {
        const { rows, total, counts } = await list(ctx, records, query);
        return { rows: rows.map((row) => customerRowOf(ctx, row)), total, ...(counts && { counts }) };
      },
      'GET /customers/export': (ctx, { query }) =>
        exportFile(ctx, records, query, [
          { header: customerColumns.recordNumber.label, kind: 'text', value: ({ id }: CustomerRecord) => String(id) },
          ...spreadsheetColumns<CustomerRecord>(ctx, customerFields),
        ]),
      'POST /customers': createCustomer,
      'GET /customers/:id': async (ctx, { params }) => {
        const record = await readCustomer(ctx, params.id);
        await noteOpening(ctx, records.entity, record.id);
        return customerOf(ctx, record);
      },
      'GET /customers/:id/timeline': async (ctx, { params }) => {
        await readCustomer(ctx, params.id);
        const events = await activity(ctx, records, params.id, vocabulary);
        for (const story of stories) events.push(...(await story(ctx, params.id)));
        return events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MOST_EVENTS);
      },
      'PUT /customers/:id': saveCustomer,
      'GET /customers/:id/scans/:scanId': readScan,
      'PUT /customers/:id/distinct/:otherId': setDistinct,
      'DELETE /customers/:id/distinct/:otherId': unsetDistinct,
      ...customerComments,
      ...relationVerbs,
      'POST /customers/assign': assignCustomers,
      'POST /customers/bulk': async (ctx, { body }) => {
        if (body.action === 'restore')
          for (const { erasedAt } of await readByIds(
            ctx,
            records,
            body.rows.map(({ id }) => id),
          ))
            if (erasedAt)
              throw new Failure('conflict', 'I suoi dati sono stati cancellati: non c’è più niente da ripristinare.');
        return bulk(ctx, records, body);
      },
    },
    hits: [hits],
    effects: { 'garage.changed': changeGarage },
    legacies: [
      {
        kind: 'customers',
        table: 'customers',
        column: 'seller_id',
        entity: records.entity,
        fact: 'seller',
        words: ['cliente', 'clienti'],
        open: () => sql<SqlBool>`r.archived_at is null`,
        heirs: [p.createQuotes],
        nobody: true,
      },
    ],
    imports: customerImports,
    constraints: {
      customers_company_id_seller_id_fkey: { sellerId: 'Scegliere un collega dell’azienda' },
      customer_relations_company_id_other_id_fkey: { otherId: 'Scegliere un cliente' },
    },
  });
