import { network as table } from '#domain/network/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { companyInviteJob, inviteAgain, open, reopen, suspend } from './companies.ts';
import { telling } from './facts.ts';
import { allow, ask, grantAskedJob, leave, list, listAsked, readBehalf, stop } from './grants.ts';
import { readNetwork, readOffered, readUsers } from './seen.ts';

export const network = area(table, {
  verbs: {
    'GET /companies/network': readNetwork,
    'GET /network/grants': listAsked,
    'GET /network/behalf': readBehalf,
    'GET /network/companies/new': readOffered,
    'POST /network/companies': open,
    'POST /network/:company_id/suspend': suspend,
    'POST /network/:company_id/reopen': reopen,
    'GET /network/:company_id/users': readUsers,
    'POST /network/:company_id/users/:id/invite': inviteAgain,
    'POST /network/:company_id/grants': ask,
    'DELETE /network/:company_id/grants/:id': leave,
    'GET /grants': list,
    'POST /grants/:id/allow': allow,
    'POST /grants/:id/end': stop,
  },
  jobs: [grantAskedJob, companyInviteJob],
  effects: telling,
  constraints: { companies_pkey: { name: 'Un’altra concessionaria nasce in questo momento: riprovare' } },
});
