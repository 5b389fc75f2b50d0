import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { emailOr, WRONG_EMAIL } from '../record/schema.ts';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { channel, consentInput, consents, pageInput, privacyPage, privacyText, reach, textInput } from './schema.ts';
import { privacySettingFields as fields } from './setting-fields.ts';

const settings = [p.managePreferences] as const;
const see = [p.seeCustomers, p.manageCustomers] as const;
const change = [p.manageCustomers] as const;
const token = z.string().max(60);

export const privacy = {
  ...datedCalls('privacy/settings', {
    what: 'privacy',
    input: datedInput(fields),
    answer: datedAnswer(fields),
  }),
  'GET /privacy/texts': endpoint({
    summary: 'The privacy texts of the company with every version, newest first',
    privileges: settings,
    answer: z.array(privacyText),
  }),
  'POST /privacy/texts': endpoint({
    summary: 'Publish a new version of a text; those before stay as they were',
    privileges: settings,
    body: textInput,
    answer: privacyText,
    creates: true,
  }),
  'GET /privacy/reach': endpoint({
    summary: 'How many customers have given which consent that still holds',
    privileges: [...see, ...settings],
    answer: reach,
  }),
  'GET /privacy/recipients': endpoint({
    summary: 'Who may be sent marketing messages by a channel today, as CSV or XLSX: consents that hold alone',
    privileges: change,
    query: z.object({ channel, format: z.enum(['csv', 'xlsx']) }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /privacy/customers/:id': endpoint({
    summary: 'The consents of a customer, with everything that was said before',
    privileges: see,
    answer: consents,
  }),
  'POST /privacy/customers/:id': endpoint({
    summary: 'Note what a customer consents to, or no longer does',
    privileges: change,
    body: consentInput,
    answer: consents,
    keyed: true,
  }),
  'POST /privacy/customers/:id/send': endpoint({
    summary: 'Send the customer the link to their own page by mail',
    privileges: change,
    body: z.object({ to: emailOr(WRONG_EMAIL) }),
    answer: consents,
    keyed: true,
  }),
  'POST /privacy/customers/:id/link': endpoint({
    summary: 'A private link to the customer’s own page; it is said this once',
    privileges: change,
    answer: z.object({ url: z.string(), expiresAt: z.iso.datetime({ offset: true }) }),
    keyed: true,
  }),
  'POST /privacy/customers/:id/revoke': endpoint({
    summary: 'End the private links of a customer',
    privileges: change,
    answer: consents,
  }),
  'GET /privacy/page': endpoint({
    summary: 'What a person sees on their own page, by private link',
    audience: 'public',
    link: true,
    query: z.object({ token }),
    answer: privacyPage,
  }),
  'POST /privacy/page': endpoint({
    summary: 'What a person chooses on their own page, by private link',
    audience: 'public',
    link: true,
    body: pageInput,
    answer: privacyPage,
  }),
};
