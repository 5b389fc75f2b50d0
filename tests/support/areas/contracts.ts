import { blankOf, type Fields } from '#domain/record/fields.ts';
import { DEMO_ENCLOSURES } from '#backend/seed/links.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import type { CallName } from '#domain/endpoints.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { contractFields, contractTradeInFields } from '#domain/contracts/fields.ts';
import { sectionFields } from '#domain/record/locks.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { nothing, once, type Calls, type Side, type TestUser } from '../area.ts';
import type { World } from '../world.ts';
import { commentsOf } from '../comments.ts';
import { stockCar } from './b2b.ts';
import { aPhoto, sent } from './uploads.ts';
import { because, reasonsOf } from '../reasons.ts';
import { changing, waiting } from './preferences.ts';
import { draftOf } from './quotes.ts';

/** A section as nobody has filled it in. */
export const blankSection = <S extends string>(section: S) =>
  blankOf(sectionFields({ fields: contractFields as Fields }, section));
export const generalBody = blankSection('general');

const passport = [{ kind: 'passport', number: 'YA1', issuer: '', issuedOn: null, expiresOn: null, scan: null }];

/** A quote of a used car of the stock, issued by this person. */
export async function issuedQuote(
  side: Side,
  by: TestUser,
  changes: Partial<QuoteDraft> = {},
): Promise<{ id: number; carId: number }> {
  const { companyId, customerId, query, call } = side;
  await query('update customers set documents = $2::jsonb where company_id = $1 and id = $3', [
    companyId,
    JSON.stringify(passport),
    customerId,
  ]);
  const vin = `ZZ9CONTRACT${side.next() + 100_000}`;
  const carId = changes.stockId ?? (await stockCar(side, { retail_price: 1_090_000, kw: 74, vin }));
  const body = { ...draftOf(side.car, side), versionId: 0, stockId: carId, ...changes };
  const quote = (await call('POST /quotes', { body }, by)).body;
  const issued = await call('POST /quotes/:id/issue', { params: { id: quote.id }, version: quote.version }, by);
  if (issued.status !== 200) throw new Error(JSON.stringify(issued.body));
  return { id: quote.id, carId };
}

/** A contract that this person made of a quote of a used car. */
export async function madeBy(side: Side, by: TestUser) {
  const { id: quoteId } = await issuedQuote(side, by);
  const { status, body } = await side.call('POST /contracts', { body: { quoteId } }, by);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { params: { id: body.id as number }, version: body.version as number };
}
const made = (side: Side) => madeBy(side, side.as);

/** Fills in by the database whatever the moves of a contract need. */
const ready = `update contracts set signed_on = '2026-11-20', checklist = '{identity,documents,residence,price,trade_in}', trade_in_checked = true, received = total,
  invoiced = total, deposit_outcome = 'returned', delivery_on = '2026-11-20' where id = $1 returning trade_ins as "tradeIns"`;
/** A person signs for a company. */
const REPRESENTED = `update contracts t set representative_id = (select p.id from customers p where p.company_id = t.company_id
    and p.type = 'private' order by p.id limit 1)
  from customers c where t.id = $1 and c.company_id = t.company_id and c.id = t.customer_id and c.type = 'fleet'
    and t.representative_id is null`;
const NO_DOCUMENTS = `insert into params (company_id, key, valid_from, value) values ($1, 'contracts.documents', '2020-01-01', '[]')
  on conflict do nothing`;

/** A contract whose moves lack nothing, for the walks of machines; colleagues can validate it. */
export async function readyContract(world: World, owner: TestUser): Promise<number> {
  const side = await world.sideOf(world.alfa);
  const { params } = await made(side);
  await prepareContract(side, params.id);
  await world.query('update contracts set seller_id = $2, made_by = $2 where id = $1', [params.id, owner.id]);
  await world.query("update state_changes set user_id = $2 where entity = 'contract' and record_id = $1", [
    params.id,
    owner.id,
  ]);
  return params.id;
}

/** What the machine reads of such a contract. */
export const contractFacts = `state, canceled_at as "canceledAt", origin, kind, channel, seller_id::int as "sellerId", partner_id::int as "partnerId", array_to_json(former_sellers) as "formerSellers",
  made_by::int as "madeBy", commercial_by::int as "commercialBy", customer_id::int as "customerId", 'private' as "customerType",
  '[]'::jsonb as "customerLacks", total::int, financed::int, '[]'::jsonb as "agreedTradeIns", '[]'::jsonb as "tradeIns",
  '[]'::jsonb as attachments, '[]'::jsonb as objectives, null as "marginSecond", true as "withinCap", false as insured, override_reason as "overrideReason",
  '[{"kind": "used", "code": "U", "vin": "V", "plate": "P", "registeredOn": "2026-11-20"}]'::jsonb as cars,
  jsonb_build_array(jsonb_build_object('kind', 'balance', 'amount', total)) as payments, deposit_outcome as "depositOutcome",
  to_jsonb(checklist) as checklist, deposit_waiver as "depositWaiver", plate_pending as "platePending", delivery_on::text as "deliveryOn",
  signed_on::text as "signedOn", received::int, invoiced::int, 0 as "unbilledAdvances", 0 as "owedOnCars", withdrawn_at as "withdrawnAt", addendum_due as "addendumDue", false as "scanWaits", validated_values as "validatedValues", false as "addendumWaits", plan_ends_on::text as "planEndsOn", policy_ends_on::text as "policyEndsOn",
  '{"commercial": true, "backOffice": true}'::jsonb as others, '{"skipCommercial": "never", "sameValidator": false, "signatureBefore": "approve",
    "marginFloor": null, "tolerance": 0, "claimDays": 60, "required": [], "documents": []}'::jsonb as settings,
  (select coalesce(jsonb_object_agg(m.move, m.asked_by), '{}') from move_requests m
    where m.entity = 'contract' and m.record_id = t.id and m.version = t.version) as asked, version`;

const moved = async (
  side: Side,
  name: CallName,
  from: { params: { id: number }; version: number },
  sent: object = {},
  as?: TestUser,
) => {
  const answer = await side.call(name, { ...from, ...sent }, as);
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { params: from.params, version: answer.body.version as number };
};

/** Fills in whatever the moves of a contract need. */
export async function prepareContract({ query, companyId }: Side, id: number): Promise<void> {
  const [{ tradeIns }] = (await query(ready, [id])) as [{ tradeIns: object[] }];
  const paidOff = tradeIns.map((car) => ({
    ...car,
    lender: 'Banca Prova',
    statementOn: '2026-11-20',
  }));
  await query('update contracts set trade_ins = $2 where id = $1', [id, JSON.stringify(paidOff)]);
  await query(REPRESENTED, [id]);
  // Another test may have set other requirements.
  await query("delete from params where company_id = $1 and key like 'contracts.%'", [companyId]);
  await query(NO_DOCUMENTS, [companyId]);
}
const prepared = async (side: Side) => {
  const contract = await made(side);
  await prepareContract(side, contract.params.id);
  return contract;
};
const submitted = async (side: Side) => moved(side, 'POST /contracts/:id/submit', await prepared(side));
const validated = async (side: Side) => {
  const as = await side.colleague();
  return moved(side, 'POST /contracts/:id/validate', await submitted(side), {}, as);
};
export const approved = async (side: Side) => {
  const as = await side.colleague();
  return moved(side, 'POST /contracts/:id/approve', await validated(side), {}, as);
};
const billed = async (side: Side) => moved(side, 'POST /contracts/:id/bill', await approved(side));
const completed = async (side: Side) => moved(side, 'POST /contracts/:id/complete', await billed(side));

const withReason = async (side: Side, move: string, from: Promise<{ params: { id: number }; version: number }>) => ({
  ...(await from),
  body: await because(side, 'contract', move),
});
const byColleague = async <T extends object>(side: Side, sent: Promise<T>) => ({
  ...(await sent),
  as: await side.colleague(),
});
const section = async <S extends string>(side: Side, name: S, changes: object = {}) => ({
  params: (await one.made(side)).params,
  version: 1,
  body: { ...blankSection(name), ...changes },
});
/** A contract of a new car that was ordered for it, and a car like it in the stock. */
const ordered = async (side: Side) => {
  const draft = draftOf(side.car, side);
  const made = await side.call('POST /contracts', { body: { draft } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id, version } = made.body as { id: number; version: number };
  const [{ id: newCarId }] = (await side.query(
    `insert into new_cars (company_id, code, state, version_id, option_ids, vin)
     select company_id, code || '-bis', 'in_stock', version_id, option_ids, $2 from new_cars
     where id = (select new_car_id from contract_cars where contract_id = $1) returning id::int`,
    [id, `ZZ9NEWCAR${side.next() + 100_000}`],
  )) as [{ id: number }];
  return { params: { id }, version, body: { newCarId } };
};
const repriced = async (side: Side) => {
  const { params, version } = await one.made(side);
  const { body } = await side.call('GET /contracts/:id/price', { params });
  return { params, version, body: { draft: { ...body.draft, notes: side.marker } } };
};
const photo = await aPhoto();
const receipt = {
  receivedOn: '2026-11-20',
  kind: 'deposit' as const,
  method: 'transfer' as const,
  amount: 500_00,
  reference: 'CRO 1',
};

/** A contract with an attachment. */
const attached = async (side: Side) => {
  const { params } = await made(side);
  const fileId = await sent(side, 'contract');
  const attachments = [{ type: 'identity_card' as const, uploadId: fileId, expiresOn: null, note: '' }];
  await side.call('PUT /contracts/:id/attachments', { params, version: 1, body: { attachments } });
  return { params: { ...params, fileId } };
};
/** A contract whose customer, with an address, may be asked for an enclosure: the one that is attached is over. */
const wanting = async (side: Side) => {
  const { params } = await attached(side);
  await side.query("update contract_attachments set expires_on = '2026-01-01' where contract_id = $1", [params.id]);
  await side.query("update customers set email = 'carte@posta.example.it' where id = $1", [side.customerId]);
  return { params: { id: params.id } };
};
/** The same, asked for; the token of its link: the one that is mailed cannot be read again. */
const askedFor = async (side: Side) => {
  const { params } = await wanting(side);
  const body = { types: ['identity_card' as const], channel: 'mail' as const };
  const asked = await side.call('POST /contracts/:id/enclosures', { params, body });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return { params, enclosure: asked.body.enclosures[0].id as number, token: await enclosuresLink(side, params.id) };
};
/** A link that takes the enclosures that are asked for a contract. */
export async function enclosuresLink(
  { companyId, query }: Pick<Side, 'companyId' | 'query'>,
  id: number,
): Promise<string> {
  const token = newToken(companyId);
  await query(
    `insert into links (company_id, purpose, record_id, token_hash, expires_at) values ($1, 'enclosures', $2, $3, '2030-01-01')`,
    [companyId, id, readToken(token)!.hash],
  );
  return token;
}
/** The same, with a page that the customer has sent. */
const proposed = async (side: Side) => {
  const { params, enclosure, token } = await askedFor(side);
  await side.call('POST /links/enclosures', { query: { token, enclosure, name: 'carta.jpg' }, file: photo });
  const { body } = await side.call('GET /contracts/:id', { params });
  return { params: { ...params, enclosureId: enclosure }, body: { pages: body.enclosures[0].pages as number[] } };
};
export const received = async (side: Side) => {
  const { params } = await made(side);
  const { body } = await side.call('POST /contracts/:id/receipts', { params, body: receipt });
  return { params: { ...params, receiptId: body.receipts[0].id as number } };
};
/** Days of which something has not gone to the accountant. */
const toExport = async (side: Side) => {
  await one.received(side);
  return { from: '2026-11-01', to: '2026-11-20' };
};
/** A contract that waits to be validated, with a car taken in. */
const rechecked = async (side: Side) => {
  const { params, version } = await submitted(side);
  await side.query(
    `update contracts set trade_in_checked = false, trade_ins = $2, agreed_trade_ins = '[{"type": "barter", "plate": "PZ123ZZ",
       "description": "Lampo Vecchia", "km": 1, "valuation": 300000, "residualDebt": 0}]' where id = $1`,
    [params.id, JSON.stringify([blankOf(contractTradeInFields)])],
  );
  return { params, version, body: { values: [300_000] } };
};
/** An approved contract with a car taken in whose value was raised since. */
const raised = async (side: Side) => {
  const { params } = await approved(side);
  await side.query(
    `update contracts set validated_values = '[300000]', agreed_trade_ins = '[{"type": "barter", "plate": "PZ123ZZ",
       "description": "Lampo Vecchia", "km": 1, "valuation": 300000, "residualDebt": 0}]', trade_ins = $2 where id = $1`,
    [
      params.id,
      JSON.stringify([{ ...blankOf(contractTradeInFields), revaluation: 400_000, revaluationReason: side.marker }]),
    ],
  );
  const [{ version }] = (await side.query('select version from contracts where id = $1', [params.id])) as [
    { version: number },
  ];
  return { params, version, body: { agrees: true } };
};
/** A signed contract of a consumer, concluded at a distance. */
const atDistance = async (side: Side) => {
  const contract = await prepared(side);
  await side.query("update contracts set concluded = 'distance' where id = $1", [contract.params.id]);
  return contract;
};
/** The private link of a signer of a contract: the one that is mailed cannot be read again. */
async function signedLink(side: Side, recordId: number): Promise<string> {
  const signer = { role: 'buyer' as const, email: 'anna@posta.example.it', phone: null };
  const body = {
    entity: 'contract',
    recordId,
    inOrder: false,
    signers: [{ ...signer, channel: 'mail' as const, confirmed: true as const }],
  };
  const asked = await side.call('POST /signatures', { body });
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
  const token = newToken(side.companyId);
  await side.query(
    `insert into links (company_id, purpose, record_id, token_hash, expires_at) values ($1, 'signature', $2, $3, '2030-01-01')`,
    [side.companyId, asked.body.signers[0].id, readToken(token)!.hash],
  );
  return token;
}
/** The same, with the link of its signer. */
const withdrawable = async (side: Side) => {
  const { params } = await atDistance(side);
  return signedLink(side, params.id);
};
/** Closes the till of a location of its own. */
const closing = async ({ query, companyId, next, marker }: Side) => {
  const [{ id }] = (await query('insert into locations (company_id, name) values ($1, $2) returning id::int', [
    companyId,
    `Cassa ${next()}`,
  ])) as [{ id: number }];
  return { body: { locationId: id, day: '2026-11-20', counted: 0, banked: 0, note: marker } };
};

/** The contract that a call names, by its state. */
const one = {
  made: once(made),
  attached: once(attached),
  received: once(received),
  prepared: once(prepared),
  submitted: once(submitted),
  validated: once(validated),
  approved: once(approved),
  billed: once(billed),
  completed: once(completed),
  atDistance: once(atDistance),
  withdrawable: once(withdrawable),
};

export const contracts: Calls<typeof table> = {
  'GET /contracts': nothing,
  'GET /contracts/export': () => ({ query: { format: 'csv' } }),
  'GET /contracts/sellers': nothing,
  'GET /contracts/reasons': nothing,
  'GET /contracts/desk': nothing,
  'GET /contracts/assignees': nothing,
  'GET /contracts/waiting': nothing,
  'POST /contracts/assign': async (side) => {
    const { params, version } = await one.made(side);
    const { id: sellerId } = await side.colleague();
    return { body: { rows: [{ id: params.id, version, sellerId }] } };
  },
  'GET /contracts/settings': nothing,
  'PUT /contracts/settings': (side) => changing(side, 'GET /contracts/settings', '2026-11-20'),
  'POST /contracts/settings/unschedule': (side) =>
    waiting(side, 'GET /contracts/settings', 'PUT /contracts/settings', { tolerance: 1 + side.next() }),
  'GET /contracts/settings/timeline': nothing,
  'GET /contracts/settings/blocked': () => ({ query: { field: 'profession', stage: 'submit' } }),
  ...reasonsOf('contracts', 'resume'),
  'POST /contracts': async (side) => ({ body: { quoteId: (await issuedQuote(side, side.as)).id } }),
  'GET /contracts/:id': one.made,
  'PUT /contracts/:id/general': (side) => section(side, 'general', { notes: side.marker }),
  'PUT /contracts/:id/customer': (side) => section(side, 'customer', { customerId: side.customerId }),
  'PUT /contracts/:id/objectives': (side) =>
    section(side, 'objectives', { objectives: [{ objective: 'app_dealer', note: side.marker, proofId: null }] }),
  'PUT /contracts/:id/attachments': (side) => section(side, 'attachments'),
  'PUT /contracts/:id/used_cars': (side) => section(side, 'used_cars'),
  'PUT /contracts/:id/financial': (side) => section(side, 'financial', { practiceNumber: side.marker }),
  'PUT /contracts/:id/contability': (side) =>
    section(side, 'contability', {
      payments: [{ kind: 'balance', method: 'card', dueOn: null, amount: 1, note: side.marker }],
    }),
  'PUT /contracts/:id/reserved': (side) => section(side, 'reserved', { internalNotes: side.marker }),
  'PUT /contracts/:id/performances': (side) =>
    section(side, 'performances', { corrections: [{ margin: 'third', label: side.marker, amount: -1_00 }] }),
  'PUT /contracts/:id/calendars': (side) => section(side, 'calendars', { deliveryPlace: side.marker }),
  'GET /contracts/:id/price': one.made,
  'PUT /contracts/:id/price': repriced,
  'GET /contracts/:id/cars': one.made,
  'PUT /contracts/:id/car': ordered,
  'POST /contracts/:id/submit': one.prepared,
  'POST /contracts/:id/validate': (side) => byColleague(side, one.submitted(side)),
  'POST /contracts/:id/sendBack': (side) => withReason(side, 'sendBack', one.submitted(side)),
  'POST /contracts/:id/withdraw': one.submitted,
  'POST /contracts/:id/approve': (side) => byColleague(side, one.validated(side)),
  'POST /contracts/:id/reject': (side) => withReason(side, 'reject', one.validated(side)),
  'POST /contracts/:id/rejectCommercial': (side) => withReason(side, 'rejectCommercial', one.validated(side)),
  'POST /contracts/:id/reopen': (side) => withReason(side, 'reopen', one.approved(side)),
  'POST /contracts/:id/bill': one.approved,
  'POST /contracts/:id/unbill': async (side) => {
    const { body, ...sent } = await withReason(side, 'unbill', one.billed(side));
    return { ...sent, body: { ...body, number: `NC ${side.next()}`, day: '2026-11-20' } };
  },
  'POST /contracts/:id/complete': one.billed,
  'POST /contracts/:id/resume': (side) => withReason(side, 'resume', one.completed(side)),
  'POST /contracts/:id/cancel': (side) => withReason(side, 'cancel', one.prepared(side)),
  'POST /contracts/:id/cancelApproved': (side) => withReason(side, 'cancelApproved', one.approved(side)),
  'DELETE /contracts/:id/cancelApproved': async (side) => {
    const sent = await withReason(side, 'cancelApproved', approved(side));
    return moved(side, 'POST /contracts/:id/cancelApproved', sent, { body: sent.body });
  },
  'GET /contracts/:id/files/:fileId': one.attached,
  'POST /contracts/:id/receipts': async (side) => ({ params: (await one.made(side)).params, body: receipt }),
  'POST /contracts/:id/receipts/:receiptId/reverse': async (side) => ({
    ...(await one.received(side)),
    body: { reason: side.marker },
  }),
  'GET /contracts/:id/receipts/:receiptId/document': one.received,
  'GET /contracts/:id/annex': async (side) => ({ ...(await one.made(side)), query: { annex: 'privacy' as const } }),
  'GET /contracts/:id/packet': one.made,
  'GET /contracts/:id/performance': one.made,
  'GET /withdrawal': async (side) => ({ query: { token: await one.withdrawable(side) } }),
  'POST /withdrawal': async (side) => ({
    body: { token: await one.withdrawable(side), name: 'Anna Prova', email: 'anna@posta.example.it' },
  }),
  'POST /contracts/:id/withdrawal': async (side) => {
    const sent = await one.atDistance(side);
    return { ...sent, body: { name: side.marker, email: 'anna@posta.example.it', sentOn: '2026-11-20' } };
  },
  'POST /contracts/:id/withdrawal/close': async (side) => {
    const sent = await one.atDistance(side);
    await side.query('update contracts set withdrawn_at = now() where id = $1', [sent.params.id]);
    return { ...sent, body: { number: '', day: null } };
  },
  'GET /contracts/:id/review': one.submitted,
  'POST /contracts/:id/recheck': (side) => byColleague(side, rechecked(side)),
  'POST /contracts/:id/revaluation': (side) => byColleague(side, raised(side)),
  'GET /contracts/cash': () => ({ query: { day: '2026-11-20', locationId: 0 } }),
  'POST /contracts/cash/closings': closing,
  'POST /contracts/cash/closings/:id/reopen': async (side) => {
    const { body } = await side.call('POST /contracts/cash/closings', await closing(side));
    return { params: { id: body.closed.id as number } };
  },
  'GET /contracts/register': () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }),
  'POST /contracts/register/runs': async (side) => ({ body: await toExport(side) }),
  'GET /contracts/register/runs/:id/file': async (side) => {
    const { body } = await side.call('POST /contracts/register/runs', { body: await toExport(side) });
    return { params: { id: body.id as number }, query: { format: 'csv' as const } };
  },
  'POST /contracts/register/runs/:id/takeBack': async (side) => {
    const { body } = await side.call('POST /contracts/register/runs', { body: await toExport(side) });
    return { params: { id: body.id as number } };
  },
  'GET /contracts/accounting': nothing,
  'PUT /contracts/accounting': (side) => changing(side, 'GET /contracts/accounting', '2026-11-20'),
  'POST /contracts/accounting/unschedule': (side) =>
    waiting(side, 'GET /contracts/accounting', 'PUT /contracts/accounting', {
      journals: [{ kind: 'receipt', journal: `${side.next()}` }],
    }),
  'GET /contracts/accounting/timeline': nothing,
  'POST /contracts/:id/invoices': async (side) => ({
    params: (await one.approved(side)).params,
    body: { kind: 'invoice', number: `F ${side.next()}`, issuedOn: '2026-11-20', amount: 1_000_00 },
  }),
  'GET /contracts/:id/document': one.made,
  'GET /contracts/:id/preview': one.made,
  'GET /contracts/:id/preview/:page': async (side) => ({ params: { ...(await one.made(side)).params, page: 1 } }),
  'POST /contracts/:id/enclosures': async (side) => ({
    ...(await wanting(side)),
    body: { types: ['identity_card'], channel: 'mail' },
  }),
  'DELETE /contracts/:id/enclosures': async (side) => ({ params: (await askedFor(side)).params }),
  'POST /contracts/:id/enclosures/:enclosureId/accept': proposed,
  'POST /contracts/:id/enclosures/:enclosureId/refuse': async (side) => {
    const { params, body } = await proposed(side);
    return { params, body: { ...body, reason: side.marker } };
  },
  'GET /links/enclosures': async (side) => ({ query: { token: (await askedFor(side)).token } }),
  'POST /links/enclosures': async (side) => {
    const { token, enclosure } = await askedFor(side);
    return { query: { token, enclosure, name: 'carta.jpg' }, file: photo };
  },
  'DELETE /links/enclosures': async (side) => {
    const { token, enclosure } = await askedFor(side);
    return { query: { token, enclosure } };
  },
  'GET /contracts/:id/presence': async (side) => ({
    ...(await one.made(side)),
    query: { section: 'general' as const },
  }),
  ...commentsOf('contracts', one.made),
  'GET /contracts/:id/timeline': one.made,
};

export const pages = {
  '/dealer/contracts/{contractNew}': '/dealer/contracts/1',
  '/documenti/{token}': `/documenti/${DEMO_ENCLOSURES}`,
};
