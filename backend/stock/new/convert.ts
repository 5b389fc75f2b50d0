/**
 * Turns a new car that the company registers in its own name into a used one: Km 0 or Demo (specification §3, domain.md
 * §2.2).
 */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { ipt, tariffOf, type Taxed } from '#domain/quotes/ipt.ts';
import type { Province } from '#domain/quotes/schema.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import { convertedOf } from '#domain/stock/new/rules.ts';
import type { Verbs } from '#backend/lib/bind.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { carry, take } from '#backend/lib/move.ts';
import { readFiscalParams } from '#backend/lib/params.ts';
import { create, readOne } from '#backend/lib/records.ts';
import { writeCosts } from '../enter.ts';
import { freeCode } from '../keep.ts';
import { usedCars } from '../list.ts';
import { usedCourse } from '../moves.ts';
import { carryPapers } from '../papers.ts';
import { checkContract, free, heldByOther } from '../reserve.ts';
import { technicalOf } from './catalog.ts';
import { newCars, newCourse } from './records.ts';

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
    const { colour, equipment, ...technical } = await technicalOf(ctx, car);
    const made = await create(ctx, usedCars, {
      code: await freeCode(ctx, 'usedCars'),
      plate,
      vin: car.vin,
      maker: car.maker,
      model: car.model,
      versionName: car.versionName,
      body: car.body,
      ...technical,
      doors: null,
      colour: colour ?? '',
      registeredOn,
      km,
      owners: 0,
      inspectionUntil: null,
      locationId: car.locationId,
      spot: car.spot,
      keys: car.keys,
      keyTag: car.keyTag,
      readyOn: null,
      insuredUntil: null,
      serviceEndKm: null,
      ...taxed,
      seller: car.maker,
      market: 'italy',
      purchasedOn: registeredOn,
      purchaseDocument: car.invoice,
      expectedOn: null,
      acquiredOn: null,
      consignor: '',
      mandateUntil: null,
      consignmentFee: null,
      retailPrice: price,
      b2bPrice: null,
      minPrice: null,
      retailExpense: null,
      b2bExpense: null,
      exportExpense: null,
      warrantyKind: 'maker',
      warrantyMonths: 24,
      equipment: equipment.join('\n').slice(0, MOST_EQUIPMENT),
      notes: car.notes,
      papers: ['registration', ...car.papers],
    });
    await ctx.db
      .updateTable('usedCars')
      .set({ newCarId: car.id })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', made.id)
      .execute();
    await writeCosts(
      ctx,
      made.id,
      costs.map((cost) => ({ ...cost, expected: null, day: registeredOn })),
    );
    await carryPapers(ctx, car.id, made.id);
    await carry(ctx, usedCourse, await usedCourse.find(ctx, made.id, { lock: true }), 'arrive', {
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
