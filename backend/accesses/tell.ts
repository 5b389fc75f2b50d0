import { ticketOf } from '#domain/accesses/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { accessHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import type { AccessRecord } from './records.ts';

/** Tells a seller that somebody waits for them. */
export const tellSeller = (ctx: Ctx, { id, ticket, name, customer, wish }: AccessRecord, sellerId: number) =>
  notify(
    ctx,
    [sellerId].filter((one) => one !== ctx.user.id),
    {
      kind: 'access_assigned',
      title:
        [ticket === null ? '' : ticketOf(ticket), customer ?? name].filter(Boolean).join(': ') + ' aspetta in salone',
      text: wish,
      href: accessHref(id),
    },
  );
