import { pricedCalls } from '../record/priced-calls.ts';
import { privileges as p } from '../privileges.ts';
import { amountRange, flag } from '../record/records.ts';
import { serviceFields } from './fields.ts';
import { service, serviceInput } from './schema.ts';
import { z } from 'zod';

export const services = pricedCalls('services', {
  names: ['a service', 'services'],
  see: [p.seeServices, p.manageServices],
  manage: [p.manageServices],
  filters: {
    kind: serviceInput.shape.kind.optional(),
    provider: serviceInput.shape.provider.optional(),
    usage: z.enum(Object.keys(serviceFields.usages.words)).optional(),
    valid: flag.optional().describe('Sold today, by its dates'),
    ...amountRange('price'),
    archived: flag.optional(),
  },
  input: serviceInput,
  answer: service,
});
