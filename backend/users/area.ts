import { users as table } from '#domain/users/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { write } from '../lib/records/timeline.ts';
import type { Legacy } from '../lib/people/legacy.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { activity } from '../lib/records/records.ts';
import {
  changePassword,
  markUpdatesSeen,
  readPicture,
  removePicture,
  saveAppearance,
  saveProfile,
  setPicture,
} from './profile.ts';
import { giveAbsentWork, giveBackWork, readAbsentWork } from './absent.ts';
import { hits } from './hits.ts';
import {
  confirm,
  invitationAskedJob,
  invitationDueJob,
  invitationEffects,
  invitationLetInMail,
  list,
  refuse,
} from './network-invitations.ts';
import { userImports } from './imports.ts';
import { leaving } from './leaving.ts';
import { ownLocations, setLocation } from './location.ts';
import { createRole, deleteRole, listRoles, previewRole, saveRole } from './roles.ts';
import { endSession, listSessions } from './sessions.ts';
import { createToken, listTokens, revokeToken, takeOverToken } from './tokens.ts';
import {
  blockUsers,
  createUser,
  endUserSessions,
  inviteUser,
  inviteUsers,
  resetSecondFactor,
  saveUser,
  userActions,
  users as records,
} from './users.ts';
import { deleteView, listViews, saveView } from './views.ts';

/** The area of users; `legacies` are the kinds of work that other areas know and that a person who is blocked leaves. */
export const users = (legacies: readonly Legacy[]) =>
  area(table, {
    verbs: {
      'PUT /users/me': saveProfile,
      'PUT /users/me/password': changePassword,
      'PUT /users/me/picture': setPicture,
      'DELETE /users/me/picture': removePicture,
      'GET /users/:id/picture': readPicture,
      'PUT /users/me/appearance': saveAppearance,
      'PUT /users/me/updates-seen': markUpdatesSeen,
      'GET /users/me/sessions': listSessions,
      'DELETE /users/me/sessions/:id': endSession,
      'GET /users/me/views': listViews,
      'POST /users/me/views': saveView,
      'DELETE /users/me/views/:id': deleteView,
      'GET /users/me/locations': ownLocations,
      'PUT /users/me/location': setLocation,
      'GET /users/tokens': listTokens,
      'POST /users/tokens': createToken,
      'DELETE /users/tokens/:id': revokeToken,
      'POST /users/tokens/:id/take-over': takeOverToken,
      ...recordVerbs('users', records),
      'POST /users': createUser,
      'GET /users/:id/timeline': (ctx, { params }) =>
        activity(ctx, records, params.id, {
          actions: userActions,
          fields: { work: ['Lavoro', write.list], reason: ['Motivo', write.text] },
        }),
      'PUT /users/:id': saveUser,
      'POST /users/:id/invite': inviteUser,
      'POST /users/invitations': inviteUsers,
      'DELETE /users/:id/sessions': endUserSessions,
      'DELETE /users/:id/second-factor': resetSecondFactor,
      'GET /users/roles': listRoles,
      'GET /users/roles/preview': previewRole,
      'POST /users/roles': createRole,
      'PUT /users/roles/:roleId': saveRole,
      'DELETE /users/roles/:roleId': deleteRole,
      'GET /network-invitations': list,
      'POST /network-invitations/:id/confirm': confirm,
      'POST /network-invitations/:id/refuse': refuse,
      'GET /users/leaving': leaving(legacies),
      'GET /users/:id/absent': readAbsentWork(legacies),
      'POST /users/:id/absent': giveAbsentWork(legacies),
      'POST /users/:id/absent/undo': giveBackWork(legacies),
      'POST /users/bulk': blockUsers(legacies),
    },
    jobs: [invitationAskedJob, invitationDueJob, invitationLetInMail],
    effects: invitationEffects,
    hits: [hits],
    imports: userImports,
    constraints: {
      login_emails_pkey: { email: 'Questo indirizzo non si può usare: è già di un utente' },
      users_company_id_email_key: { email: 'C’è già un utente con questo indirizzo' },
      users_company_id_business_center_id_fkey: { businessCenterId: 'Scegliere un business center dell’azienda' },
      users_payroll_number: { payrollNumber: 'La matricola è già di un collega' },
      user_locations_company_id_location_id_fkey: { locationIds: 'Scegliere sedi dell’azienda' },
    },
  });
