import { z } from 'zod';
import { forManufacturer } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { flag } from '#domain/record/records.ts';
import { homologation, homologationInput } from './schema.ts';

/** Calls about type approvals, which the manufacturer writes; quotes read them with their price sheet. */
export const homologations = forManufacturer(
  recordCalls('network/homologations', {
    names: ['a type approval', 'type approvals'],
    see: [],
    manage: [p.managePreferences],
    filters: {
      versionId: z.coerce.number().int().positive().optional(),
      archived: flag.optional(),
    },
    input: homologationInput,
    answer: homologation,
  }),
);
