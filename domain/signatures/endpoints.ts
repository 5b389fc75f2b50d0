import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { phoneLink } from '../uploads/schema.ts';
import { TABLET_MINUTES } from './terms.ts';
import { acceptanceCalls } from './acceptance-endpoints.ts';
import {
  askInput,
  codeInput,
  openedInput,
  pageQuery,
  progress,
  progressInput,
  scanInput,
  reachInput,
  reasonInput,
  refuseInput,
  signInput,
  signable,
  signature,
  signingPage,
  tokenQuery,
  verified,
  verifyInput,
} from './schema.ts';

/** Who works on records that are signed; the record itself decides whether this one may see or change it. */
const see = [
  p.makeContracts,
  p.validateContracts,
  p.manageAllContracts,
  p.seeAllContracts,
  p.approveContracts,
] as const;
const change = [p.makeContracts, p.validateContracts, p.manageAllContracts] as const;
const of = z.object({ entity: z.string().max(40), recordId: z.coerce.number().int().positive() });
const anybody = { audience: 'public', link: true } as const;

export const signatures = {
  ...acceptanceCalls,
  'GET /signatures': endpoint({
    summary: 'The rounds of signatures of a record, newest first',
    privileges: see,
    query: of,
    answer: z.array(signature),
  }),
  'GET /signatures/asked': endpoint({
    summary: 'What a record asks to be signed, by whom, and what it lacks before that',
    privileges: see,
    query: of,
    answer: signable,
  }),
  'POST /signatures': endpoint({
    summary: 'Freeze the document of a record and ask all its parties to sign it with a code',
    privileges: change,
    body: askInput,
    answer: signature,
    creates: true,
    heavy: 'short',
  }),
  'POST /signatures/paper': endpoint({
    summary: 'Keep the scan of a document that all its parties signed by hand; it counts once it is checked',
    privileges: change,
    body: scanInput,
    answer: signature,
    creates: true,
    heavy: 'short',
  }),
  'POST /signatures/:id/check': endpoint({
    summary:
      'Note that somebody who does not sell it has seen that all parties signed the paper: from then on it counts',
    privileges: [p.validateContracts],
    answer: signature,
    versioned: true,
  }),
  'GET /signatures/:id/original': endpoint({
    summary: 'The frozen document as it was shown to the signers',
    privileges: see,
    answer: 'file',
  }),
  'GET /signatures/:id/signed': endpoint({
    summary: 'The signed document with its evidence',
    privileges: see,
    answer: 'file',
  }),
  'POST /signatures/:id/remind': endpoint({
    summary: 'Send those who have not signed yet a new link',
    privileges: change,
    answer: signature,
    keyed: true,
  }),
  'POST /signatures/:id/signers/:signer/tablet': endpoint({
    summary: `The page of a signer for a tablet of the dealer, which needs no session: a link of ${TABLET_MINUTES} minutes and its QR code`,
    privileges: change,
    answer: phoneLink.omit({ id: true }),
  }),
  'PUT /signatures/:id/signers/:signer': endpoint({
    summary: 'Reach a signer by another number or address; the link that was sent ends',
    privileges: change,
    body: reachInput,
    answer: signature,
    versioned: true,
  }),
  'POST /signatures/:id/void': endpoint({
    summary: 'End a round of signatures; what was signed stays readable as voided',
    privileges: change,
    body: reasonInput,
    answer: signature,
    versioned: true,
  }),
  'GET /signing': endpoint({
    ...anybody,
    summary: 'What a signer reads, by private link',
    query: tokenQuery,
    answer: signingPage,
  }),
  'GET /signing/pages/:page': endpoint({
    ...anybody,
    summary: 'One page of the frozen document in one of its forms as a picture, by private link',
    query: pageQuery,
    answer: 'file',
  }),
  'GET /signing/document': endpoint({
    ...anybody,
    summary: 'The frozen document, or the signed one once there is one, by private link',
    query: tokenQuery,
    answer: 'file',
  }),
  'POST /signing/opened': endpoint({
    ...anybody,
    summary: 'Say that a signer sees the page, by private link',
    body: openedInput,
  }),
  'POST /signing/progress': endpoint({
    ...anybody,
    summary: 'Keep which pages a signer has read and which parts they approve, by private link: they go on from there',
    body: progressInput,
    answer: progress,
  }),
  'POST /signing/code': endpoint({
    ...anybody,
    summary: 'Send the signer a code, once everything is read and ticked, by private link',
    body: codeInput,
    answer: signingPage,
  }),
  'POST /signing/sign': endpoint({
    ...anybody,
    summary: 'Sign with the code, on a tablet of the dealer by hand as well, by private link',
    body: signInput,
    answer: signingPage,
  }),
  'POST /signing/refuse': endpoint({
    ...anybody,
    summary: 'Refuse to sign, with the reason, by private link',
    body: refuseInput,
    answer: signingPage,
  }),
  'GET /verify': endpoint({
    audience: 'public',
    summary: 'Whether a file is what was signed: the file stays with who asks, only its hash is sent',
    query: verifyInput,
    answer: verified,
  }),
};
