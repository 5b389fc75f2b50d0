/** Pages by which somebody asks the company for something: each form that is sent becomes a lead. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { channels, purposes } from '../privacy/terms.ts';
import {
  byPage,
  codeShape,
  heldForm,
  house,
  pageToken,
  publicPage,
  visitorFields,
  visitorShape,
  waitingForm,
  worded,
} from '../public-pages.ts';
import { keepingAll, schemaOf } from '../record/schema.ts';
import { line } from '../text.ts';
import { leadPageFields } from './page-fields.ts';

export const leadPageInput = schemaOf(leadPageFields);
export type LeadPageInput = z.output<typeof leadPageInput>;

const purpose = z.enum(keysOf(purposes));

/** The page as who writes sees it. */
export const leadPage = z.object({
  company: house,
  name: z.string(),
  notice: worded,
  /** What the company asks consent for. */
  consents: z.array(worded.extend({ purpose })),
});
export type LeadPage = z.output<typeof leadPage>;

const said = z
  .object({
    purpose,
    /** The version of the text that was shown. */
    textId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    given: z.boolean(),
    channels: z.array(z.enum(keysOf(channels))).max(keysOf(channels).length),
  })
  .refine((one) => one.purpose !== 'marketing' || !one.given || one.channels.length > 0, {
    path: ['channels'],
    message: 'Scegliere almeno un mezzo, o togliere il consenso',
  });

export const pageLeadInput = z
  .object({
    ...visitorShape,
    vehicle: line.max(160, 'Al massimo 160 caratteri').default(''),
    shown: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    said: z.array(said).max(keysOf(purposes).length),
  })
  .superRefine(({ phone, email }, ctx) => {
    if (phone === null && email === null)
      ctx.addIssue({ code: 'custom', path: ['phone'], message: 'Inserire un telefono o un’e-mail' });
  });
export type PageLeadInput = z.output<typeof pageLeadInput>;

const manages = [p.managePreferences] as const;
const handlesAll = [p.manageAllLeads] as const;

/** Calls about pages by which somebody asks the company for something. */
export const leadPageCalls = {
  'GET /leads/pages': endpoint({
    summary: 'The open pages whose forms become leads',
    privileges: manages,
    answer: z.array(publicPage),
  }),
  'POST /leads/pages': endpoint({
    summary: 'Open a page whose forms become leads of this type and place',
    privileges: manages,
    body: leadPageInput,
    answer: publicPage,
    creates: true,
  }),
  'POST /leads/pages/:pageId/close': endpoint({
    summary: 'Close a page for good: who has its address is told',
    privileges: manages,
  }),
  'GET /links/request': endpoint({
    ...byPage,
    summary: 'The page of a company’s form: the notice and what consent is asked for, by version',
    query: pageToken,
    answer: leadPage,
  }),
  'POST /links/request': endpoint({
    ...byPage,
    summary:
      'Send the form: kept apart until the code that goes to its e-mail or mobile number is typed; sent twice it counts once',
    body: keepingAll(visitorFields, 'message', pageLeadInput),
    answer: heldForm,
  }),
  'POST /links/request/confirm': endpoint({
    ...byPage,
    summary: 'Confirm the address or number of a form by its code: it is read in a job, as what portals send',
    body: z.object(codeShape),
  }),
  'GET /leads/unconfirmed': endpoint({
    summary: 'Requests whose address or number nobody has confirmed: at most 200, the newest first',
    privileges: handlesAll,
    answer: z.array(waitingForm),
  }),
  'POST /leads/unconfirmed/:formId/take': endpoint({
    summary: 'Make a lead of a request that was not confirmed',
    privileges: handlesAll,
  }),
  'POST /leads/unconfirmed/:formId/drop': endpoint({
    summary: 'Put an unconfirmed request aside',
    privileges: handlesAll,
  }),
};
