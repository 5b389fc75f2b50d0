import { z } from 'zod';
import { invitationCalls } from '../network/invitations.ts';
import { newPassword, user } from '../auth/schema.ts';
import { csvOf, endpoint, forEveryCompany } from '../endpoint.ts';
import { raise } from '../own-raise.ts';
import { privileges as p } from '../privileges.ts';
import { recordCalls } from '../record/calls.ts';
import { integer } from '../italian.ts';
import { MOST_AT_ONCE } from '../record/list.ts';
import { bulk, flag } from '../record/records.ts';
import { absentWork } from './absent.ts';
import { heirInput, leavingKind, MOST_KINDS } from './leaving.ts';
import { MOST_TOKENS } from './terms.ts';
import { line } from '../text.ts';
import { newTokenRow, tokenFate, tokenInput, tokenRow } from './tokens.ts';
import { roleFields } from './role-fields.ts';
import { roleEffect, roleInput, roleRow } from './roles.ts';
import { profile, savedView, sessionRow, userInput, userRecord, viewArea, viewInput } from './schema.ts';

const manage = { privileges: [p.manageUsers], peopleOnly: true };
/** Calls only for people: a token of another system has neither password nor picture, and people give it its name. */
const own = { audience: 'user', peopleOnly: true } as const;
const preferences = { audience: 'user', privileges: [p.managePreferences], peopleOnly: true } as const;
const filters = {
  state: userRecord.shape.state.optional(),
  role: userInput.shape.roleName.optional(),
  locationId: z.coerce.number().int().positive().optional(),
  privilege: z.coerce.number().int().min(1).max(40).optional().describe('Who holds this privilege'),
  archived: flag.optional().describe('The blocked ones'),
};

export const users = {
  ...invitationCalls,
  ...absentWork,
  'PUT /users/me': endpoint({
    summary: 'Change own profile',
    ...own,
    body: profile,
    answer: user,
    versioned: true,
  }),
  'PUT /users/me/password': endpoint({
    summary: 'Change own password; all other sessions end',
    ...own,
    body: z.object({ current: z.string().min(1, 'Inserire la password attuale').max(1024), password: newPassword }),
    heavy: 'password',
  }),
  'PUT /users/me/picture': endpoint({
    summary: 'Set own picture: a square PNG, JPEG or WebP as base64, at most 300 kB and 1024 pixels a side',
    ...own,
    body: z.object({ base64: z.base64('Immagine non valida').max(400_000, 'Immagine troppo grande') }),
    heavy: 'pictures',
  }),
  'DELETE /users/me/picture': endpoint({ summary: 'Go back to the letter picture', ...own, heavy: 'waiting' }),
  'GET /users/:id/picture': endpoint({
    summary: 'Picture of a user of the same company',
    audience: 'user',
    answer: 'file',
  }),
  'PUT /users/me/appearance': endpoint({
    summary: 'Theme, density and single-key shortcuts',
    audience: 'user',
    body: user.pick({ theme: true, density: true, shortcuts: true }),
  }),
  'PUT /users/me/updates-seen': endpoint({ summary: 'Mark the updates page as read now', audience: 'user' }),
  'GET /users/me/sessions': endpoint({ summary: 'Own open sessions', ...own, answer: z.array(sessionRow) }),
  'DELETE /users/me/sessions/:id': endpoint({ summary: 'End one of the own sessions', ...own }),
  'GET /users/me/views': endpoint({
    summary: 'Saved views of a list: own and shared with the company',
    audience: 'user',
    query: z.object({ area: viewArea }),
    answer: z.array(savedView),
  }),
  'POST /users/me/views': endpoint({
    summary: 'Save a view of a list',
    audience: 'user',
    body: viewInput,
    answer: savedView,
    creates: true,
  }),
  'DELETE /users/me/views/:id': endpoint({
    summary: 'Delete an own saved view; shared ones also by who manages the preferences',
    audience: 'user',
  }),
  'GET /users/me/locations': endpoint({
    summary: 'Locations where one works, archived ones left out',
    answer: z.array(z.object({ id: z.int(), name: z.string(), city: z.string(), isDefault: z.boolean() })),
  }),
  'PUT /users/me/location': endpoint({
    summary: 'Which of the own locations new things start from',
    body: z.object({ locationId: z.int().positive().max(Number.MAX_SAFE_INTEGER) }),
  }),
  'GET /users/tokens': endpoint({
    summary: 'Tokens of other systems that are neither revoked nor over, with who answers for them and their last use',
    ...preferences,
    privileges: [p.managePreferences, p.manageUsers],
    answer: z.array(tokenRow),
  }),
  'POST /users/tokens': endpoint({
    summary:
      'A bearer token for another system: acts as a user of its own with some of the maker’s privileges, as far as they hold them at each call; answered once, kept as a hash',
    ...preferences,
    body: tokenInput,
    answer: newTokenRow,
    creates: true,
    // The answer is not stored for repetition, because it contains the token.
    keyed: false,
  }),
  'DELETE /users/tokens/:id': endpoint({
    summary: 'Revoke a token: it opens nothing from within 5 seconds on',
    ...preferences,
  }),
  'POST /users/tokens/:id/take-over': endpoint({
    summary: 'Answer for a token of a colleague from now on: what the caller does not hold falls away from it',
    ...preferences,
    answer: tokenRow,
  }),
  'GET /users/roles': endpoint({
    summary: 'The roles that people may have: the company’s own, and those of the product',
    audience: 'user',
    privileges: [p.seeUsers, p.manageUsers],
    answer: z.array(roleRow),
  }),
  'GET /users/roles/preview': endpoint({
    summary: 'Who would gain and lose what if a role had these privileges; without `id` a new role of this name',
    ...manage,
    query: z.object({
      id: z.coerce.number().int().positive().optional(),
      name: line.max(60),
      privileges: csvOf(z.enum(Object.keys(roleFields.privileges.words))),
    }),
    answer: z.array(roleEffect),
  }),
  'POST /users/roles': endpoint({
    summary:
      'Make a role of the company’s own; one with the name of a role of the product stands in its place, for everybody who has it. Nobody puts in what they lack',
    ...manage,
    body: roleInput,
    answer: roleRow,
    creates: true,
  }),
  'PUT /users/roles/:roleId': endpoint({
    summary: 'Change a role for everybody who has it; what somebody has besides or lacks of it stays so',
    ...manage,
    body: roleInput,
    answer: roleRow,
    versioned: true,
  }),
  'DELETE /users/roles/:roleId': endpoint({
    summary: 'Delete a role that nobody has; one in the place of a role of the product gives way to that again',
    ...manage,
  }),
  'GET /users/leaving': endpoint({
    summary: 'What people have in hand, by kinds, and who may have it once they are blocked',
    audience: 'user',
    ...manage,
    query: z.object({
      ids: z
        .string()
        .max(2000)
        .regex(/^\d{1,15}(,\d{1,15})*$/)
        .transform((text) => text.split(',').map(Number)),
    }),
    answer: z.array(leavingKind),
  }),
  // After the paths with `me` in the place of the id. A new user is invited by e-mail; nobody can grant privileges that
  // they lack.
  ...forEveryCompany({
    ...recordCalls('users', {
      names: ['a user', 'users'],
      see: [p.seeUsers, p.manageUsers],
      manage: manage.privileges,
      peopleOnly: true,
      filters,
      input: userInput,
      answer: userRecord,
    }),
    'PUT /users/:id': endpoint({
      summary:
        'Change a user; with `raise` who is the only one that manages users raises themselves, and a commission plan changes for days that have passed',
      ...manage,
      body: userInput.safeExtend({ raise: raise.optional() }),
      answer: userRecord,
      versioned: true,
      heavy: 'waiting',
    }),
    'POST /users/bulk': endpoint({
      ...bulk,
      summary:
        'Block many users or let them in again: a result for each. Their tokens open nothing while they are blocked',
      ...manage,
      body: bulk.body.extend({
        tokens: z
          .array(tokenFate)
          .max(MOST_TOKENS)
          .default([])
          .describe(
            'With `archive`: what becomes of their tokens. Those that are not named stand still until they are let in',
          ),
        heirs: z
          .array(heirInput)
          .max(MOST_KINDS)
          .default([])
          .describe('With `archive`: to whom each kind of their work goes. Kinds that are not named stay'),
        undo: z
          .boolean()
          .default(false)
          .describe('With `restore`: takes the blocking back as if it had not been, tokens and handed work included'),
      }),
    }),
    'POST /users/:id/invite': endpoint({
      summary: 'Send the invitation, or send it again; to who has a password, the link for a new one',
      ...manage,
    }),
    'POST /users/invitations': endpoint({
      summary: 'Invite many users at once, such as imported ones; who has a password or is blocked is left out',
      ...manage,
      body: z.object({
        ids: z
          .array(z.int().positive())
          .min(1, 'Scegliere almeno un utente')
          .max(MOST_AT_ONCE, `Al massimo ${integer(MOST_AT_ONCE)} utenti`),
      }),
      answer: z.object({ invited: z.int() }),
      keyed: true,
    }),
    'DELETE /users/:id/sessions': endpoint({ summary: 'End all sessions of a user', ...manage }),
    'DELETE /users/:id/second-factor': endpoint({
      summary: 'Take away the second factor of a user who lost it; all sessions end, and the user is told by e-mail',
      ...manage,
    }),
  }),
};
