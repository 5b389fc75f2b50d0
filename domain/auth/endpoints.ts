import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { credentials, email, newPassword, session, user } from './schema.ts';
import {
  code,
  firstSession,
  policy,
  policyNow,
  recoveryCodes,
  secondFactor,
  secondSession,
  setup,
  step,
  ticket,
} from './second-factor.ts';

const preferences = { privileges: [p.managePreferences] };
const password = z.string().min(1, 'Inserire la password').max(1024);

export const auth = {
  'POST /auth/login': endpoint({
    summary:
      'Log in: answers the bearer token to callers that send X-Session: bearer, else a session cookie without it; ' +
      'or the step that follows: `code` (POST /auth/code) or `activate` (POST /auth/activation), with the ticket that it takes',
    audience: 'public',
    body: credentials,
    answer: z.union([session, step]),
  }),
  'POST /auth/code': endpoint({
    summary:
      'Second step of a login: a code of the app or a recovery code; `remember`: ask this browser no more for 30 days',
    audience: 'public',
    body: z.object({ ticket, code, remember: z.boolean().default(false) }),
    answer: secondSession,
  }),
  'POST /auth/activation': endpoint({
    summary:
      'Second step of a login where the company asks for a second factor and there is none: what the app is given',
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
  'POST /auth/logout': endpoint({ summary: 'End the current session', audience: 'user' }),
  'GET /auth/user': endpoint({ summary: 'The logged-in user', audience: 'user', answer: user }),
  'GET /auth/second-factor': endpoint({
    summary: 'Own second factor and the browsers that are remembered',
    audience: 'user',
    answer: secondFactor,
  }),
  'POST /auth/second-factor': endpoint({
    summary:
      'Begin to set up the second factor, or to change the app: needs the password, and a code where there is one',
    audience: 'user',
    body: z.object({ password, code: code.optional() }),
    answer: setup,
    heavy: 'short',
  }),
  'POST /auth/second-factor/confirm': endpoint({
    summary: 'Activate it with the app’s first code; other sessions end; answers the recovery codes, once',
    audience: 'user',
    body: z.object({ ticket, code }),
    answer: recoveryCodes,
  }),
  'POST /auth/second-factor/recovery-codes': endpoint({
    summary: 'New recovery codes in place of the old ones',
    audience: 'user',
    body: z.object({ code }),
    answer: recoveryCodes,
    heavy: 'short',
  }),
  'POST /auth/second-factor/remove': endpoint({
    summary: 'Take the own second factor away, unless the company asks for it',
    audience: 'user',
    body: z.object({ code }),
    heavy: 'short',
  }),
  'DELETE /auth/devices/:id': endpoint({ summary: 'Forget a remembered browser of one’s own', audience: 'user' }),
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
    summary: 'Set a new password with a single-use reset token; all sessions end',
    audience: 'public',
    body: z.object({ token: z.string().min(20).max(200), password: newPassword }),
    heavy: 'short',
  }),
};
