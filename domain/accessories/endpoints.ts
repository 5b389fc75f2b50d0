import { z } from 'zod';
import { pricedCalls } from '../record/priced-calls.ts';
import { privileges as p } from '../privileges.ts';
import { amountRange, flag } from '../record/records.ts';
import { accessory, accessoryInput } from './schema.ts';

export const accessories = pricedCalls('accessories', {
  names: ['an accessory', 'accessories'],
  see: [p.seeAccessories, p.manageAccessories],
  manage: [p.manageAccessories],
  filters: {
    makerId: z.coerce.number().int().optional(),
    ...amountRange('price'),
    inStock: flag.optional(),
    archived: flag.optional(),
  },
  input: accessoryInput,
  answer: accessory,
});
