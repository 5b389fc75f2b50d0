import { network as table } from '#domain/network/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { telling } from './facts.ts';
import { allow, ask, grantAskedJob, leave, list, listAsked, stop } from './grants.ts';
import { readNetwork, readUsers } from './seen.ts';

export const network = area(table, {
  verbs: {
    'GET /companies/network': readNetwork,
    'GET /network/grants': listAsked,
    'GET /network/:company_id/users': readUsers,
    'POST /network/:company_id/grants': ask,
    'DELETE /network/:company_id/grants/:id': leave,
    'GET /grants': list,
    'POST /grants/:id/allow': allow,
    'POST /grants/:id/end': stop,
  },
  jobs: [grantAskedJob],
  effects: telling,
});
