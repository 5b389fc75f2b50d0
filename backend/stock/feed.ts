import { sql } from 'kysely';
import { bodies } from '#domain/catalog/bodies.ts';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import type { shownCalls } from '#domain/stock/shown-endpoints.ts';
import type { FeedCar } from '#domain/stock/shown-schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import { usedCars } from './list.ts';
import type { UsedCarRecord } from './records.ts';
import { pageTokenOf } from './page.ts';
import { readStockSettings } from './settings.ts';
import { equipmentOf, isHeld } from './shown.ts';

const AT_ONCE = 200;

interface Pictured {
  carId: number;
  uploads: number[];
}

/**
 * Published cars with ids above `after`, ordered by id: with a price, in the states and with the photos that the
 * company requires.
 */
async function read(ctx: Ctx, after: number, limit: number): Promise<FeedCar[]> {
  const { companyId } = ctx.user;
  const { feedStates, feedPhotos } = await readStockSettings(ctx);
  const { rows: cars } =
    await sql<UsedCarRecord>`${usedCars.select} where r.company_id = ${companyId} and r.id > ${after}
    and r.archived_at is null and r.retail_price is not null and r.state = any(${feedStates}::text[]) and r.photos >= ${feedPhotos}
    order by r.id limit ${limit}`.execute(ctx.db);
  const { rows: pictured } = await sql<Pictured>`select p.car_id, array_agg(p.upload_id order by p.place) as uploads
    from used_car_photos p where p.company_id = ${companyId} and p.place is not null
      and p.car_id = any(${cars.map(({ id }) => id)}::bigint[]) group by p.car_id`.execute(ctx.db);
  const photosOf = new Map(pictured.map(({ carId, uploads }) => [carId, uploads]));
  const origin = ctx.config.PUBLIC_ORIGIN;
  return cars.map((car) => {
    const uploads = photosOf.get(car.id) ?? [];
    const token = pageTokenOf(companyId, car.pageKey);
    return {
      id: car.id,
      code: car.code,
      plate: car.plate,
      vin: car.vin,
      maker: car.maker,
      model: car.model,
      version: car.versionName,
      body: bodies[car.body],
      fuel: fuels[car.fuel],
      gearbox: gearboxes[car.gearbox],
      kw: car.kw,
      cc: car.cc,
      co2: car.co2,
      euroClass: car.euroClass,
      seats: car.seats,
      doors: car.doors,
      colour: car.colour,
      registeredOn: car.registeredOn,
      km: car.km,
      owners: car.owners,
      price: car.retailPrice!,
      vatShown: car.regime === 'iva_exposed',
      warrantyMonths: car.warrantyMonths,
      equipment: equipmentOf(car),
      location: car.location,
      reserved: isHeld(ctx, car),
      url: `${origin}/auto/${token}`,
      photos: uploads.map((photo) => `${origin}/api/stock/shown/photo?token=${token}&photo=${photo}`),
      updatedAt: car.updatedAt,
    };
  });
}

const feed: VerbOf<typeof shownCalls, 'GET /stock/feed'> = async (ctx, { query: { after, limit } }) => {
  const cars = await read(ctx, after, limit);
  return { cars, next: cars.length < limit ? null : cars.at(-1)!.id };
};

const euro = (cents: number) => (cents / 100).toFixed(2);
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Removes characters that XML cannot contain and escapes the others. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (char) => ESCAPED[char]!);
const element = (name: string, value: string | number | boolean | null) =>
  value === null || value === '' ? '' : `<${name}>${escaped(String(value))}</${name}>`;
const several = (name: string, one: string, values: readonly string[]) =>
  values.length === 0 ? '' : `<${name}>${values.map((value) => element(one, value)).join('')}</${name}>`;

function xmlOf({ price, equipment, photos, ...car }: FeedCar): string {
  const rest = Object.entries(car).map(([key, value]) => element(key, value));
  return `<car>${rest.join('')}<price currency="EUR">${euro(price)}</price>${several('equipment', 'item', equipment)}${several('photos', 'photo', photos)}</car>\n`;
}

const text = (header: string, value: (car: FeedCar) => string | null): Column<FeedCar> => ({
  header,
  kind: 'text',
  value,
});
const number = (header: string, value: (car: FeedCar) => number | null): Column<FeedCar> => ({
  header,
  kind: 'number',
  value,
});
const columns: Column<FeedCar>[] = [
  ...[text('Codice', ({ code }) => code), text('Targa', ({ plate }) => plate), text('Telaio', ({ vin }) => vin)],
  ...[
    text('Marca', ({ maker }) => maker),
    text('Modello', ({ model }) => model),
    text('Versione', ({ version }) => version),
  ],
  ...[
    text('Carrozzeria', ({ body }) => body),
    text('Alimentazione', ({ fuel }) => fuel),
    text('Cambio', ({ gearbox }) => gearbox),
  ],
  ...[
    number('kW', ({ kw }) => kw),
    number('Cilindrata', ({ cc }) => cc),
    text('Classe Euro', ({ euroClass }) => euroClass),
  ],
  { header: 'Immatricolazione', kind: 'day', value: ({ registeredOn }) => registeredOn },
  ...[number('Km', ({ km }) => km), text('Colore', ({ colour }) => colour)],
  { header: 'Prezzo', kind: 'money', value: ({ price }) => price },
  { header: 'IVA esposta', kind: 'flag', value: ({ vatShown }) => vatShown },
  { header: 'Opzionata', kind: 'flag', value: ({ reserved }) => reserved },
  ...[text('Sede', ({ location }) => location), text('Dotazioni', ({ equipment }) => equipment.join(', '))],
  ...[text('Pagina', ({ url }) => url), text('Foto', ({ photos }) => photos.join(' '))],
];

const file: VerbOf<typeof shownCalls, 'GET /stock/feed/file'> = async (ctx, { query: { format } }) => {
  async function* batches() {
    for (let after = 0; ;) {
      const cars = await ctx.inside((inner) => read(inner, after, AT_ONCE));
      yield cars;
      if (cars.length < AT_ONCE) return;
      after = cars.at(-1)!.id;
    }
  }
  if (format === 'csv') return asFile('stock', 'csv', await contentsOf(columns, batches()));
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<stock>\n'];
  for await (const cars of batches()) parts.push(...cars.map(xmlOf));
  return { bytes: `${parts.join('')}</stock>\n`, type: 'application/xml; charset=utf-8', name: 'stock.xml' };
};

/** The stock as a feed for portals and other systems. */
export const feedVerbs = { 'GET /stock/feed': feed, 'GET /stock/feed/file': file };
