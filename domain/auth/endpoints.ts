import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { credentials, email, newPassword, session, user } from './schema.ts';

export const auth = {
  'POST /auth/login': endpoint({
    summary:
      'Log in: answers the bearer token to callers that send X-Session: bearer, else a session cookie without it',
    audience: 'public',
    body: credentials,
    answer: session,
  }),
  'POST /auth/logout': endpoint({ summary: 'End the current session', audience: 'user' }),
  'GET /auth/user': endpoint({ summary: 'The logged-in user', audience: 'user', answer: user }),
  'POST /auth/reset': endpoint({
    summary: 'Ask for a password reset e-mail; the answer is the same for any address',
    audience: 'public',
    body: z.object({ email }),
  }),
  'POST /auth/password': endpoint({
    summary: 'Set a new password with a single-use reset token; all sessions end',
    audience: 'public',
    body: z.object({ token: z.string().min(20).max(200), password: newPassword }),
  }),
};
