import { blankOf } from '#domain/record/fields.ts';
import { tyreFields } from '#domain/tyres/fields.ts';
import { nothing } from '../area.ts';
import { pricedCalls } from '../priced.ts';

export const tyre = {
  ...blankOf(tyreFields),
  code: 'X-1',
  brand: 'Prova',
  model: 'Veloce',
  price: 12_345,
  cost: 5000,
  inStock: true,
};
export const tyres = {
  ...pricedCalls('tyres', tyre, (brand) => ({ brand })),
  'GET /tyres/brands': nothing,
};
