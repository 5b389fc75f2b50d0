/** Work of absent people that cannot wait: what is due in those days, given to colleagues until then. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { handedOver, heirInput, leavingKind, MOST_KINDS } from './leaving.ts';

/** Who manages people, and who answers for the sales. */
const manages = { privileges: [p.manageUsers, p.approveContracts], peopleOnly: true };

export const absentWork = {
  'GET /users/:id/absent': endpoint({
    summary:
      'What an absent person has in hand that is due in their present or next absence (and what follows it without a gap), by kinds, and who may have it: no kinds for who is not absent. Visits, missed appointments and requests of specialists only once it has begun. `handed`: what went to colleagues and was not given back',
    ...manages,
    answer: z.object({ kinds: z.array(leavingKind), handed: z.array(handedOver) }),
  }),
  'POST /users/:id/absent': endpoint({
    summary: 'Give such work to colleagues, each kind to who is named; kinds that are not named wait',
    ...manages,
    body: z.object({ heirs: z.array(heirInput).min(1).max(MOST_KINDS) }),
    answer: z.object({ handoverId: z.int().nullable().describe('By which it is given back; null: nothing was due') }),
    keyed: true,
  }),
  'POST /users/:id/absent/undo': endpoint({
    summary: 'Give a person back what colleagues took over then, still have and have not closed; not of who is blocked',
    ...manages,
    body: z.object({ handoverId: z.int().positive().max(Number.MAX_SAFE_INTEGER) }),
    keyed: true,
  }),
};
