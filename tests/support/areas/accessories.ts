import { accessoryFields } from '#domain/accessories/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { Insert } from '../area.ts';
import { pricedCalls } from '../priced.ts';

export const rows = async (insert: Insert, companyId: number, marker: string) => ({
  accessoryId: await insert(
    "insert into accessories (company_id, code, description, price) values ($1, $2, 'Tappetini', 9900) returning id",
    [companyId, `${marker}-1`],
  ),
});

export const accessory = {
  ...blankOf(accessoryFields),
  code: 'X-1',
  description: 'Prova',
  price: 100,
  inStock: true,
};
export const accessories = pricedCalls('accessories', accessory);
