import { sql } from 'kysely';
import type { z } from 'zod';
import { accessories as table } from '#domain/accessories/endpoints.ts';
import { accessoryFields } from '#domain/accessories/fields.ts';
import { accessoryHeads, accessoryMeanings } from '#domain/accessories/imported.ts';
import { accessoryInput, type Accessory, type AccessoryInput } from '#domain/accessories/schema.ts';
import { Failure } from '#domain/errors.ts';
import { area } from '../lib/ports/area.ts';
import { importable } from '../lib/records/importable.ts';
import type { Ctx } from '../lib/work/context.ts';
import { plain, refuse } from '../lib/records/import-rows.ts';
import { between, isFlag } from '../lib/records/list.ts';
import { priceBy, type PricedRecords } from '../lib/records/priced.ts';
import { pricedVerbs } from '../lib/records/priced-verbs.ts';
import { isArchived, orderOf, selectOf } from '../lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /accessories']['query']>>;

const accessory: PricedRecords<Accessory, Filters> = {
  table: 'accessories',
  entity: 'accessory',
  noun: 'l’accessorio',
  file: 'accessori',
  fields: accessoryFields,
  select: selectOf(
    'accessories',
    accessoryFields,
    sql`, m.name as maker, o.name as model, coalesce(nullif(concat_ws(' ', m.name, o.name), ''), 'Tutti') as fits`,
    sql`left join makers m on m.id = r.maker_id left join models o on o.id = r.model_id`,
  ),
  order: { ...orderOf(accessoryFields), fits: 'm.name' },
  sort: { sort: 'code', dir: 'asc' },
  where: (_ctx, { makerId, priceFrom, priceTo, inStock, archived }) => [
    // Accessories that fit all cars also fit those of a maker.
    ...(makerId === undefined ? [] : [sql<boolean>`(r.maker_id = ${makerId} or r.maker_id is null)`]),
    ...between('r.price', priceFrom, priceTo),
    ...isFlag('r.in_stock', inStock),
    isArchived(archived),
  ],
  input: accessoryInput,
  repriced: priceBy,
  finish: async (ctx) => {
    const makers = await readNames(ctx);
    return (cells, old) => {
      const [name, model] = [cells('Marca'), cells('Modello')];
      const maker = name ? (makers.get(plain(name)) ?? refuse(`Marca: «${name}» non è nel catalogo`)) : null;
      const modelId = maker?.models.get(plain(model));
      if (model && !modelId) refuse(`Modello: «${model}» non è tra i modelli della marca`);
      // A row without a model keeps the record's model, unless the maker changes.
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

/** The makes of the catalogue; models are read with their make. */
const vocabulary = async ({ db }: Ctx) => ({
  makerId: (await db.selectFrom('makers').select('name').orderBy('name').execute()).map(({ name }) => name),
});
const whole = () => Promise.resolve({ makerId: '', inStock: '' });

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

export const accessories = area(table, {
  verbs: pricedVerbs('accessories', accessory),
  constraints: {
    accessories_maker_id_fkey: { makerId: 'Scegliere una marca del catalogo' },
    accessories_model_id_fkey: { modelId: 'Scegliere un modello del catalogo' },
  },
  imports: [
    importable({
      kind: 'accessories',
      of: accessory,
      keys: ['code'],
      heads: accessoryHeads,
      meanings: accessoryMeanings,
      vocabulary,
      whole,
    }),
  ],
});
