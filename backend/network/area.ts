import { network as table } from '#domain/network/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { companyInviteJob, inviteAgain, open, reopen, suspend } from './companies.ts';
import { telling } from './facts.ts';
import { allow, ask, grantAskedJob, leave, list, listAsked, readBehalf, stop } from './grants.ts';
import { block, endSessions, keepOutJob } from './guard.ts';
import { invite, withdraw } from './invitations.ts';
import { readHealth, watchServicesJob } from './health.ts';
import { searchNetwork } from './search.ts';
import { readNetwork, readOffered, readUsers } from './seen.ts';
import { exportNetwork } from './sheet.ts';
import { tellGoingOn } from './suspending.ts';
import { readVolumes } from './volumes.ts';
import { readTargets, writeTargets } from './targets.ts';

export const network = area(table, {
  verbs: {
    'GET /companies/network': readNetwork,
    'GET /companies/network/volumes': readVolumes,
    'GET /companies/network/export': exportNetwork,
    'GET /network/search': searchNetwork,
    'GET /network/health': readHealth,
    'GET /network/targets': readTargets,
    'PUT /network/targets': writeTargets,
    'GET /network/grants': listAsked,
    'GET /network/behalf': readBehalf,
    'GET /network/companies/new': readOffered,
    'POST /network/companies': open,
    'POST /network/:company_id/suspend': suspend,
    'POST /network/:company_id/reopen': reopen,
    'GET /network/:company_id/users': readUsers,
    'POST /network/:company_id/users/:id/invite': inviteAgain,
    'POST /network/:company_id/users/:id/block': block,
    'DELETE /network/:company_id/users/:id/sessions': endSessions,
    'POST /network/:company_id/invitations': invite,
    'DELETE /network/:company_id/invitations/:id': withdraw,
    'POST /network/:company_id/grants': ask,
    'DELETE /network/:company_id/grants/:id': leave,
    'GET /grants': list,
    'POST /grants/:id/allow': allow,
    'POST /grants/:id/end': stop,
  },
  schedules: [tellGoingOn],
  jobs: [grantAskedJob, companyInviteJob, keepOutJob, watchServicesJob],
  effects: telling,
  constraints: {
    network_invitations_waiting: { email: 'Questa persona aspetta già la conferma' },
    companies_pkey: { name: 'Un’altra concessionaria nasce in questo momento: riprovare' },
  },
});
