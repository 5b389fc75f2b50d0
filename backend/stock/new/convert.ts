/**
 * Turns a registered new car into a used one: Km 0 or Demo, which the company registers in its own name (specification
 * §3, rules.md §2), or one that comes back from its buyer (docs/decisions/046).
 */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/record/fields.ts';
import { ipt, tariffOf, type Taxed } from '#domain/quotes/sheet/ipt.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { convertedOf, type Converted } from '#domain/stock/new/rules.ts';
import type { Verbs } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { carry, take } from '#backend/lib/records/move.ts';
import { readFiscalParams } from '#backend/lib/records/params.ts';
import { create } from '#backend/lib/records/make.ts';
import { readOne } from '#backend/lib/records/records.ts';
import { writeCosts } from '../enter.ts';
import { freeCode } from '../keep.ts';
import { usedCars } from '../list.ts';
import { usedCourse } from '../moves.ts';
import { carryPapers } from '../papers.ts';
import { checkContract, free, heldByOther } from '../reserve.ts';
import { technicalOf } from './catalog.ts';
import { unsoldColumns } from '../sale.ts';
import { newCars, newCourse, type NewCarRecord } from './records.ts';

/** The most characters of the equipment that a used car's field holds. */
const MOST_EQUIPMENT = 4000;

/**
 * IPT in the company's own province and the fees of a first registration today, in cents; only the fees when the
 * province is unknown.
 */
async function registrationOf(ctx: Ctx, car: Taxed): Promise<number> {
  const fiscal = await readFiscalParams(ctx.db, ctx.user.companyId, ctx.today);
  const param = (key: string) => fiscal.find((one) => one.key === key)!.value;
  const under = (prefix: string) =>
    fiscal
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, value }): [string, number] => [key.slice(prefix.length), value]);
  const { rows } = await sql<Province>`select code, name, ipt_percent, fixed_for_vat_deeds, ipt_rules from provinces
    where code = ${ctx.user.province} and valid_from <= ${ctx.today} and coalesce(valid_to, ${ctx.today}) >= ${ctx.today}`.execute(
    ctx.db,
  );
  const tax = rows[0] ? ipt(car, rows[0], tariffOf(param, under('ipt_van_'))) : 0;
  return under('registration_').reduce((sum, [, value]) => sum + value, tax);
}

/** What a new car becomes. */
interface Becoming {
  taxed: Omit<Converted, 'costs'>;
  costs: readonly { kind: string; note: string; expected: number | null; amount: number | null; taxRate: number }[];
  plate: string;
  registeredOn: string | null;
  km: number | null;
  owners: number;
  day: string;
  price: number | null;
  expectedOn: string | null;
  notes: string;
}

/** Enters the used car that a registered new one becomes, with its papers and costs; returns its id. */
async function enterUsed(
  ctx: Ctx,
  car: NewCarRecord,
  { taxed, costs, day, price, notes, ...own }: Becoming,
): Promise<number> {
  const { colour, equipment, ...technical } = await technicalOf(ctx, car);
  const { id } = await create(ctx, usedCars, {
    ...blankOf(usedCarFields),
    code: await freeCode(ctx, 'usedCars'),
    vin: car.vin,
    maker: car.maker,
    model: car.model,
    versionName: car.versionName,
    body: car.body,
    ...technical,
    colour: colour ?? '',
    locationId: car.locationId,
    spot: car.spot,
    keys: car.keys,
    keyTag: car.keyTag,
    ...own,
    ...taxed,
    seller: car.maker,
    purchasedOn: day,
    purchaseDocument: car.invoice,
    retailPrice: price,
    warrantyKind: 'maker',
    warrantyMonths: 24,
    equipment: equipment.join('\n').slice(0, MOST_EQUIPMENT),
    notes: notes.slice(0, usedCarFields.notes.maxLength),
    papers: ['registration', ...car.papers],
  });
  await ctx.db
    .updateTable('usedCars')
    .set({ newCarId: car.id })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  await writeCosts(
    ctx,
    id,
    costs.map((cost) => ({ ...cost, day })),
  );
  await carryPapers(ctx, car.id, id);
  return id;
}

/** Days that a customer has to bring back a car after withdrawing (Codice del consumo, art. 57). */
const DAYS_TO_RETURN = 14;

/**
 * A car that was registered to its buyer comes back when its sale is cancelled: the used stock expects it, with VAT
 * exposed, because the credit note undoes the sale, and at its own cost; what was paid for the registration is given
 * back, too. Kilometres and transfer are entered when it arrives (U1).
 */
export async function takeBack(ctx: Ctx, car: NewCarRecord): Promise<void> {
  const { costs, ...taxed } = convertedOf(car, 'other', 0);
  const paid = await registrationOf(ctx, await technicalOf(ctx, car));
  const registration = { kind: 'transfer', note: 'Immatricolazione e IPT restituite', taxRate: 0 };
  const { plate, registeredOn, saleDocument } = car;
  await enterUsed(ctx, car, {
    taxed,
    costs: [...costs.map((cost) => ({ ...cost, expected: null })), { ...registration, expected: paid, amount: null }],
    plate,
    registeredOn,
    km: null,
    owners: 1,
    day: ctx.today,
    price: null,
    expectedOn: addDays(ctx.today, DAYS_TO_RETURN),
    notes: [`Rientra dal contratto ${saleDocument}, annullato dopo l’immatricolazione.`, car.notes]
      .filter(Boolean)
      .join('\n'),
  });
  await carry(ctx, newCourse, car, 'comeBack', {
    columns: { ...unsoldColumns, archivedAt: ctx.now, ...free },
    told: { before: {}, after: { plate, registeredOn } },
  });
}

type Calls = 'GET /stock/new/:id/registration' | 'POST /stock/new/:id/convert';

export const conversionVerbs: Pick<Verbs<typeof table>, Calls> = {
  'GET /stock/new/:id/registration': async (ctx, { params }) => {
    const car = await readOne(ctx, newCars, params.id);
    return { registration: await registrationOf(ctx, await technicalOf(ctx, car)) };
  },
  /**
   * Converts the car: the used car is in stock from the day of registration, with the costs of the new one and of the
   * registration; the new one leaves the stock. Throws `conflict` when somebody else holds it, `invalid` when the
   * registration lies before the order or in the future.
   */
  'POST /stock/new/:id/convert': async (ctx, { params, version, body }) => {
    const car = await take(ctx, newCourse, { id: params.id, action: 'turn', version });
    checkContract(car);
    if (heldByOther(ctx, car)) throw new Failure('conflict', `L’auto è opzionata da ${car.reservedByName}.`);
    const { kind, plate, registeredOn, km, registration, price } = body;
    const wrong = (message: string) => new Failure('invalid', undefined, { fields: { registeredOn: message } });
    if (registeredOn > ctx.today) throw wrong('L’immatricolazione non può essere nel futuro');
    if (car.orderedOn !== null && registeredOn < car.orderedOn)
      throw wrong('L’immatricolazione non può precedere l’ordine');
    const { costs, ...taxed } = convertedOf(car, kind, registration);
    const id = await enterUsed(ctx, car, {
      taxed,
      costs: costs.map((cost) => ({ ...cost, expected: null })),
      plate,
      registeredOn,
      km,
      owners: 0,
      day: registeredOn,
      price,
      expectedOn: null,
      notes: car.notes,
    });
    await carry(ctx, usedCourse, await usedCourse.find(ctx, id, { lock: true }), 'arrive', {
      columns: { acquiredOn: registeredOn },
      told: { before: { acquiredOn: null }, after: { acquiredOn: registeredOn } },
    });
    const registered = { plate, registeredOn };
    await carry(ctx, newCourse, car, 'convert', {
      columns: { ...registered, archivedAt: ctx.now, ...free },
      told: { before: {}, after: { ...registered, conversion: kind } },
    });
    return newCourse.answer(ctx, car.id);
  },
};
