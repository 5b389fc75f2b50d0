import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { moveEndpoints } from '#domain/record/moves.ts';
import { exportQuery, recordsPage, recordsQuery } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { rowFilters } from '#domain/record/row-schema.ts';
import { timeline } from '#domain/record/timeline.ts';
import { claimRowFields } from './row.ts';
import { claimMachine, claimRights } from './rules.ts';
import { bulkClaimed, bulkClaims, claim, claimInput, claimRow, claimSums, handInput } from './schema.ts';

const keeps = anyOf(claimRights.change);
const filters = {
  ...rowFilters(claimRowFields),
  contractId: z.coerce.number().int().optional(),
  locationId: z.coerce.number().int().optional(),
};

const moves = moveEndpoints(claimMachine, claim, {
  claim: 'It was asked for; 409 while the contract is not approved',
  takeBack: 'It was not asked for after all',
  credit: 'The payer’s credit note: never more than is due',
  refuse: 'The payer refuses, with a reason',
  reopen: 'What the payer answered does not hold, with a reason',
  waive: 'It is not asked for, with a reason',
  restore: 'It is to be asked for again',
  giveBack: 'What was credited for a cancelled contract went back',
});

/** Calls about claims: what payers of incentives and of warranties owe for contracts. */
export const claims = {
  'GET /claims': endpoint({
    summary: 'Claims: filtered, sorted, paged, with the sums of the filtered set by state; by default what ends first',
    privileges: keeps,
    query: recordsQuery(filters),
    answer: recordsPage(claimRow).extend({ sums: claimSums }),
  }),
  'GET /claims/export': endpoint({
    summary: 'The filtered claims as CSV or XLSX',
    privileges: keeps,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'POST /claims/bulk': endpoint({
    summary: 'Ask one payer for many claims at once, or take that back: what became of each',
    privileges: keeps,
    body: bulkClaims,
    answer: z.object({ results: z.array(bulkClaimed) }),
    keyed: true,
    heavy: 'long',
  }),
  'POST /claims': endpoint({
    summary: 'A claim by hand for a contract: of a used car’s warranty, or another one',
    privileges: keeps,
    body: handInput,
    answer: claim,
    creates: true,
  }),
  'GET /claims/:id': endpoint({ summary: 'One claim', privileges: keeps, answer: claim }),
  'PUT /claims/:id': endpoint({
    summary: 'Change deadline, booking number and proof',
    privileges: keeps,
    body: claimInput,
    answer: claim,
    versioned: true,
  }),
  ...moves,
  'GET /claims/:id/proof': endpoint({
    summary: 'The file that proves it; each reading is audited',
    privileges: keeps,
    answer: 'file',
  }),
  'GET /claims/:id/timeline': endpoint({ summary: 'Who did what', privileges: keeps, answer: timeline }),
};
