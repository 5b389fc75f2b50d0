import { z } from 'zod';
import { endpoint, forManufacturer } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { choice, choiceQuery, sample, sampleInput, simulation, simulationQuery } from './schema.ts';

const manage = { privileges: [p.managePreferences] };

/** Configurations that are kept, and what they cost by a list that is not in force. */
export const simulations = forManufacturer({
  'GET /catalog/lists/versions/:id/choice': endpoint({
    summary:
      'Options of a version, as an edition leaves them, found by their words; and what choosing some does by its rules',
    ...manage,
    query: choiceQuery,
    answer: choice,
  }),
  'GET /catalog/samples': endpoint({
    summary: 'The configurations on which lists are tried',
    ...manage,
    answer: z.array(sample),
  }),
  'POST /catalog/samples': endpoint({
    summary: 'Keep a configuration',
    ...manage,
    body: sampleInput,
    answer: sample,
    creates: true,
  }),
  'DELETE /catalog/samples/:id': endpoint({ summary: 'Keep a configuration no longer', ...manage, versioned: true }),
  'GET /catalog/simulation': endpoint({
    summary: 'What the kept configurations cost by the list of a day or of an edition, beside today; writes nothing',
    ...manage,
    query: simulationQuery,
    answer: simulation,
    heavy: 'short',
  }),
});
