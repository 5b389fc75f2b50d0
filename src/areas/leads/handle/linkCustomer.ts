import { valuesIn } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';

/** Says who the customer of a lead is. */
export const linkCustomer = (lead: Lead, customerId: number): Promise<Lead> =>
  call('PUT /leads/:id', {
    params: { id: lead.id },
    version: lead.version,
    body: { ...valuesIn(leadFields, lead), customerId },
  });
