import { customerRights } from '../customers/rights.ts';
import { endpoint } from '../endpoint.ts';
import { anyOf, seers } from '../record/rights.ts';
import { acceptances, acceptInput } from './acceptance-schema.ts';
import { signingPage, tokenQuery } from './schema.ts';

const see = seers(customerRights);
const change = anyOf(customerRights.change);
const anybody = { audience: 'public', link: true } as const;

/** Calls about who accepted the advanced signature; the customer decides whether this caller may see or change it. */
export const acceptanceCalls = {
  'GET /signatures/people/:id': endpoint({
    summary: 'How a customer stands with the advanced signature, and what accepting it needs',
    privileges: see,
    answer: acceptances,
  }),
  'POST /signatures/people/:id': endpoint({
    summary: 'Keep that a customer was identified and signed the declaration of acceptance',
    privileges: change,
    body: acceptInput,
    answer: acceptances,
    creates: true,
    heavy: 'short',
  }),
  'POST /signatures/people/:id/revoke': endpoint({
    summary: 'Note that a customer revokes the advanced signature: what was signed stays, later signatures are simple',
    privileges: change,
    answer: acceptances,
    keyed: true,
  }),
  'GET /signatures/people/:id/declaration': endpoint({
    summary: 'The declaration of acceptance to be signed on paper, with the conditions in force',
    privileges: see,
    answer: 'file',
    heavy: 'short',
  }),
  'GET /signatures/people/:id/declaration/:acceptance': endpoint({
    summary: 'A declaration as it was signed',
    privileges: see,
    answer: 'file',
  }),
  'GET /signatures/people/:id/paper/:acceptance': endpoint({
    summary: 'The identity paper of an acceptance; each reading is audited',
    privileges: see,
    answer: 'file',
  }),
  'GET /signing/declaration': endpoint({
    ...anybody,
    summary: 'The declaration that a signer has accepted, by private link',
    query: tokenQuery,
    answer: 'file',
  }),
  'POST /signing/revoke': endpoint({
    ...anybody,
    summary: 'Revoke the advanced signature, by private link',
    body: tokenQuery,
    answer: signingPage,
  }),
};
