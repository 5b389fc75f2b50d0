import { sendPasswordNotice, sendResetMail } from './auth/mails.ts';
import { cleanUp } from './lib/housekeeping.ts';
import type { JobName, JobTools, Payloads } from './lib/jobs.ts';

/** What each job does. A job may run twice: all of them are harmless then. */
export const jobHandlers: { [N in JobName]: (tools: JobTools, payload: Payloads[N]) => Promise<void> } = {
  'reset-mail': sendResetMail,
  'password-notice': sendPasswordNotice,
  housekeeping: cleanUp,
};
