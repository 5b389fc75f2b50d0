import { randomInt } from 'node:crypto';
import type { BrowserContext } from 'playwright';
import type { UsedCar } from '#domain/stock/schema.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { post } from './sale-page.ts';

/** Enters a used car that is to come, for a test that cancels it: other files of the server open those of the demo world. */
export const expectedCar = (context: BrowserContext): Promise<UsedCar> =>
  post(context, '/stock/used', {
    ...usedCar,
    code: '',
    plate: `GH${randomInt(100, 1000)}${String.fromCharCode(65 + randomInt(26), 65 + randomInt(26))}`,
    kw: 74,
    registeredOn: '2022-06-14',
    b2bPrice: 9_500_00,
  });

/** Enters a used car that is here, for a test that sells it. */
export async function ownCar(context: BrowserContext): Promise<UsedCar> {
  const { id, version } = await expectedCar(context);
  return post(context, `/stock/used/${id}/arrive`, {}, version);
}
