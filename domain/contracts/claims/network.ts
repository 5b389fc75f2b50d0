import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { schemaOf } from '#domain/record/schema.ts';
import { lines } from '#domain/text.ts';
import { creditTakes } from './fields.ts';
import { claimMachine } from './rules.ts';
import { claim } from './schema.ts';
import { refusals } from './terms.ts';

/** A claim as the manufacturer reads it: its contract by number and car, never its customer. */
const asked = claim
  .pick({
    id: true,
    version: true,
    number: true,
    vehicle: true,
    type: true,
    name: true,
    campaign: true,
    state: true,
    amount: true,
    claimedOn: true,
    bookingNumber: true,
    refusal: true,
    creditNote: true,
    creditedOn: true,
    creditedAmount: true,
  })
  .extend({ campaignId: z.int(), hasProof: z.boolean() });
export type AskedClaim = z.output<typeof asked>;

const reads = { audience: 'fms' } as const;
const answers = { ...reads, privileges: [p.managePreferences], peopleOnly: true, door: true, versioned: true } as const;

/** What a payer says who pays. */
export const creditInput = schemaOf(creditTakes);
/** Why a payer refuses. */
export const refusalInput = z
  .object({
    reason: z.enum(keysOf(refusals), 'Scegliere il motivo'),
    note: lines.max(500, 'Al massimo 500 caratteri').default(''),
  })
  .refine(
    ({ reason, note }) => note !== '' || !(claimMachine.moves.refuse.noteFor as readonly string[]).includes(reason),
    {
      message: 'Scrivere il motivo',
      path: ['note'],
    },
  );

/** How the network uses campaigns of the manufacturer, and answers to what companies claim of them. */
export const networkClaims = {
  'GET /network/campaigns/uses': endpoint({
    summary:
      'Of each company that uses a campaign, or any: its quotes and sales, what they were given, its claims by state',
    ...reads,
    query: z.object({ campaignId: z.coerce.number().int().positive().optional() }),
    answer: z.array(
      z.object({
        companyId: z.int(),
        company: z.string(),
        quotes: z.int(),
        given: z.int().describe('Gross cents'),
        claimed: z.int(),
        credited: z.int(),
        refused: z.int(),
      }),
    ),
  }),
  'GET /network/:company_id/claims': endpoint({
    summary: 'What a company has claimed of the manufacturer’s campaigns, what waits longest first; at most 500',
    ...reads,
    door: true,
    answer: z.object({ company: z.string(), claims: z.array(asked) }),
  }),
  'POST /network/:company_id/claims/:id/credit': endpoint({
    summary: 'Credit a claim by a credit note: never more than is due; the company’s accounts are told',
    ...answers,
    body: creditInput,
    answer: asked,
  }),
  'POST /network/:company_id/claims/:id/refuse': endpoint({
    summary: 'Refuse a claim, with the reason; the company’s accounts are told',
    ...answers,
    body: refusalInput,
    answer: asked,
  }),
};
