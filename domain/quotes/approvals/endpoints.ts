import { z } from 'zod';
import { csvOf, endpoint } from '#domain/endpoint.ts';
import { keysOf } from '#domain/record/machine.ts';
import { moveEndpoints } from '#domain/record/moves.ts';
import { anyOf } from '#domain/record/rights.ts';
import { approvalMachine, approvalStates } from './terms.ts';
import { approval, approvalRow, askInput } from './schema.ts';
import { b2bRights, quoteRights } from '../rights.ts';
import { quote } from '../schema.ts';

/** Calls about discounts above the cap. */
export const approvalEndpoints = {
  'GET /approvals': endpoint({
    summary:
      'Discounts past the cap on quotes and wholesale offers that the caller may see, longest waiting first; at most 100',
    privileges: [...anyOf(quoteRights.see), ...anyOf(b2bRights.see)],
    query: z.object({ state: csvOf(z.enum(keysOf(approvalStates))).optional() }),
    answer: z.array(approvalRow),
  }),
  'GET /approvals/:id': endpoint({
    summary: 'One request, if the caller may see its quote or offer: asked about while its decision is awaited',
    privileges: [...anyOf(quoteRights.see), ...anyOf(b2bRights.see)],
    answer: approval,
  }),
  'POST /quotes/:id/approvals': endpoint({
    summary: 'Ask for the discount of a draft as it stands, with a reason; takes the place of what was asked before',
    privileges: anyOf(quoteRights.change),
    body: askInput,
    answer: quote,
    creates: true,
    versioned: true,
  }),
  ...moveEndpoints(approvalMachine, approval, {
    grant: 'Grant a discount past the cap; nobody grants their own, nor past their own cap',
    refuse: 'Refuse it, with the reason; "other" needs a note',
    withdraw: 'Take the own request back',
  }),
};
