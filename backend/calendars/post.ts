/** Sends the messages about appointments to their customers, each with its own link to the appointment. */
import { dayInRome } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import { sender, type Waiting } from '../documents/sender.ts';
import type { Ctx } from '../lib/work/context.ts';
import { eventHref } from '../lib/records/links.ts';
import { openLink } from '../lib/people/link.ts';
import { eventCourse } from './records.ts';

/** Whether a newer message about the same appointment goes to the same address. */
async function isFollowed({ db, user }: Ctx, { id, recordId, to }: Waiting): Promise<boolean> {
  const newer = await db
    .selectFrom('messages')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('entity', '=', 'event')
    .where('recordId', '=', recordId)
    .where('address', '=', to)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

/** None leaves once the appointment has begun, nor a failed one that was followed by a newer one, which says what holds now. */
export const eventPost = sender('event-post', async (ctx, message) => {
  const { recordId, body } = message;
  const { startsAt, endsAt, userIds } = await eventCourse.find(ctx, recordId);
  const about = `Appuntamento di ${dayOfWeek(dayInRome(new Date(startsAt)))} alle ${time(startsAt)}`;
  const told = { userIds, about, href: eventHref(recordId) };
  if (new Date(startsAt) <= ctx.now) return { over: 'the appointment has begun', told };
  if (message.failedAt && (await isFollowed(ctx, message))) return { over: 'a newer message says what holds', told };
  if (!body.includes(LINK_PLACE)) return { text: body, told };
  const { id, token } = await openLink(ctx, { purpose: 'appointment', recordId, expiresAt: new Date(endsAt) });
  const url = `${ctx.config.PUBLIC_ORIGIN}/appuntamento/${encodeURIComponent(token)}`;
  return { text: body.replaceAll(LINK_PLACE, url), link: { id, purpose: 'appointment' }, told };
});
