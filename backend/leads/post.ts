/** Sends the messages that were written about leads. */
import { sender } from '../documents/sender.ts';
import { leadHref } from '../lib/records/links.ts';

/** The number of its lead stands in the subject: an answer that names it comes back to it. */
export const leadPost = sender('lead-post', async ({ db, user }, { recordId, userId, subject, body }) => {
  const { number } = await db
    .selectFrom('leads')
    .select('number')
    .where('companyId', '=', user.companyId)
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  return {
    text: body,
    subject: `${subject} [${number}]`,
    written: true,
    told: { userIds: userId === null ? [] : [userId], about: number, href: leadHref(recordId) },
  };
});
