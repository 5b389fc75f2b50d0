/** A car that is sold with test drives booked: the events stay, and everybody who counts on it is told. */
import { sql } from 'kysely';
import { day, time } from '#domain/italian.ts';
import { dayInRome } from '#domain/dates.ts';
import type { Effects } from '../lib/work/context.ts';
import { eventHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { tellOf } from './remind.ts';

/** Other cars that a seller is offered. */
const MOST_OTHERS = 6;

export const carSold: NonNullable<Effects['car.sold']> = async (ctx, { kind, id, customerId }) => {
  const { companyId } = ctx.user;
  const { rows } = await sql<{
    id: number;
    startsAt: string;
    userIds: number[];
    customerId: number | null;
    car: string;
    others: string[];
  }>`
    select e.id, e.starts_at, e.user_ids, e.customer_id, k.name as car,
      array(select o.name from calendars o where o.company_id = ${companyId} and o.kind = 'car' and o.archived_at is null and o.id <> k.id
        order by o.location_id is distinct from k.location_id, o.name, o.id limit ${MOST_OTHERS}) as others
    from ${sql.table(kind === 'used' ? 'used_cars' : 'new_cars')} c
      join calendars k on k.company_id = ${companyId} and k.kind = 'car' and replace(upper(k.plate), ' ', '') = replace(upper(c.plate), ' ', '')
      join calendar_bookings b on b.company_id = ${companyId} and b.calendar_id = k.id and b.starts_at > ${ctx.now}
      join calendar_events e on e.company_id = ${companyId} and e.id = b.event_id and e.kind = 'test_drive' and e.state = 'not_started'
    where c.company_id = ${companyId} and c.id = ${id} and c.plate <> '' order by e.starts_at, e.id`.execute(ctx.db);
  for (const one of rows) {
    const when = `${day(dayInRome(new Date(one.startsAt)))} ${time(one.startsAt)}`;
    await notify(ctx, one.userIds, {
      kind: 'event_changed',
      title: `${one.car} è venduta: prova del ${when} da spostare`,
      text:
        one.others.length > 0 ? `Altre auto di prova: ${one.others.join(', ')}.` : 'Non ci sono altre auto di prova.',
      href: eventHref(one.id),
      once: `car_sold:${one.id}`,
    });
  }
  // Who has bought it needs no test drive any more.
  const others = rows.filter((one) => one.customerId === null || one.customerId !== customerId);
  await tellOf(
    ctx,
    others.map((one) => one.id),
    (line) => ({
      subject: 'l’auto della sua prova',
      said: `L’auto non è più disponibile per: ${line}. L’orario resta suo: la contattiamo per proporgliene un’altra.`,
      linked: true,
    }),
  );
};
