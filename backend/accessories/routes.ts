import { sql } from 'kysely';
import type { z } from 'zod';
import { accessories as table } from '#domain/accessories/endpoints.ts';
import { accessoryInput, type Accessory, type AccessoryInput } from '#domain/accessories/schema.ts';
import { Failure } from '#domain/errors.ts';
import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import { bind } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { importCsv, plain, refuse } from '../lib/import.ts';
import { activity, create, exportFile, list, readOne, reprice, setArchived, update } from '../lib/reference.ts';
import type { Reference } from '../lib/reference.ts';

type Row = Accessory & { maker: string | null; model: string | null };
type Filters = Partial<z.output<(typeof table)['GET /accessories']['query']>>;

const accessory: Reference<Row, Filters> = {
  table: 'accessories',
  entity: 'accessory',
  noun: 'l’accessorio',
  file: 'accessori',
  select: sql`select r.id, r.version, r.code, r.description, r.maker_id, r.model_id, r.price, r.cost, r.tax_rate, r.fitting_minutes,
    r.in_stock, r.active_from, r.active_to, r.archived_at is not null as archived, m.name as maker, o.name as model,
    coalesce(nullif(concat_ws(' ', m.name, o.name), ''), 'Tutti') as fits
    from accessories r left join makers m on m.id = r.maker_id left join models o on o.id = r.model_id`,
  order: {
    code: 'r.code',
    description: 'r.description',
    fits: 'm.name',
    price: 'r.price',
    cost: 'r.cost',
    taxRate: 'r.tax_rate',
    fittingMinutes: 'r.fitting_minutes',
    inStock: 'r.in_stock',
    activeFrom: 'r.active_from',
    activeTo: 'r.active_to',
  },
  sort: { sort: 'code', dir: 'asc' },
  // A maker's filter shows what fits its cars, so also what fits all.
  where: ({ makerId, inStock }) => [
    ...(makerId === undefined ? [] : [sql<boolean>`(r.maker_id = ${makerId} or r.maker_id is null)`]),
    ...(inStock === undefined ? [] : [sql<boolean>`r.in_stock = ${inStock === 'true'}`]),
  ],
  fields: [
    { key: 'code', header: 'Codice', kind: 'text' },
    { key: 'description', header: 'Descrizione', kind: 'text' },
    { key: 'maker', header: 'Marca', kind: 'text', derived: true },
    { key: 'model', header: 'Modello', kind: 'text', derived: true },
    { key: 'price', header: 'Prezzo', kind: 'money' },
    { key: 'cost', header: 'Costo', kind: 'money' },
    { key: 'taxRate', header: 'IVA', kind: 'percent' },
    { key: 'fittingMinutes', header: 'Minuti', kind: 'number' },
    { key: 'inStock', header: 'Disponibile', kind: 'flag' },
    { key: 'activeFrom', header: 'Attivo dal', kind: 'day' },
    { key: 'activeTo', header: 'Attivo al', kind: 'day' },
  ],
  input: accessoryInput,
  blank: {
    ...{ code: '', description: '', makerId: null, modelId: null, cost: 0, taxRate: DEFAULT_TAX_RATE },
    ...{ fittingMinutes: 0, inStock: false, activeFrom: null, activeTo: null },
  },
  finish: async (ctx) => {
    const makers = await readNames(ctx);
    return (cells, old) => {
      const [name, model] = [cells('Marca'), cells('Modello')];
      const maker = name ? (makers.get(plain(name)) ?? refuse(`Marca: «${name}» non è nel catalogo`)) : null;
      const modelId = maker?.models.get(plain(model));
      if (model && !modelId) refuse(`Modello: «${model}» non è tra i modelli della marca`);
      // Without a word about the model it stays, unless the maker is another one.
      const kept = maker?.id === old?.makerId ? (old?.modelId ?? null) : null;
      return maker ? { makerId: maker.id, modelId: modelId ?? kept } : {};
    };
  },
  check: async (ctx, { makerId, modelId }: AccessoryInput) => {
    if (modelId === null) return;
    const model = await ctx.db.selectFrom('models').select('makerId').where('id', '=', modelId).executeTakeFirst();
    if (!model || model.makerId !== makerId)
      throw new Failure('invalid', undefined, { fields: { modelId: 'Scegliere un modello della marca' } });
  },
};

async function readNames(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('makers')
    .leftJoin('models', 'models.makerId', 'makers.id')
    .select(['makers.id', 'makers.name', 'models.id as modelId', 'models.name as modelName'])
    .execute();
  const makers = new Map<string, { id: number; models: Map<string, number> }>();
  for (const { id, name, modelId, modelName } of rows) {
    const maker = makers.get(plain(name)) ?? { id, models: new Map<string, number>() };
    makers.set(plain(name), maker);
    if (modelId !== null && modelName !== null) maker.models.set(plain(modelName), modelId);
  }
  return makers;
}

export const accessories = bind(table, {
  'GET /accessories': (ctx, { query }) => list(ctx, accessory, query),
  'GET /accessories/export': (ctx, { query }) => exportFile(ctx, accessory, query),
  'POST /accessories': (ctx, { body }) => create(ctx, accessory, body),
  'GET /accessories/:id': (ctx, { params }) => readOne(ctx, accessory, params.id),
  'GET /accessories/:id/timeline': (ctx, { params }) => activity(ctx, accessory, params.id),
  'PUT /accessories/:id': (ctx, input) => update(ctx, accessory, input),
  'PUT /accessories/:id/archived': (ctx, input) => setArchived(ctx, accessory, input),
  'POST /accessories/reprice': (ctx, { body }) => reprice(ctx, accessory, body),
  'POST /accessories/import': (ctx, { body }) => importCsv(ctx, accessory, body),
});
