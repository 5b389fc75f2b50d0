/** What contracts and valuations ask of the stock (backend/lib/ports/agreed.ts, barter.ts). */
import { sql } from 'kysely';
import { blankOf } from '#domain/record/fields.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { sellableStates } from '#domain/stock/terms.ts';
import { Failure } from '#domain/errors.ts';
import { normalisePlate } from '#domain/plates.ts';
import type { AlikeCar, Yard } from '../lib/ports/agreed.ts';
import type { Takers } from '../lib/ports/barter.ts';
import { carry } from '../lib/records/move.ts';
import { create } from '../lib/records/make.ts';
import { enterWithDefaults } from './enter.ts';
import { freeCode } from './keep.ts';
import { usedCourse } from './moves.ts';
import { newCars, newCourse } from './new/records.ts';

const MOST_ALIKE = 50;

export const yard: Yard = {
  async order(ctx, { versionId, optionIds, price, locationId, contractId }) {
    const code = await freeCode(ctx, 'newCars');
    const car = { ...blankOf(newCarFields), code, versionId, optionIds, price, locationId, orderedOn: ctx.today };
    const { id } = await create(ctx, newCars, car);
    await ctx.db
      .updateTable('newCars')
      .set({ orderedFor: contractId })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
    return id;
  },
  async ordered(ctx, id) {
    const { versionId, optionIds } = await newCourse.find(ctx, id, { lock: true });
    return { versionId, optionIds };
  },
  async alike(ctx, id) {
    const { companyId } = ctx.user;
    const { rows } = await sql<AlikeCar>`
      select c.id::int, c.code, c.vin, c.state from new_cars c, (select version_id, option_ids from new_cars
        where company_id = ${companyId} and id = ${id}) as one
      where c.company_id = ${companyId} and c.version_id = one.version_id and c.option_ids @> one.option_ids
        and c.option_ids <@ one.option_ids and c.id <> ${id} and c.state in ('ordered', 'in_transit', 'in_stock')
        and c.archived_at is null and c.reserved_contract is null
      order by c.state = 'in_stock' desc, c.state = 'in_transit' desc, c.id limit ${MOST_ALIKE}`.execute(ctx.db);
    return rows;
  },
  // The customer's words are make and model in one line; whoever takes the car in corrects them.
  async expect(ctx, { plate, description, km, valuation }, { seller, expectedOn }) {
    const [maker = '', ...model] = description.trim().split(/\s+/);
    return enterWithDefaults(ctx, {
      ...blankOf(usedCarFields),
      plate,
      maker: maker.slice(0, usedCarFields.maker.maxLength) || 'Da indicare',
      model: model.join(' ').slice(0, usedCarFields.model.maxLength) || 'Da indicare',
      km,
      purchaseType: 'barter',
      sellerKind: seller.type === 'private' ? 'private' : 'no_deduction',
      sellerId: seller.id,
      seller: seller.name.slice(0, usedCarFields.seller.maxLength),
      purchaseCost: valuation,
      expectedOn,
    });
  },
  async drop(ctx, id) {
    const car = await usedCourse.find(ctx, id, { lock: true });
    // What has arrived meanwhile is the company's, and stays.
    if (car.state === 'scheduled') await carry(ctx, usedCourse, car, 'drop', { columns: { archivedAt: ctx.now } });
  },
  async arrived({ db, user }, ids) {
    if (ids.length === 0) return [];
    return db
      .selectFrom('usedCars')
      .select(['id', 'plate'])
      .where('companyId', '=', user.companyId)
      .where('id', 'in', [...ids])
      .where('state', 'not in', ['scheduled', 'canceled'])
      .orderBy('id')
      .execute();
  },
};

export const buying: Pick<Takers, 'buy' | 'unbuy'> = {
  async buy(ctx, car) {
    const there = await ctx.db
      .selectFrom('usedCars')
      .select('code')
      .where('companyId', '=', ctx.user.companyId)
      .where('plateKey', '=', normalisePlate(car.plate))
      .where('plateKey', '<>', '')
      .where('archivedAt', 'is', null)
      .where('state', 'in', [...sellableStates])
      .executeTakeFirst();
    if (there) throw new Failure('conflict', `Un’auto con questa targa è già nello stock: ${there.code}.`);
    return enterWithDefaults(ctx, { ...blankOf(usedCarFields), purchaseType: 'direct_purchase', ...car });
  },
  async unbuy(ctx, id) {
    const car = await usedCourse.find(ctx, id, { lock: true });
    if (car.state !== 'scheduled')
      throw new Failure('conflict', 'L’auto è già nello stock: il ritiro non si annulla più.');
    await carry(ctx, usedCourse, car, 'drop', { columns: { archivedAt: ctx.now } });
  },
};
