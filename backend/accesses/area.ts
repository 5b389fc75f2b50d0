import { sql } from 'kysely';
import { accesses as table } from '#domain/accesses/endpoints.ts';
import { visitFields } from '#domain/accesses/visit-fields.ts';
import { accessRights } from '#domain/accesses/rights.ts';
import { accessMachine, firstAccessReasons } from '#domain/accesses/rules.ts';
import { accessOutcomes, ticketOf } from '#domain/accesses/terms.ts';
import { area } from '../lib/ports/area.ts';
import { linked } from '../lib/records/course.ts';
import { hitsOf } from '../lib/records/hits.ts';
import { followLead } from '../lib/records/lead-customers.ts';
import { accessHref } from '../lib/records/links.ts';
import { offeredReasons, reasonSettings } from '../lib/records/reasons.ts';
import { visible } from '../lib/records/scope.ts';
import { activityOf } from '../lib/records/activity.ts';
import { viewCounts } from '../lib/records/figures.ts';
import { write } from '../lib/records/timeline.ts';
import { begin, miss } from './acts.ts';
import { board } from './board.ts';
import { visitFigure } from './counted.ts';
import { reception } from './reception.ts';
import { sellersOf } from './give.ts';
import { accessTimes, askOpen } from './late.ts';
import { learnQuote } from './learn.ts';
import { accessLegacies } from './legacies.ts';
import { exportList, list } from './list.ts';
import { arrive, book, create, other, save } from './make.ts';
import { accessMoves, reasoned } from './moves.ts';
import { accessCourse } from './records.ts';
import { makeRoom, showRoom } from './room.ts';

const activity = activityOf(accessCourse, {
  fields: visitFields,
  actions: { create: 'ha registrato la visita', room: 'ha creato lo schermo della sala' },
  facts: {
    outcome: ['Esito', write.word(accessOutcomes)],
    nextStep: ['Che cosa segue', write.text],
    seller: ['Venditore', write.text],
    note: ['Nota', write.text],
  },
});

const reasons = reasonSettings({
  machine: accessMachine,
  first: firstAccessReasons,
  group: 'accesses.reasons',
  labelOf: (move) => accessMachine.moves[move].label,
});

export const accesses = area(table, {
  verbs: {
    'GET /accesses': list,
    'GET /accesses/counts': viewCounts(visitFigure, accessRights),
    'GET /accesses/export': exportList,
    'GET /accesses/open': board,
    'GET /accesses/sellers': sellersOf,
    'GET /accesses/reasons': (ctx) => offeredReasons(ctx, accessMachine, reasoned),
    'GET /accesses/settings/reasons': reasons.read,
    'PUT /accesses/settings/reasons': reasons.save,
    'GET /accesses/reception': reception,
    'POST /accesses': create,
    'POST /accesses/others': other,
    'POST /accesses/bookings': book,
    'POST /accesses/arrivals': arrive,
    'POST /accesses/rooms': makeRoom,
    'GET /links/room': showRoom,
    'GET /accesses/:id': accessCourse.show,
    'PUT /accesses/:id': save,
    ...accessMoves,
    'POST /accesses/:id/begin': begin,
    'POST /accesses/:id/miss': miss,
    'GET /accesses/:id/timeline': activity,
  },
  jobs: [accessTimes],
  effects: { 'lead.linked': followLead('accesses'), 'record.moved': learnQuote },
  schedules: [askOpen],
  legacies: accessLegacies,
  hits: [
    hitsOf<{ id: number; name: string; wish: string; ticket: number | null; day: string }>(
      accessCourse.of,
      sql`coalesce(${linked('t', 'customers', 'name', 'customer_id')}, t.name) as name,
        t.wish, t.ticket, t.day`,
      (ctx) => visible(ctx, accessCourse.of),
      ({ id, name, wish, ticket, day }) => ({
        label: 'Accesso',
        icon: 'door-open',
        title: name || (ticket === null ? 'Prenotato' : ticketOf(ticket)),
        subtitle: [day.split('-').toReversed().join('/'), wish].filter(Boolean).join(' · '),
        href: accessHref(id),
      }),
    ),
  ],
  constraints: {
    accesses_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
    accesses_company_id_customer_id_fkey: { customerId: 'Scegliere un cliente' },
    accesses_company_id_lead_id_fkey: { leadId: 'Scegliere un lead' },
    accesses_maker_id_fkey: { makerId: 'Scegliere una marca' },
  },
});
