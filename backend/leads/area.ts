import { sql } from 'kysely';
import { leads as table } from '#domain/leads/endpoints.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { leadRights } from '#domain/leads/rights.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import { area } from '../lib/ports/area.ts';
import { hitsOf } from '../lib/records/hits.ts';
import { leadHref } from '../lib/records/links.ts';
import { offeredReasons } from '../lib/records/reasons.ts';
import { visible } from '../lib/records/scope.ts';
import { activityOf } from '../lib/records/activity.ts';
import { stageFacts, stageVerbs } from '../lib/records/stages.ts';
import { viewCounts } from '../lib/records/figures.ts';
import { write } from '../lib/records/timeline.ts';
import { logAction, park } from './actions.ts';
import { assign, assignMany } from './assign.ts';
import { assigneesOf } from './assignees.ts';
import { leadComments } from './comments.ts';
import { leadFigure } from './counted.ts';
import { expiryLeads } from './expiries.ts';
import { followUps } from './follow-ups.ts';
import { figures } from './figures.ts';
import { inbound, inboundAdf, inboundMail, readIntakes } from './inbound.ts';
import { admit, dropOriginal, enterByHand, leadOriginal, original, settle, waiting } from './intakes.ts';
import { apart, join, part } from './join.ts';
import { lapsed } from './lapsed.ts';
import { lateLeads } from './late.ts';
import { leadLegacies } from './legacies.ts';
import { writeMany } from './letters.ts';
import { exportList, list } from './list.ts';
import { live } from './live.ts';
import { create, save } from './make.ts';
import { learnCanceled, learnMessage, learnMissed, learnMoves, learnPlan, learnVisit } from './learn.ts';
import { leadMoves, reasoned } from './moves.ts';
import { leadPageVerbs } from './pages.ts';
import { leadPost } from './post.ts';
import { leadCourse } from './records.ts';
import { settingVerbs } from './settings.ts';
import { takeActionBack, takeParkBack } from './take-back.ts';
import { readWriting, write as writeTo } from './writing.ts';

const activity = activityOf(leadCourse, {
  fields: leadFields,
  actions: {
    create: 'ha registrato il lead',
    answered: 'ha ricevuto una risposta del cliente',
    answeredUnverified: 'ha ricevuto una risposta con mittente non verificato',
    looked: 'ha visto gli allegati arrivati',
  },
  facts: {
    action: ['Azione', write.text],
    result: ['Esito', write.text],
    note: ['Nota', write.text],
    assignee: ['In carico a', write.text],
    parkedUntil: ['Rinviato al', write.day],
    followUpOn: ['Da risentire il', write.day],
    joined: ['Lead unito', write.text],
    apart: ['Persona diversa', write.text],
    ...stageFacts,
  },
});

export const leads = area(table, {
  verbs: {
    ...settingVerbs,
    ...leadPageVerbs,
    'GET /leads': list,
    'GET /leads/live': live,
    'GET /leads/counts': viewCounts(leadFigure, leadRights),
    'GET /leads/export': exportList,
    ...leadComments,
    ...stageVerbs('leads', { entity: 'lead', course: leadCourse }),
    'GET /leads/assignees': assigneesOf,
    'GET /leads/reasons': (ctx) => offeredReasons(ctx, leadMachine, reasoned),
    'GET /leads/inbound': waiting,
    'POST /leads/inbound': inbound,
    'POST /leads/inbound/adf': inboundAdf,
    'POST /leads/inbound/mail': inboundMail,
    'POST /leads/inbound/:intakeId/settle': settle,
    'GET /leads/inbound/:intakeId/file': original,
    'POST /leads/inbound/:intakeId/enter': enterByHand,
    'POST /leads/inbound/:intakeId/admit': admit,
    'POST /leads': create,
    'GET /leads/:id': leadCourse.show,
    'GET /leads/:id/originals/:intakeId': leadOriginal,
    'DELETE /leads/:id/originals/:intakeId': dropOriginal,
    'PUT /leads/:id': save,
    ...leadMoves,
    'POST /leads/:id/actions': logAction,
    'DELETE /leads/:id/actions/:actionId': takeActionBack,
    'POST /leads/:id/park': park,
    'DELETE /leads/:id/park': takeParkBack,
    'POST /leads/assign': assignMany,
    'POST /leads/messages': writeMany,
    'POST /leads/:id/assign': assign,
    'GET /leads/:id/writing': readWriting,
    'POST /leads/:id/messages': writeTo,
    'POST /leads/:id/join': join,
    'POST /leads/:id/part': part,
    'POST /leads/:id/apart': apart,
    'GET /leads/figures': figures,
    'GET /leads/:id/timeline': activity,
  },
  jobs: [readIntakes, lateLeads, leadPost],
  effects: {
    'record.moved': learnMoves,
    'lead.planned': learnPlan,
    'lead.missed': learnMissed,
    'lead.unplanned': learnCanceled,
    'lead.wrote': learnMessage,
    'lead.came': learnVisit,
  },
  schedules: [lapsed, expiryLeads, followUps],
  legacies: leadLegacies,
  hits: [
    hitsOf<{ id: number; number: string; name: string; vehicle: string }>(
      leadCourse.of,
      sql`t.number, t.name, t.vehicle`,
      (ctx) => visible(ctx, leadCourse.of),
      ({ id, number, name, vehicle }) => ({
        label: 'Lead',
        icon: 'magnet',
        title: name || number,
        subtitle: [number, vehicle].filter(Boolean).join(' · '),
        href: leadHref(id),
      }),
    ),
  ],
  constraints: {
    leads_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
    leads_company_id_customer_id_fkey: { customerId: 'Scegliere un cliente' },
    leads_company_id_contract_id_fkey: { contractId: 'Scegliere un contratto' },
  },
});
