import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { raised } from '#domain/money.ts';
import { services as table } from '#domain/services/endpoints.ts';
import { serviceFields } from '#domain/services/fields.ts';
import { serviceHeads, serviceMeanings } from '#domain/services/imported.ts';
import { serviceInput, type Service } from '#domain/services/schema.ts';
import { area } from '../lib/ports/area.ts';
import { importable } from '../lib/records/importable.ts';
import { between, is } from '../lib/records/list.ts';
import { checkOffered, isValid, offeredCells, offeredNames } from '../lib/records/offered.ts';
import type { PricedRecords } from '../lib/records/priced.ts';
import { pricedVerbs } from '../lib/records/priced-verbs.ts';
import { isArchived, orderOf, selectOf } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /services']['query']>>;

const service: PricedRecords<Service, Filters> = {
  table: 'services',
  entity: 'service',
  noun: 'il servizio',
  file: 'servizi',
  fields: serviceFields,
  select: selectOf(
    'services',
    serviceFields,
    sql`${offeredNames}, case jsonb_array_length(r.bands) when 0 then 'Importo fisso' when 1 then '1 fascia'
      else jsonb_array_length(r.bands) || ' fasce' end as tariff`,
  ),
  order: { ...orderOf(serviceFields), tariff: 'r.bands' },
  sort: { sort: 'code', dir: 'asc' },
  where: ({ today }, { kind, provider, usage, valid, priceFrom, priceTo, archived }) => [
    ...is('r.kind', kind),
    ...is('r.provider', provider),
    ...(usage === undefined ? [] : [sql<SqlBool>`${usage} = any(r.usages)`]),
    ...isValid(today, valid),
    ...between('r.price', priceFrom, priceTo),
    isArchived(archived),
  ],
  input: serviceInput,
  check: checkOffered,
  finish: offeredCells,
  repriced: ({ price, bands }, percent) => ({
    price: raised(price, percent),
    bands: bands.map((band) => ({ ...band, price: raised(band.price, percent) })),
  }),
};

const whole = () => Promise.resolve({ kind: '', provider: '' });

export const services = area(table, {
  verbs: pricedVerbs('services', service),
  imports: [
    importable({
      kind: 'services',
      of: service,
      keys: ['code'],
      heads: serviceHeads,
      meanings: serviceMeanings,
      whole,
    }),
  ],
});
