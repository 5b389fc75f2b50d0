/** Whom the manufacturer invites into a company of its network, and how the company decides. */
import { z } from 'zod';
import { email } from '../auth/schema.ts';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { roleNames } from '../role-names.ts';
import { line } from '../text.ts';

/** Hours after which somebody enters without a confirmation, where no administrator is left who could give one. */
export const CONFIRM_HOURS = 72;
/** Days after which an invitation that was refused or taken back is forgotten, with name and e-mail. */
export const REFUSED_DAYS = 30;
/** The most invitations of a company that wait at a time. */
export const MOST_INVITATIONS = 10;

const invitation = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  roleName: z.string(),
  asker: z.string(),
  askedAt: z.iso.datetime({ offset: true }),
});
export const waitingInvitations = z.array(invitation).describe('Those that wait, the oldest first');
export type Invitation = z.output<typeof invitation>;

const writes = { audience: 'fms', privileges: [p.managePreferences], peopleOnly: true, door: true } as const;
const decides = { privileges: [p.manageUsers], peopleOnly: true } as const;

/** What company 10 asks. */
export const invitingCalls = {
  'POST /network/:company_id/invitations': endpoint({
    summary:
      'Invite somebody into a company: they enter when an administrator of the company confirms, or after 72 hours where none is left',
    ...writes,
    creates: true,
    body: z.object({
      name: line.min(2, 'Inserire nome e cognome').max(100, 'Al massimo 100 caratteri'),
      email,
      roleName: z.enum(roleNames, 'Scegliere un ruolo'),
    }),
    answer: invitation,
  }),
  'DELETE /network/:company_id/invitations/:id': endpoint({
    summary: 'Take back an invitation that waits',
    ...writes,
  }),
};

/** What a company answers. */
export const invitationCalls = {
  'GET /network-invitations': endpoint({
    summary: 'Whom the manufacturer has invited into the company, as long as nobody has decided',
    ...decides,
    answer: waitingInvitations,
  }),
  'POST /network-invitations/:id/confirm': endpoint({
    summary: 'Let somebody in whom the manufacturer has invited: they become a user, at every place, and get the mail',
    ...decides,
  }),
  'POST /network-invitations/:id/refuse': endpoint({
    summary: 'Let nobody in by an invitation of the manufacturer',
    ...decides,
  }),
};
