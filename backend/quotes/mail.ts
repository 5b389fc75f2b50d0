import { b2bSendable } from './b2b/moves.ts';
import { mailJob } from '../documents/mail.ts';
import { quoteSendable } from './sendable.ts';

/** The job that sends mails about quotes and wholesale offers. */
export const quoteMail = mailJob('quote-mail', [quoteSendable, b2bSendable]);
