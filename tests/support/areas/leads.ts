import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { LeadInput } from '#domain/leads/schema.ts';
import { leadPageFields } from '#domain/leads/page-fields.ts';
import { visitorFields } from '#domain/public-pages.ts';
import { DEMO_REQUEST } from '#backend/seed/links.ts';
import { created, nothing, type Calls, type Side, type TestUser } from '../area.ts';
import { commentsOf } from '../comments.ts';
import { stagesOf } from './negotiations.ts';
import { othersAreDone, waitingForm } from '../page-forms.ts';
import { because, reasonsOf } from '../reasons.ts';
import { changing, waiting } from './preferences.ts';
import type { World } from '../world.ts';

/** A lead as somebody at the telephone types it. */
export const leadOf = (changes: Partial<LeadInput> = {}): LeadInput => ({
  ...blankOf(leadFields),
  name: 'Chiara Colombo',
  phone: '+393330000218',
  source: 'portal',
  vehicle: 'Lampo 1.5',
  ...changes,
});

/** A lead of a person, or of nobody. */
export const makeLead = (side: Side, assigneeId: number | null = side.as.id, changes: Partial<LeadInput> = {}) =>
  created(side, 'POST /leads', { body: { ...leadOf({ message: side.marker, ...changes }), assigneeId } });

interface Seen {
  params: { id: number };
  version: number;
}
const moved = async (side: Side, move: 'take' | 'negotiate'): Promise<Seen> => {
  const from = await (move === 'take' ? makeLead(side) : moved(side, 'take'));
  const { status, body } = await side.call(`POST /leads/:id/${move}`, from);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { params: from.params, version: body.version as number };
};

/** An action that leaves a lead open, with what comes next. */
const action = (note: string) =>
  ({
    type: 'in_progress',
    result: 'success',
    reason: null,
    note,
    nextType: 'follow_up',
    nextOn: '2026-12-01',
    nextTime: '10:00',
  }) as const;

const contracted = async (side: Side) => {
  const { params, version } = await moved(side, 'take');
  const [{ id }] = (await side.query(
    `insert into contracts (company_id, number, since, kind, channel, origin, seller_id, made_by, vehicle, draft, snapshot, total,
       keys_in_hand, list_total, discount, financed, within_cap, insured, created_at, updated_at)
     values ($1, 'C-' || $2::text, now(), 'used', 'retail', 'hand', $3, $3, '', '{}', '{}', 0, 0, 0, 0, 0, true, true, now(), now())
     returning id::int`,
    [side.companyId, side.next(), side.as.id],
  )) as [{ id: number }];
  await side.query('update leads set contract_id = $2 where id = $1', [params.id, id]);
  return { params, version };
};

/** A lead with a contract, so that every move of it is possible. */
export async function readyLead(world: World, owner: TestUser): Promise<number> {
  const side = { ...(await world.sideOf(world.alfa)), as: owner };
  const { body } = await world.call(owner, 'POST /leads', { body: { ...leadOf(), assigneeId: owner.id } });
  const { params } = await contracted(await world.sideOf(world.alfa));
  await side.query('update leads set contract_id = (select contract_id from leads where id = $2) where id = $1', [
    body.id,
    params.id,
  ]);
  return body.id as number;
}

/** What the machine reads of a lead. */
export const leadFacts = `state, assignee_id::int as "assigneeId", contract_id::int as "contractId", closed_on::text as "closedOn", version`;

/** An ADF document of one lead. */
export const adfOf = (id: string, name: string, more = '') => `<?xml version="1.0"?>
<adf><prospect><id source="X">${id}</id><vehicle status="used"><make>Lumera</make><model>Alba</model></vehicle>
<customer><contact><name part="full">${name}</name><email>adf@example.it</email><phone>333 0000 851</phone></contact>
<comments>È ancora disponibile?</comments></customer>${more}</prospect></adf>`;

/** Something that another system sent and nobody can read. */
const unread = async (side: Side) => {
  const [{ id }] = (await side.query(
    `insert into lead_intakes (company_id, source, external_id, raw, received_at, why)
     values ($1, $2, $3, '{}', now(), 'Telefono: manca') returning id::int`,
    [side.companyId, side.marker, String(side.next())],
  )) as [{ id: number }];
  return id;
};

/** A mail of a sender who is not admitted. */
const unreadMail = async (side: Side) => {
  const [{ id }] = (await side.query(
    `insert into lead_intakes (company_id, source, raw, format, received_at, why, shown, sender)
     values ($1, 'E-mail', $2, 'mail', now(), 'Mittente non ammesso', $2, $3) returning id::int`,
    [side.companyId, `From: <${side.marker}>`, `portale${side.next()}@example.it`],
  )) as [{ id: number }];
  return id;
};

/** A lead, and the mail with a photo of which it was made. */
const withOriginal = async (side: Side) => {
  const { params } = await makeLead(side);
  const [{ id: intakeId }] = (await side.query(
    `insert into lead_intakes (company_id, source, raw, format, received_at, settled_at, lead_id)
     values ($1, 'E-mail', $2, 'mail', now(), now(), $3) returning id::int`,
    [side.companyId, `From: <${side.marker}>`, params.id],
  )) as [{ id: number }];
  return { params: { ...params, intakeId } };
};

/** Two open leads of the same person. */
const two = async (side: Side) => {
  const other = await makeLead(side);
  return { ...(await makeLead(side)), body: { otherId: other.params.id } };
};

/** A page of the company whose forms become leads, by its token, and a form of it. */
const formed = async (side: Side) => {
  await othersAreDone(side);
  const { body: page } = await side.call('POST /leads/pages', {
    body: pageOf(side),
    key: `pagina-${side.next()}-lead`,
  });
  const token = String(page.url).split('/richiesta/')[1]!;
  const { body } = await side.call('GET /links/request', { query: { token } });
  const form = {
    ...blankOf(visitorFields),
    token,
    key: `modulo-di-prova-${side.next()}`,
    name: side.marker,
    email: `modulo${side.next()}@example.it`,
  };
  return { id: page.id as number, token, form: { ...form, shown: body.notice.id as number, said: [] } };
};
const pageOf = ({ marker, locationId }: Side) => ({ ...blankOf(leadPageFields), name: marker, locationId });

/** A request that waits for its code: its id, and what confirms it. */
const held = async (side: Side) => {
  const { form } = await formed(side);
  return waitingForm(side, 'POST /links/request', form);
};

export const leads: Calls<typeof table> = {
  ...reasonsOf('leads', 'reopen'),
  'GET /leads/pages': async (side) => {
    await formed(side);
    return {};
  },
  'POST /leads/pages': (side) => ({ body: { ...pageOf(side), name: `Modulo ${side.next()}` } }),
  'POST /leads/pages/:pageId/close': async (side) => ({ params: { pageId: (await formed(side)).id } }),
  'GET /links/request': async (side) => ({ query: { token: (await formed(side)).token } }),
  'POST /links/request': async (side) => ({ body: (await formed(side)).form }),
  'POST /links/request/confirm': async (side) => ({ body: (await held(side)).body }),
  'GET /leads/unconfirmed': async (side) => {
    await held(side);
    return {};
  },
  'POST /leads/unconfirmed/:formId/take': async (side) => ({ params: { formId: (await held(side)).id } }),
  'POST /leads/unconfirmed/:formId/drop': async (side) => ({ params: { formId: (await held(side)).id } }),
  'GET /leads/settings': nothing,
  'PUT /leads/settings': (side) => changing(side, 'GET /leads/settings', '2026-11-20'),
  'POST /leads/settings/unschedule': (side) =>
    waiting(side, 'GET /leads/settings', 'PUT /leads/settings', { escalatePercent: 201 + (side.next() % 700) }),
  'GET /leads/settings/timeline': nothing,
  'GET /leads/settings/test': () => ({ query: { source: 'portal', type: 'sales' } }),
  'GET /leads/terms': nothing,
  'GET /leads': nothing,
  'GET /leads/counts': () => ({ query: { views: '' } }),
  'GET /leads/export': () => ({ query: { format: 'csv' } }),
  'GET /leads/live': nothing,
  ...commentsOf('leads', (side) => makeLead(side)),
  ...stagesOf('leads', 'lead', (side) => makeLead(side)),
  'GET /leads/assignees': nothing,
  'GET /leads/reasons': nothing,
  'GET /leads/inbound': async (side) => {
    await unread(side);
    return {};
  },
  'POST /leads/inbound': (side) => ({
    body: { source: 'AutoVetrina', leads: [{ id: `P-${side.next()}`, name: side.marker, phone: '333 0000 218' }] },
  }),
  'POST /leads/inbound/adf': (side) => ({
    query: { source: 'AutoVetrina' },
    file: Buffer.from(adfOf(`X-${side.next()}`, side.marker)),
  }),
  'POST /leads/inbound/mail': (side) => ({
    file: Buffer.from(`From: lead@autovetrina.example.it\r\nSubject: Lead\r\n\r\nNome: ${side.marker}\r\n`),
  }),
  'POST /leads/inbound/:intakeId/settle': async (side) => ({ params: { intakeId: await unread(side) } }),
  'GET /leads/inbound/:intakeId/file': async (side) => ({ params: { intakeId: await unreadMail(side) } }),
  'POST /leads/inbound/:intakeId/enter': async (side) => ({
    params: { intakeId: await unread(side) },
    body: { ...leadOf({ message: side.marker }), assigneeId: side.as.id },
  }),
  'POST /leads/inbound/:intakeId/admit': async (side) => ({
    params: { intakeId: await unreadMail(side) },
    body: { name: 'AutoVetrina', source: 'portal' },
  }),
  'POST /leads': (side) => ({ body: { ...leadOf(), assigneeId: side.as.id } }),
  'GET /leads/:id': (side) => makeLead(side),
  'PUT /leads/:id': async (side) => ({ ...(await makeLead(side)), body: leadOf({ vehicle: side.marker }) }),
  'POST /leads/:id/take': (side) => makeLead(side),
  'POST /leads/:id/negotiate': (side) => moved(side, 'take'),
  'POST /leads/:id/stepBack': (side) => moved(side, 'negotiate'),
  'POST /leads/:id/win': contracted,
  'POST /leads/:id/lose': async (side) => ({
    ...(await moved(side, 'take')),
    body: await because(side, 'lead', 'lose'),
  }),
  'POST /leads/:id/dismiss': async (side) => ({
    ...(await makeLead(side)),
    body: await because(side, 'lead', 'dismiss'),
  }),
  'POST /leads/:id/reopen': async (side) => {
    const from = { ...(await makeLead(side)), body: await because(side, 'lead', 'dismiss') };
    const { body } = await side.call('POST /leads/:id/dismiss', from);
    return { params: from.params, version: body.version as number, body: await because(side, 'lead', 'reopen') };
  },
  'POST /leads/:id/actions': async (side) => ({
    ...(await makeLead(side)),
    body: action(side.marker),
  }),
  'DELETE /leads/:id/actions/:actionId': async (side) => {
    const { params, version } = await makeLead(side);
    const { body } = await side.call('POST /leads/:id/actions', { params, version, body: action(side.marker) });
    const [{ id: actionId }] = body.actions as [{ id: number }];
    return { params: { ...params, actionId }, version: body.version as number };
  },
  'POST /leads/:id/park': async (side) => ({ ...(await makeLead(side)), body: { until: '2026-12-01' } }),
  'DELETE /leads/:id/park': async (side) => {
    const made = await makeLead(side);
    const { body } = await side.call('POST /leads/:id/park', { ...made, body: { until: '2026-12-01' } });
    return { params: made.params, version: body.version as number };
  },
  'POST /leads/messages': async (side) => {
    const { params, version } = await makeLead(side, side.as.id, { email: 'molti@example.it' });
    await side.query(
      `with shown as (insert into privacy_texts (company_id, kind, version, text) values ($1, 'marketing', $3, 'Testo') returning id)
       insert into lead_consents (company_id, lead_id, purpose, given, channels, said_on, text_id)
       select $1, $2, 'marketing', true, '{email}', current_date, id from shown`,
      [side.companyId, params.id, 1000 + side.next()],
    );
    return {
      body: { rows: [{ id: params.id, version: version! }], subject: 'Novità', text: `Buongiorno ${side.marker}` },
    };
  },
  'POST /leads/assign': async (side) => {
    const { params, version } = await makeLead(side);
    return { body: { rows: [{ id: params.id, version: version!, sellerId: (await side.colleague()).id }] } };
  },
  'POST /leads/:id/assign': async (side) => ({
    ...(await makeLead(side)),
    body: { assigneeId: (await side.colleague()).id },
  }),
  'GET /leads/:id/originals/:intakeId': withOriginal,
  'DELETE /leads/:id/originals/:intakeId': withOriginal,
  'GET /leads/:id/writing': (side) => makeLead(side),
  'POST /leads/:id/messages': async (side) => ({
    ...(await makeLead(side)),
    body: { channel: 'whatsapp', subject: '', text: side.marker },
  }),
  'POST /leads/:id/join': (side) => two(side),
  'POST /leads/:id/part': async (side) => {
    const { params, version, body } = await two(side);
    const joined = await side.call('POST /leads/:id/join', { params, version, body });
    return { params, version: joined.body.version as number, body };
  },
  'POST /leads/:id/apart': (side) => two(side),
  'GET /leads/figures': () => ({ query: { from: '2026-11-01', to: '2026-11-24' } }),
  'GET /leads/:id/timeline': (side) => makeLead(side),
};

export const pages = { '/richiesta/{token}': `/richiesta/${DEMO_REQUEST}` };
