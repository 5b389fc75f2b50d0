import { sql } from 'kysely';
import type { z } from 'zod';
import { tyres as table } from '#domain/tyres/endpoints.ts';
import { tyreFields } from '#domain/tyres/fields.ts';
import { tyreHeads, tyreMeanings } from '#domain/tyres/imported.ts';
import { tyreInput, type Tyre } from '#domain/tyres/schema.ts';
import { compactSizes, parseSize } from '#domain/tyres/terms.ts';
import { area } from '../lib/ports/area.ts';
import { importable } from '../lib/records/importable.ts';
import { refuse } from '../lib/records/import-rows.ts';
import { between, is, isFlag } from '../lib/records/list.ts';
import { priceBy, type PricedRecords } from '../lib/records/priced.ts';
import { pricedVerbs } from '../lib/records/priced-verbs.ts';
import { isArchived, orderOf, selectOf } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /tyres']['query']>>;

const tyre: PricedRecords<Tyre, Filters> = {
  table: 'tyres',
  entity: 'tyre',
  noun: 'lo pneumatico',
  file: 'pneumatici',
  fields: tyreFields,
  select: selectOf(
    'tyres',
    tyreFields,
    sql`, r.size, concat_ws(' · ', r.fuel_class, r.wet_class, nullif(concat_ws(' ', r.noise_db || ' dB', r.noise_class), '')) as label`,
  ),
  order: { ...orderOf(tyreFields), size: 'r.size', label: 'r.fuel_class' },
  sort: { sort: 'size', dir: 'asc' },
  where: (_ctx, { season, rim, brand, priceFrom, priceTo, inStock, archived }) => [
    ...is('r.season', season),
    ...is('r.rim', rim),
    ...is('r.brand', brand),
    ...between('r.price', priceFrom, priceTo),
    ...isFlag('r.in_stock', inStock),
    isArchived(archived),
  ],
  searched: compactSizes,
  input: tyreInput,
  repriced: priceBy,
  finish: () =>
    Promise.resolve((cells, old) => {
      const text = cells('Misura');
      if (!text) return old ? {} : refuse('Misura: manca');
      return parseSize(text) ?? refuse(`Misura: «${text}» non è una misura come 205/55 R16 91V`);
    }),
};

const whole = () => Promise.resolve({ season: '', inStock: '' });

export const tyres = area(table, {
  verbs: {
    ...pricedVerbs('tyres', tyre),
    'GET /tyres/brands': async (ctx) => {
      const brands = ctx.db.selectFrom('tyres').select('brand').distinct().orderBy('brand');
      return (await brands.where('companyId', '=', ctx.user.companyId).execute()).map(({ brand }) => brand);
    },
  },
  imports: [importable({ kind: 'tyres', of: tyre, keys: ['code'], heads: tyreHeads, meanings: tyreMeanings, whole })],
});
