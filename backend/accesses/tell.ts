import { ticketOf } from '#domain/accesses/terms.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from '../lib/work/context.ts';
import { accessHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { isLeft, type AccessRecord } from './records.ts';

/** Tells a seller that somebody waits for them, or that a visit of an earlier day is theirs to close. */
export const tellSeller = (ctx: Ctx, record: AccessRecord, sellerId: number) => {
  const { ticket } = record;
  const who = [ticket === null ? '' : ticketOf(ticket), record.customer ?? record.name].filter(Boolean).join(': ');
  return notify(
    ctx,
    [sellerId].filter((one) => one !== ctx.user.id),
    {
      kind: 'access_assigned',
      title: isLeft(ctx, record) ? `${who}, visita del ${day(record.day)}: com’è andata?` : `${who} aspetta in salone`,
      text: record.wish,
      href: accessHref(record.id),
    },
  );
};
