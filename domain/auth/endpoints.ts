import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { credentials, email, newPassword, session, user } from './schema.ts';
import {
  code,
  firstSession,
  mailStep,
  policy,
  policyNow,
  recoveryCodes,
  secondFactor,
  secondSession,
  setup,
  step,
  ticket,
  ticketStep,
} from './second-factor.ts';

const preferences = { privileges: [p.managePreferences], peopleOnly: true };
/** Calls only for people: the token of another system is its only login. */
const own = { audience: 'user', peopleOnly: true } as const;
const password = z.string().min(1, 'Inserire la password').max(1024);

export const auth = {
  'POST /auth/login': endpoint({
    summary:
      'Log in: answers the bearer token to callers that send X-Session: bearer, else a session cookie without it; ' +
      'or the step that follows: `code` (POST /auth/code) with the ticket that it takes, or `mail`: the company asks for a second factor, ' +
      'there is none, and a link to set it up has gone to the mailbox (POST /auth/activation/link)',
    audience: 'public',
    body: credentials,
    answer: z.union([session, step]),
    queued: true,
  }),
  'POST /auth/code': endpoint({
    summary:
      'Second step of a login: a code of the app or a recovery code; `remember`: ask this browser no more for 30 days',
    audience: 'public',
    body: z.object({ ticket, code, remember: z.boolean().default(false) }),
    answer: secondSession,
  }),
  'POST /auth/activation/link': endpoint({
    summary:
      'Begin to set up the second factor that the company asks for, by the link of the mail and the password; the ticket goes to POST /auth/activation',
    audience: 'public',
    body: z.object({ link: ticket, password }),
    answer: ticketStep,
    queued: true,
  }),
  'POST /auth/activation': endpoint({
    summary: 'What the app is given; asked again with the ticket of the answer it is the same',
    audience: 'public',
    body: z.object({ ticket }),
    answer: setup,
  }),
  'POST /auth/activation/confirm': endpoint({
    summary: 'Activate the second factor with the app’s first code and log in; answers the recovery codes, once',
    audience: 'public',
    body: z.object({ ticket, code }),
    answer: firstSession,
  }),
  'POST /auth/logout': endpoint({ summary: 'End the current session', audience: 'user', everyToken: true }),
  'GET /auth/user': endpoint({ summary: 'The logged-in user', audience: 'user', everyToken: true, answer: user }),
  'GET /auth/second-factor': endpoint({
    summary: 'Own second factor and the browsers that are remembered',
    ...own,
    answer: secondFactor,
  }),
  'POST /auth/second-factor': endpoint({
    summary:
      'Begin to set up the second factor, or to change the app: needs the password, and a code where there is one. Where there is none and the ' +
      'company asks for it, a link goes to the mailbox instead',
    ...own,
    body: z.object({ password, code: code.optional() }),
    answer: z.union([setup, mailStep]),
    heavy: 'password',
  }),
  'POST /auth/second-factor/confirm': endpoint({
    summary: 'Activate it with the app’s first code; other sessions end; answers the recovery codes, once',
    ...own,
    body: z.object({ ticket, code }),
    answer: recoveryCodes,
  }),
  'POST /auth/second-factor/recovery-codes': endpoint({
    summary: 'New recovery codes in place of the old ones',
    ...own,
    body: z.object({ code }),
    answer: recoveryCodes,
    heavy: 'password',
  }),
  'POST /auth/second-factor/remove': endpoint({
    summary: 'Take the own second factor away, unless the company asks for it',
    ...own,
    body: z.object({ code }),
    heavy: 'password',
  }),
  'DELETE /auth/devices/:id': endpoint({ summary: 'Forget a remembered browser of one’s own', ...own }),
  'GET /auth/policy': endpoint({
    summary: 'What the own company asks of who logs in',
    ...preferences,
    answer: policyNow,
  }),
  'PUT /auth/policy': endpoint({
    summary: 'Ask everybody in the company for a second factor, from their next login on, or no more',
    ...preferences,
    body: policy,
    answer: policyNow,
  }),
  'POST /auth/reset': endpoint({
    summary: 'Ask for a password reset e-mail; the answer is the same for any address',
    audience: 'public',
    body: z.object({ email }),
  }),
  'POST /auth/password': endpoint({
    summary: 'Set a new password with a single-use reset token; all sessions end; answers whose it is, for the login',
    audience: 'public',
    body: z.object({ token: z.string().min(20).max(200), password: newPassword }),
    answer: z.object({ email: z.string() }),
    heavy: 'password',
    queued: true,
  }),
};
