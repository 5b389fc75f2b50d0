import { addDays } from '#domain/dates.ts';
import { makers, models } from './catalog-data.ts';
import { enter, insertRows, type Owner } from './insert.ts';
import { options, rules } from './option-data.ts';

/** Factor for prices of options: premium makers ask more for the same one. */
const factor: Record<number, number> = { 1: 1, 2: 1, 3: 1.6 };

/** First day of the current price list. */
export const listStart = (today: string): string => addDays(today, -170);

/** A price list of two years ago, the current one, and, for Corsaro and Faro, one that starts in a month. */
const lists = (today: string, name: string) => [
  { valid_from: addDays(today, -700), times: 0.97 },
  { valid_from: listStart(today), times: 1 },
  ...(name === 'Corsaro' || name === 'Faro' ? [{ valid_from: addDays(today, 30), times: 1.02 }] : []),
];
/** Whole tens of euro, in cents. */
const listed = (euro: number, times: number) => (times === 1 ? euro * 100 : Math.round((euro * times) / 10) * 1000);

/** The catalogue as the manufacturer publishes it: every version with its options, rules and dated prices. */
export async function seedCatalog(owner: Owner, today: string): Promise<void> {
  await enter(owner, 10);
  await insertRows(
    owner,
    'makers',
    makers.map(({ id, name, roadCostIncluded, costPercent }) => ({
      id,
      name,
      price_includes_road_cost: roadCostIncluded,
      cost_percent: costPercent,
      published: true,
    })),
  );
  await insertRows(
    owner,
    'models',
    models.map(({ maker, name, body }, i) => ({ id: i + 1, maker_id: maker, name, body, published: true })),
  );
  const optionId = (maker: number, place: number) => (maker - 1) * options.length + place + 1;
  const place = new Map(options.map((option, i) => [option.code, i]));
  await insertRows(
    owner,
    'options',
    makers.flatMap((maker) =>
      options.map(({ code, name, kind, colour = null }, i) => ({
        id: optionId(maker.id, i),
        maker_id: maker.id,
        code: maker.letter + code,
        name,
        kind,
        colour,
      })),
    ),
  );
  await insertRows(
    owner,
    'option_rules',
    makers.flatMap(({ id }) =>
      rules.map(([code, kind, other]) => ({
        option_id: optionId(id, place.get(code)!),
        kind,
        other_id: optionId(id, place.get(other)!),
      })),
    ),
  );
  await seedVersions(owner, today, optionId);
}

async function seedVersions(owner: Owner, today: string, optionId: (maker: number, place: number) => number) {
  const cars = models.flatMap((model, i) =>
    model.engines.flatMap((engine, e) =>
      model.trims.map(([trim, extra], t) => ({ model, modelId: i + 1, engine, e, trim, extra, t })),
    ),
  );
  const versions = cars.map((car, i) => ({ ...car, id: i + 1, since: lists(today, car.model.name) }));
  await insertRows(
    owner,
    'versions',
    versions.map(({ id, model, modelId, engine, e, trim, t }) => ({
      id,
      model_id: modelId,
      name: `${engine.name} ${trim}`,
      fuel: engine.fuel,
      gearbox: engine.gearbox,
      drive: engine.drive,
      code: `${makers[model.maker - 1]!.letter}${model.name.slice(0, 3).toUpperCase()}${engine.kw}${'ABC'[e]}${t + 1}`,
      kw: engine.kw,
      cc: engine.cc,
      co2: engine.co2,
      consumption: engine.consumption,
      seats: model.seats,
      published: true,
      euro_class: engine.fuel === 'bev' ? 'Elettrica' : 'Euro 6e',
      category: model.body === 'van' ? 'N1' : 'M1',
      payload: model.body === 'van' ? 650 + e * 250 : null,
    })),
  );
  await insertRows(
    owner,
    'version_prices',
    versions.flatMap(({ id, engine, extra, since }) =>
      since.map(({ valid_from, times }) => ({
        version_id: id,
        valid_from,
        price: listed(engine.price + extra, times),
      })),
    ),
  );
  const offered = versions.flatMap(({ id, model, engine, t, since }) =>
    options.flatMap((option, i) => {
      if (option.fits && !option.fits(model, engine)) return [];
      const standard = option.standardFrom !== undefined && t >= option.standardFrom;
      return [
        {
          version_id: id,
          option_id: optionId(model.maker, i),
          standard,
          since,
          euro: option.price * factor[model.maker]!,
        },
      ];
    }),
  );
  await insertRows(
    owner,
    'version_options',
    offered.map(({ version_id, option_id, standard }) => ({ version_id, option_id, standard })),
  );
  await insertRows(
    owner,
    'version_option_prices',
    offered.flatMap(({ version_id, option_id, since, euro }) =>
      since.map(({ valid_from, times }) => ({ version_id, option_id, valid_from, price: listed(euro, times) })),
    ),
  );
}
