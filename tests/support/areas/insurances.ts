import { blankOf } from '#domain/record/fields.ts';
import { coverFields, insuranceFields } from '#domain/insurances/fields.ts';
import { nothing } from '../area.ts';
import { pricedCalls } from '../priced.ts';

export const insurance = {
  ...blankOf(insuranceFields),
  code: 'X-1',
  name: 'Furto e incendio',
  insurer: 'Prova Assicurazioni',
  type: 'cvt' as const,
  covers: [{ ...blankOf(coverFields), cover: 'theft_fire' as const, model: 'rate' as const, rate: 18, minimum: 50_00 }],
};

export const insurances = {
  'GET /insurances/insurers': nothing,
  ...pricedCalls('insurances', insurance, (insurer) => ({ insurer })),
};
