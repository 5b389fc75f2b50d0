import { sql } from 'kysely';
import type { z } from 'zod';
import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import { tyres as table } from '#domain/tyres/endpoints.ts';
import { tyreInput, type Tyre } from '#domain/tyres/schema.ts';
import { compactSizes, parseSize, seasons } from '#domain/tyres/terms.ts';
import { bind } from '../lib/bind.ts';
import { importCsv, refuse } from '../lib/import.ts';
import { activity, create, exportFile, list, readOne, reprice, setArchived, update } from '../lib/reference.ts';
import type { Reference } from '../lib/reference.ts';

type Filters = Partial<z.output<(typeof table)['GET /tyres']['query']>>;

const tyre: Reference<Tyre, Filters> = {
  table: 'tyres',
  entity: 'tyre',
  noun: 'lo pneumatico',
  file: 'pneumatici',
  select: sql`select r.id, r.version, r.code, r.brand, r.model, r.width, r.ratio, r.rim, r.build, r.load, r.speed, r.size, r.season,
    r.fuel_class, r.wet_class, r.noise_db, r.noise_class, r.snow, r.price, r.cost, r.tax_rate, r.pfu, r.in_stock,
    r.archived_at is not null as archived,
    concat_ws(' · ', r.fuel_class, r.wet_class, nullif(concat_ws(' ', r.noise_db || ' dB', r.noise_class), '')) as label
    from tyres r`,
  order: {
    code: 'r.code',
    brand: 'r.brand',
    model: 'r.model',
    size: 'r.size',
    season: 'r.season',
    label: 'r.fuel_class',
    price: 'r.price',
    cost: 'r.cost',
    taxRate: 'r.tax_rate',
    pfu: 'r.pfu',
    inStock: 'r.in_stock',
  },
  sort: { sort: 'size', dir: 'asc' },
  where: ({ season, rim, brand, inStock }) => [
    ...(season === undefined ? [] : [sql<boolean>`r.season = ${season}`]),
    ...(rim === undefined ? [] : [sql<boolean>`r.rim = ${rim}`]),
    ...(brand === undefined ? [] : [sql<boolean>`r.brand = ${brand}`]),
    ...(inStock === undefined ? [] : [sql<boolean>`r.in_stock = ${inStock === 'true'}`]),
  ],
  searched: compactSizes,
  fields: [
    { key: 'code', header: 'Codice', kind: 'text' },
    { key: 'brand', header: 'Marca', kind: 'text' },
    { key: 'model', header: 'Modello', kind: 'text' },
    { key: 'size', header: 'Misura', kind: 'text', derived: true },
    { key: 'season', header: 'Stagione', kind: 'text', words: seasons },
    { key: 'fuelClass', header: 'Consumo', kind: 'text' },
    { key: 'wetClass', header: 'Bagnato', kind: 'text' },
    { key: 'noiseDb', header: 'Rumore dB', kind: 'number' },
    { key: 'noiseClass', header: 'Rumore', kind: 'text' },
    { key: 'snow', header: '3PMSF', kind: 'flag' },
    { key: 'price', header: 'Prezzo', kind: 'money' },
    { key: 'cost', header: 'Costo', kind: 'money' },
    { key: 'taxRate', header: 'IVA', kind: 'percent' },
    { key: 'pfu', header: 'PFU', kind: 'text' },
    { key: 'inStock', header: 'Disponibile', kind: 'flag' },
  ],
  input: tyreInput,
  blank: {
    ...{
      code: '',
      brand: '',
      model: '',
      fuelClass: null,
      wetClass: null,
      noiseDb: null,
      noiseClass: null,
      snow: false,
    },
    ...{ cost: 0, taxRate: DEFAULT_TAX_RATE, pfu: 'B1', inStock: false },
  },
  finish: () =>
    Promise.resolve((cells, old) => {
      const text = cells('Misura');
      if (!text) return old ? {} : refuse('Misura: manca');
      return parseSize(text) ?? refuse(`Misura: «${text}» non è una misura come 205/55 R16 91V`);
    }),
};

export const tyres = bind(table, {
  'GET /tyres': (ctx, { query }) => list(ctx, tyre, query),
  'GET /tyres/export': (ctx, { query }) => exportFile(ctx, tyre, query),
  'GET /tyres/brands': async (ctx) => {
    const brands = ctx.db.selectFrom('tyres').select('brand').distinct().orderBy('brand');
    return (await brands.where('companyId', '=', ctx.user.companyId).execute()).map(({ brand }) => brand);
  },
  'POST /tyres': (ctx, { body }) => create(ctx, tyre, body),
  'GET /tyres/:id': (ctx, { params }) => readOne(ctx, tyre, params.id),
  'GET /tyres/:id/timeline': (ctx, { params }) => activity(ctx, tyre, params.id),
  'PUT /tyres/:id': (ctx, input) => update(ctx, tyre, input),
  'PUT /tyres/:id/archived': (ctx, input) => setArchived(ctx, tyre, input),
  'POST /tyres/reprice': (ctx, { body }) => reprice(ctx, tyre, body),
  'POST /tyres/import': (ctx, { body }) => importCsv(ctx, tyre, body),
});
