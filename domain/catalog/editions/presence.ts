/** Who else changes an edition. */
import { z } from 'zod';
import { endpoint, id } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { GONE_SECONDS } from '#domain/record/presence.ts';
import { versionId } from './schema.ts';
import { versionSections } from './sections.ts';

const section = z.enum(versionSections);

export const versionPresence = {
  'GET /catalog/editions/:id/presence': endpoint({
    summary: `Who else changes a version, the grid of a model or anything of the edition now, and where; notes where the caller is, for ${GONE_SECONDS} seconds`,
    privileges: [p.managePreferences],
    query: z.object({
      version: versionId.optional().describe('On its page; 0: on that of a maker'),
      model: id.optional().describe('In its grid; without a version and a model: on the page of the edition'),
      section: section.optional(),
    }),
    answer: z.object({
      people: z.array(z.object({ name: z.string(), section: section.nullable() })),
      /** Differs once somebody has saved what that page shows, or the edition has taken a step. */
      stamp: z.string(),
    }),
  }),
};
