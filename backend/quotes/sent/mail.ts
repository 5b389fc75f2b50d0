import { b2bSendable } from '../b2b/moves.ts';
import { postJob } from '#backend/documents/post.ts';
import { quoteSendable } from './sendable.ts';

/** The job that sends messages about quotes and wholesale offers. */
export const quoteMail = postJob('quote-mail', [quoteSendable, b2bSendable]);
