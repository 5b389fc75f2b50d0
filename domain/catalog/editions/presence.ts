/** Who else changes a version in an edition. */
import { z } from 'zod';
import { endpoint, id } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { GONE_SECONDS } from '#domain/record/presence.ts';
import { versionSections } from './sections.ts';

const section = z.enum(versionSections);

export const versionPresence = {
  'GET /catalog/editions/:id/presence': endpoint({
    summary: `Who else changes a version in the edition now, and where; notes where the caller is, for ${GONE_SECONDS} seconds`,
    privileges: [p.managePreferences],
    query: z.object({ version: id, section: section.optional() }),
    answer: z.object({
      people: z.array(z.object({ name: z.string(), section: section.nullable() })),
      /** Differs once somebody has saved rows of the version, or the edition has taken a step. */
      stamp: z.string(),
    }),
  }),
};
