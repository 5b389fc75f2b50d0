import { sql } from 'kysely';
import { textOf } from '#domain/record/field-text.ts';
import { shortOf, type Field } from '#domain/record/fields.ts';
import { Failure } from '#domain/errors.ts';
import { legalLine } from '#domain/companies/stated.ts';
import { addressLine } from '#domain/address.ts';
import { integer } from '#domain/italian.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import { shownStates } from '#domain/stock/photos.ts';
import type { shownCalls } from '#domain/stock/shown-endpoints.ts';
import type { ShownCar } from '#domain/stock/shown-schema.ts';
import { withTenant } from '../db/tenant.ts';
import { readCompany } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { readOne } from '../lib/records/records.ts';
import { answerUpload } from '../lib/files/uploads.ts';
import { whereabouts } from '../lib/people/whereabouts.ts';
import { albumOf } from './album.ts';
import { usedCars } from './list.ts';
import { nameOf, type UsedCarRecord } from './records.ts';

const LARGEST_COMPANY = 2_147_483_647;
const gone = () => new Failure('not_found', 'Questa auto non è più in vendita.');

/** Reads a row about the car of a public page; throws `not_found` when the page shows none. */
async function follow<Row extends object>(
  { briefly }: PublicCtx,
  token: string,
  what: (companyId: number, key: string) => ReturnType<typeof sql<Row>>,
): Promise<Row & { companyId: number }> {
  const [, company = '', key = ''] = /^([0-9a-z]{1,6})\.([0-9a-f]{32})$/.exec(token) ?? [];
  const companyId = parseInt(company, 36);
  if (!(companyId <= LARGEST_COMPANY)) throw gone();
  const { rows } = await briefly((db) =>
    withTenant(db, { companyId, userId: null }, (trx) => what(companyId, key).execute(trx)),
  );
  if (!rows[0]) throw gone();
  return { ...rows[0], companyId };
}

const onShow = (companyId: number, key: string) => sql`r.company_id = ${companyId} and r.page_key = ${key}
  and r.archived_at is null and r.state = any(${[...shownStates]}::text[])`;

const told = [
  'registeredOn',
  'km',
  'fuel',
  'gearbox',
  'kw',
  'cc',
  'euroClass',
  'co2',
  'seats',
  'doors',
  'colour',
] as const;
const more = ['owners', 'inspectionUntil', 'warrantyKind', 'warrantyMonths'] as const;
/** Metric horsepower of one kilowatt. */
export const HORSES = 1.359_62;

/** Details of a car for buyers, in Italian; unknown ones are left out. */
export const detailsOf = (car: UsedCarRecord): [string, string][] =>
  [...told, ...more].flatMap((key): [string, string][] => {
    if (car[key] === null || car[key] === '') return [];
    const field: Field = fields[key];
    const horses = key === 'kw' ? ` (${integer(Math.round(car.kw! * HORSES))} CV)` : '';
    return [[shortOf(field), textOf(field, car[key]) + horses]];
  });
export const equipmentOf = ({ equipment }: Pick<UsedCarRecord, 'equipment'>): string[] =>
  equipment
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const isHeld = ({ now }: Pick<Ctx, 'now'>, { reservedUntil }: Pick<UsedCarRecord, 'reservedUntil'>): boolean =>
  reservedUntil !== null && Date.parse(reservedUntil) > now.getTime();

/** The dealer who sells the car. */
export async function sellerOf(ctx: Ctx): Promise<ShownCar['company']> {
  const company = await readCompany(ctx);
  const { name, phone, email } = company;
  return { name, phone, email, address: addressLine(company), legal: legalLine(company) };
}

const show: VerbOf<typeof shownCalls, 'GET /stock/shown'> = async (call, { query }) => {
  const { id, companyId } = await follow<{ id: number }>(
    call,
    query.token,
    (company, key) => sql<{ id: number }>`select r.id from used_cars r where ${onShow(company, key)}`,
  );
  return call.asCompany(companyId, null, async (ctx) => {
    const car = await readOne(ctx, usedCars, id);
    const { photos } = await albumOf(ctx, id);
    return {
      company: await sellerOf(ctx),
      place: await whereabouts(ctx, car.locationId),
      name: nameOf(car),
      price: car.retailPrice,
      reserved: isHeld(ctx, car),
      body: car.body,
      colour: car.colour,
      facts: detailsOf(car),
      equipment: equipmentOf(car),
      photos: photos.map(({ uploadId, note, width, height }) => ({ id: uploadId, note, width, height })),
    };
  });
};

interface Kept {
  name: string;
  type: string;
  fileKey: string;
  smallKey: string | null;
}

const photo: VerbOf<typeof shownCalls, 'GET /stock/shown/photo'> = async (
  call,
  { query: { token, photo: id, size } },
) => {
  const kept = await follow<Kept>(
    call,
    token,
    (company, key) =>
      sql<Kept>`select u.name, u.type, u.file_key, u.small_key from used_cars r
      join used_car_photos p on p.company_id = r.company_id and p.car_id = r.id and p.place is not null and p.upload_id = ${id}
      join uploads u on u.company_id = p.company_id and u.id = p.upload_id where ${onShow(company, key)}`,
  );
  return answerUpload({ ...kept, name: 'foto.jpg' }, size);
};

export const shownVerbs = { 'GET /stock/shown': show, 'GET /stock/shown/photo': photo };
