/** Versions that somebody is likely to quote next, so that they need not be looked for in the catalogue. */
import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { foundVersion } from './start.ts';

/** The most of each kind. */
export const MOST_KNOWN = 5;

const known = z.array(foundVersion.omit({ instalment: true }));

export const knownStartCalls = {
  'GET /quotes/versions/known': endpoint({
    summary: 'Versions on sale that the caller quoted last, and those that the company sold most in a year',
    privileges: [p.createQuotes],
    answer: z.object({ latest: known, sold: known }),
  }),
};
