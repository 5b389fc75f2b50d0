import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { keysOf } from '../record/machine.ts';
import { schemaOf } from '../record/schema.ts';
import { tokenQuery } from '../signatures/schema.ts';
import { scan } from '../uploads/kinds.ts';
import { sending } from '../uploads/schema.ts';
import { MOST_PAGES, ENCLOSURE_DAYS, enclosureChannels, enclosureRefusalFields } from './enclosure-fields.ts';
import { enclosureStates } from './enclosure-states.ts';
import { contract } from './schema.ts';
import { documentTypes } from './terms.ts';

const staff = [p.makeContracts, p.validateContracts, p.approveContracts, p.manageAllContracts] as const;
const anybody = { audience: 'public', link: true } as const;
const ofPage = tokenQuery.extend({ enclosure: z.coerce.number().int().min(1) });

/** The pages that who decides has seen. */
const seen = z.object({ pages: z.array(z.int()).min(1).max(MOST_PAGES) });

/** What the customer sees of the enclosures that are wanted: nothing of what was sent can be read again by the link. */
const enclosuresPage = z.object({
  company: z.string(),
  /** Whom to ask. */
  seller: z.string(),
  vehicle: z.string(),
  /** The last day on which enclosures are taken. */
  until: z.string(),
  mostBytes: z.int(),
  enclosures: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      state: z.enum(keysOf(enclosureStates)),
      /** Why what was sent before was not accepted. */
      reason: z.string(),
      /** How many pages were sent, and how many more may be. */
      pages: z.int(),
      left: z.int(),
    }),
  ),
});
export type EnclosuresPage = z.output<typeof enclosuresPage>;

/** Calls about enclosures that the customer of a contract is asked for. */
export const contractEnclosureCalls = {
  'POST /contracts/:id/enclosures': endpoint({
    summary: `Ask the customer for enclosures by a private link of ${ENCLOSURE_DAYS} days, sent to the address or number of the customer’s record; it takes the place of the link before, and these of what was asked by it`,
    privileges: staff,
    body: z.object({
      types: z
        .array(z.enum(keysOf(documentTypes)))
        .min(1, 'Scegliere almeno un documento')
        .max(20),
      channel: z.enum(keysOf(enclosureChannels)),
    }),
    answer: contract,
    keyed: true,
  }),
  'DELETE /contracts/:id/enclosures': endpoint({
    summary: 'End the link by which enclosures were asked for; what came already is still to be decided',
    privileges: staff,
    answer: contract,
  }),
  'POST /contracts/:id/enclosures/:enclosureId/accept': endpoint({
    summary:
      'Accept an enclosure that the customer sent: its pages become attachments; 409 when others have come meanwhile',
    privileges: staff,
    body: seen,
    answer: contract,
  }),
  'POST /contracts/:id/enclosures/:enclosureId/refuse': endpoint({
    summary:
      'Refuse an enclosure that the customer sent: they are told why, and may send it again; 409 when other pages have come meanwhile',
    privileges: staff,
    body: schemaOf(enclosureRefusalFields).extend(seen.shape),
    answer: contract,
    keyed: true,
  }),
  'GET /links/enclosures': endpoint({
    ...anybody,
    summary: 'Which enclosures the customer of a contract is asked for',
    query: tokenQuery,
    answer: enclosuresPage,
  }),
  'POST /links/enclosures': endpoint({
    ...anybody,
    summary: 'Send a page of an enclosure that is asked for',
    query: ofPage.extend({ name: sending.shape.name }),
    upload: { mostBytes: scan.mostBytes },
    answer: enclosuresPage,
  }),
  'DELETE /links/enclosures': endpoint({
    ...anybody,
    summary: 'Take back the pages of an enclosure that nobody has decided on, to send it again',
    query: ofPage,
    answer: enclosuresPage,
  }),
};
