import { z } from 'zod';
import { endpoint, forManufacturer, id } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { moveEndpoints } from '#domain/record/moves.ts';
import { editionMachine } from './machine.ts';
import { versionPresence } from './presence.ts';
import { raise, raisedPreview, raisedSum, raiseQuery } from './raise.ts';
import {
  changedVersions,
  changesQuery,
  comparedPage,
  comparedSides,
  comparison,
  edition,
  editionInput,
  gridQuery,
  listedMaker,
  listedModel,
  listedOptions,
  listedVersion,
  modelGrid,
  namedChange,
  openQuotes,
  opposite,
  oppositeQuery,
  optionsQuery,
  rebased,
  rowsAnswer,
  rowsInput,
  shownEdition,
  shownMaker,
  versionsQuery,
} from './schema.ts';

const manage = { privileges: [p.managePreferences] };
const beside = z.object({ edition: id.optional() });

/**
 * Changes of the catalogue that come into force together; only the manufacturer’s writers see them before. Its other people
 * read what is in force, and what was published.
 */
export const editions = forManufacturer({
  'GET /catalog/lists': endpoint({
    summary: 'Makers with their models, also those that are not on sale, and what an edition adds',
    query: beside,
    answer: z.array(listedMaker),
  }),
  'GET /catalog/lists/makers/:id': endpoint({
    summary: 'A maker as it is in force and as an edition changes it, and its models, also those that it adds',
    query: beside,
    answer: shownMaker,
  }),
  'GET /catalog/lists/makers/:id/options': endpoint({
    summary: 'The options that a maker has, and those that an edition adds; found by their words, a page at a time',
    ...manage,
    query: optionsQuery,
    answer: listedOptions,
  }),
  'GET /catalog/lists/models/:id': endpoint({
    summary: 'The versions of a model with the price in force and that of an edition; also those that it adds',
    query: beside,
    answer: listedModel,
  }),
  'GET /catalog/lists/models/:id/grid': endpoint({
    summary: 'Prices of versions of a model and of their options side by side, in force and with an edition',
    ...manage,
    query: gridQuery,
    answer: modelGrid,
  }),
  'GET /catalog/lists/versions/:id': endpoint({
    summary: 'A version with its options, rules and prices as they are in force, and as an edition changes them',
    query: beside,
    answer: listedVersion,
  }),
  ...versionPresence,
  'GET /catalog/comparison': endpoint({
    summary:
      'Two price lists side by side, each of a day or as an edition makes it: figures of all, and a page of rows',
    ...manage,
    query: comparedPage,
    answer: comparison,
    heavy: 'short',
  }),
  'GET /catalog/comparison/export': endpoint({
    summary: 'All rows of it as CSV or XLSX',
    ...manage,
    query: comparedSides.extend({ format: z.enum(['csv', 'xlsx']) }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /catalog/editions': endpoint({
    summary: 'The editions of the catalogue, newest first',
    answer: z.array(edition),
  }),
  'POST /catalog/editions': endpoint({
    summary: 'Begin an edition',
    ...manage,
    body: editionInput,
    answer: edition,
    creates: true,
  }),
  'GET /catalog/editions/:id': endpoint({
    summary: 'One edition with what keeps it from being published, and what of its base has changed',
    answer: shownEdition,
  }),
  'PUT /catalog/editions/:id': endpoint({
    summary: 'Change the name of a draft, and for how many days quotes keep the list before it',
    ...manage,
    body: editionInput,
    answer: edition,
    versioned: true,
  }),
  'DELETE /catalog/editions/:id': endpoint({ summary: 'Delete a draft with its changes', ...manage, versioned: true }),
  'GET /catalog/editions/:id/changes': endpoint({
    summary: 'The changed rows of an edition, or of one version in it, a page at a time',
    query: changesQuery,
    answer: z.array(namedChange),
  }),
  'GET /catalog/editions/:id/versions': endpoint({
    summary: 'The versions that an edition changes, with how many of their rows',
    query: versionsQuery,
    answer: changedVersions,
  }),
  'GET /catalog/editions/:id/quotes': endpoint({
    summary:
      'How many open quotes of the network are of models whose list an edition changes, by model and last day; never whose',
    ...manage,
    answer: openQuotes,
  }),
  'POST /catalog/editions/:id/rows': endpoint({
    summary: 'Change rows in a draft; rows that somebody else changed meanwhile are answered, not saved',
    ...manage,
    body: rowsInput,
    answer: rowsAnswer,
    keyed: true,
  }),
  'GET /catalog/editions/:id/raise': endpoint({
    summary: 'What becomes of the prices of a model in a draft when all change by a percentage; nothing is saved',
    ...manage,
    query: raiseQuery,
    answer: raisedPreview,
  }),
  'POST /catalog/editions/:id/raise': endpoint({
    summary: 'Change the prices of a model in a draft by a percentage, as they were seen; others than these are 409',
    ...manage,
    body: raise.extend({ seen: raisedSum }),
    answer: edition,
    keyed: true,
  }),
  'POST /catalog/editions/:id/rebase': endpoint({
    summary:
      'Take the rows in force as the base of these changes, whose wanted values stay; others than those that were seen are 409',
    ...manage,
    body: rebased,
    answer: edition,
  }),
  'GET /catalog/editions/:id/opposite': endpoint({
    summary: 'What taking a published edition back would change, and what stays; a page of each',
    ...manage,
    query: oppositeQuery,
    answer: opposite,
  }),
  ...moveEndpoints(editionMachine, edition, {
    ready: 'A draft is ready, if nothing blocks it',
    reopen: 'Back to a draft; a planned publication is off',
    schedule: 'It comes into force on a day at 0:00 in Rome',
    publish: 'It comes into force at once, if its base has not changed',
    roll_back: 'Publish the opposite of a published edition',
  }),
});
