import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import type { Fields } from '../record/fields.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { under } from '../record/under.ts';
import { audienceFields } from './audience.ts';
import { noticeFields, releaseFields } from './fields.ts';
import { newsStates } from './state.ts';

const written = { audience: 'fms', privileges: [p.managePreferences] } as const;
const count = z.int().min(0);

/** How many of its readers have it still to read; never who. */
const reach = z.object({ companies: count, people: count, readers: count, unread: count });
export type Reach = z.output<typeof reach>;

/** A company that something is for. */
const reader = z.object({ id: z.int(), name: z.string(), people: count, readers: count });

/** A row of the list. Days of a release, instants of a notice. */
const listed = answerOf(audienceFields).extend({
  id: z.int(),
  state: z.enum(newsStates),
  number: z.string().nullable(),
  title: z.string(),
  from: z.string(),
  until: z.string().nullable(),
  reach,
});
export type ListedNews = z.output<typeof listed>;

/** The calls by which the manufacturer writes releases, or notices. */
const newsCalls = <const Path extends string, F extends Fields>(path: Path, fields: F, what: string) => {
  const one = answerOf(fields).extend({
    id: z.int(),
    version: z.int(),
    state: z.enum(newsStates),
    editedAt: z.iso.datetime({ offset: true }).nullable().describe('When it was changed after its readers saw it'),
  });
  const body = schemaOf(fields);
  const change = { ...written, answer: one, versioned: true } as const;
  return under(path, {
    GET: endpoint({
      summary: `The newest 200 ${what}s, each with how many have it to read`,
      ...written,
      answer: z.array(listed),
    }),
    POST: endpoint({
      summary: `Write a ${what}: a draft, which nobody reads`,
      ...written,
      body,
      answer: one,
      creates: true,
    }),
    'GET /:id': endpoint({ summary: `A ${what} as it is written`, ...written, answer: one }),
    'PUT /:id': endpoint({
      summary: `Change a ${what}; of a published one its readers see that it was changed`,
      ...change,
      body,
    }),
    'GET /:id/readers': endpoint({
      summary: `The companies that a ${what} is for, with how many of their people have read it`,
      ...written,
      answer: z.array(reader),
    }),
    'POST /:id/publish': endpoint({ summary: `Publish a ${what}: its readers see it from its day on`, ...change }),
    'POST /:id/withdraw': endpoint({ summary: `Take a published ${what} from its readers`, ...change }),
    'DELETE /:id': endpoint({
      summary: `Delete a draft of a ${what}; what was published is withdrawn`,
      ...written,
      versioned: true,
    }),
  });
};

export const news = {
  ...newsCalls('network/releases', releaseFields, 'release'),
  ...newsCalls('network/notices', noticeFields, 'notice'),
};
