import { accessMachine } from '#domain/accesses/rules.ts';
import type { Here } from '#domain/accesses/schema.ts';
import { languages } from '#domain/languages.ts';
import { offeredOf } from '#domain/record/machine.ts';
import { person } from '../lib/people/person.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { AccessRecord } from './records.ts';

/** A visit as the reception shows it. */
export function hereOf(ctx: Ctx, record: AccessRecord, proposal: { id: number; name: string } | null): Here {
  const { language } = record;
  return {
    id: record.id,
    version: record.version,
    ticket: record.ticket,
    name: record.customer ?? record.name,
    customerId: record.customerId,
    subject: record.subject,
    people: record.people,
    wish: record.wish,
    language: language && languages[language].toLowerCase(),
    maker: record.maker,
    since: (record.state === 'waiting' ? record.waitingSince : record.assignedAt) ?? record.createdAt,
    seller: person(record.sellerId, record.seller),
    begun: record.begun,
    timesOutAt: record.timesOutAt,
    ownSeller: person(record.ownSellerId, record.ownSeller),
    proposal,
    offered: offeredOf(accessMachine, record, { ...ctx.user, today: ctx.today }),
  };
}
