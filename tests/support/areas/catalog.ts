import type { catalog as table } from '#domain/catalog/endpoints.ts';
import { nothing, type Calls, type Car, type Insert } from '../area.ts';

/** The only car of the test world, on sale for every company. */
export async function makeCar(insert: Insert): Promise<Car> {
  const makerId = await insert("insert into makers (name, cost_percent) values ('Prova Motori', 90) returning id");
  const modelId = await insert("insert into models (maker_id, name, body) values ($1, 'Lampo', 'suv') returning id", [
    makerId,
  ]);
  const versionId = await insert(
    `insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class)
     values ($1, 'LMP-1', '1.0 Base', 'petrol', 'manual', 'front', 74, 999, 120, 5.2, 'Euro 6e') returning id`,
    [modelId],
  );
  await insert("insert into version_prices values ($1, '2020-01-01', 2490000)", [versionId]);
  const option = async (code: string, name: string, kind: string, standard: boolean, price: number) => {
    const id = await insert('insert into options (maker_id, code, name, kind) values ($1, $2, $3, $4) returning id', [
      makerId,
      code,
      name,
      kind,
    ]);
    await insert('insert into version_options values ($1, $2, $3)', [versionId, id, standard]);
    await insert("insert into version_option_prices values ($1, $2, '2020-01-01', $3)", [versionId, id, price]);
    return id;
  };
  const options = {
    white: await option('C01', 'Bianco', 'colour', true, 0),
    red: await option('C02', 'Rosso', 'colour', false, 70000),
    hook: await option('O01', 'Gancio traino', 'optional', false, 75000),
    winter: await option('P01', 'Pacchetto inverno', 'pack', false, 90000),
  };
  await insert("insert into option_rules values ($1, 'includes', $2)", [options.winter, options.hook]);
  return { makerId, modelId, versionId, options };
}

export const catalog: Calls<typeof table> = {
  'GET /catalog/makers': nothing,
  'GET /catalog/makers/:id': ({ car }) => ({ params: { id: car.makerId } }),
  'GET /catalog/models/:id': ({ car }) => ({ params: { id: car.modelId } }),
};
