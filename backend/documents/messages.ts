import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { Message, StoryEvents } from '#domain/documents/sending.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Purpose } from '../lib/people/link.ts';
import { isDoubtful } from './sender.ts';

/** Words of the activity for links and messages; null: the message itself is shown instead. */
export const aroundActions = {
  link: 'ha creato un collegamento privato',
  link_revoked: 'ha revocato i collegamenti privati',
  send: null,
  prepare: null,
  question: null,
} satisfies Record<string, string | null>;

/** Words for what the holder of a private link did; `noun` is the document. */
export const byHolder = (holder: string, noun: string) => (action: string, after: Record<string, unknown> | null) => {
  if (action === 'opened') return { who: holder, what: `ha aperto ${noun}` };
  const name = action === 'accept' && after?.acceptedBy;
  return name ? { who: String(name), what: `ha accettato ${noun} dal collegamento privato` } : null;
};

/** The newest messages about records, to and from the customer, oldest first. */
export async function messagesOf({ db, user }: Ctx, recordIds: readonly number[], entity: Purpose): Promise<Message[]> {
  const rows = await db
    .selectFrom('messages as m')
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 'm.companyId').onRef('u.id', '=', 'm.userId'))
    .select(['m.id', 'm.direction', 'm.channel', 'm.answers', 'm.address', 'm.subject', 'm.body as text'])
    .select(['u.name as who', 'm.createdAt as at', 'm.sentAt', 'm.failedAt'])
    .select(isDoubtful.as('doubtful'))
    .where('m.companyId', '=', user.companyId)
    .where('m.entity', '=', entity)
    .where('m.recordId', 'in', recordIds)
    .orderBy('m.id', 'desc')
    .limit(100)
    .execute();
  return rows.toReversed().map((row) => ({
    ...row,
    direction: row.direction as Message['direction'],
    channel: row.channel as Message['channel'],
  }));
}

/** What somebody did with a message, as a verb phrase. */
function whatOf({ direction, channel, answers, address, subject, failedAt, sentAt, doubtful }: Message): string {
  if (direction === 'in') return 'ha chiesto';
  if (channel === 'whatsapp') return 'ha preparato un testo per WhatsApp con il collegamento privato';
  const failed = doubtful ? ' (forse non è partito)' : ' (non parte)';
  const fate = failedAt ? failed : sentAt ? '' : ' (in partenza)';
  if (channel === 'sms') return `ha scritto un SMS a ${address}${fate}`;
  return `${answers === null ? 'ha scritto' : 'ha risposto'} a ${address}: ${subject}${fate}`;
}

/** The messages in full, as events of the history. */
export function lettersIn(messages: readonly Message[]): StoryEvents {
  const answered = new Set(messages.map(({ answers }) => answers));
  return messages.map((message) => ({
    at: message.at,
    who: message.direction === 'in' ? message.address || 'Il cliente' : (message.who ?? 'Sistema'),
    what: whatOf(message),
    changes: [],
    text: message.text.replaceAll(LINK_PLACE, '[collegamento privato]'),
    ...(message.direction === 'in' && !answered.has(message.id) && { question: message.id }),
  }));
}
