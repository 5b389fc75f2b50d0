import { blankOf } from '#domain/record/fields.ts';
import { serviceFields } from '#domain/services/fields.ts';
import { pricedCalls } from '../priced.ts';

export const service = {
  ...blankOf(serviceFields),
  code: 'X-1',
  description: 'Estensione di garanzia',
  price: 590_00,
  cost: 300_00,
};

export const services = pricedCalls('services', service);
