import { sql } from 'kysely';
import { addDays, dayInRome } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import { numberOf } from '#domain/companies/numbers.ts';
import { expiryOf } from '#domain/quotes/rules.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { usesOf } from '#backend/quotes/campaigns/uses.ts';
import { columnsOf, factsOf } from '#backend/quotes/sheet/derive.ts';
import { readSheet } from '#backend/quotes/sheet/sheet.ts';
import { snapshotOf } from '#backend/quotes/sheet/snapshot.ts';
import { readTexts, type Texts } from '#backend/quotes/print/texts.ts';
import { writeActivity } from './activity.ts';
import { listStart } from './catalog.ts';
import { makeDraft } from './drafts.ts';
import { BATCH, ctxOf, enter, insertRows, nextId, type Owner } from './insert.ts';
import { makeLives, makeUsedLives, type Life } from './lifecycle.ts';
import type { SeededCustomer } from './people.ts';
import { Random } from './random.ts';

export interface Plan {
  companyId: number;
  province: string;
  /** Numbers of the first and last quote to make. */
  from: number;
  to: number;
  customers: readonly SeededCustomer[];
  /** Cars of the used stock that get quotes too. */
  cars: readonly number[];
  now: Date;
  today: string;
}

/** Quotes in every state, priced by the engine on the application's own sheets, with snapshot, number and activity. */
export async function seedQuotes(owner: Owner, plan: Plan): Promise<void> {
  const { companyId, today } = plan;
  await enter(owner, companyId);
  const { from, to, cars, now } = plan;
  const lives = [
    ...makeLives(new Random(companyId * 31 + from), from, to, now, today),
    ...makeUsedLives(new Random(companyId * 37 + from), to, cars.length, now, today),
  ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.place - b.place);
  const first = await nextId(owner, 'quotes');
  const roots = new Map(lives.flatMap((life, i) => (life.revision === 1 ? [[life.place, first + i] as const] : [])));
  const numbers = await giveNumbers(owner, companyId, lives);
  const office = await openOffice(owner, plan);
  for (let start = 0; start < lives.length; start += BATCH) {
    const made = [];
    for (const [i, life] of lives.slice(start, start + BATCH).entries()) {
      const id = first + start + i;
      made.push(
        await office.write(life, { id, rootId: roots.get(life.place)!, number: numbers.get(life.place) ?? null }),
      );
    }
    await insertRows(
      owner,
      'quotes',
      made.map(({ row }) => row),
    );
    await insertRows(
      owner,
      'campaign_uses',
      made.flatMap(({ uses }) => uses),
    );
    await writeActivity(
      owner,
      companyId,
      made.flatMap(({ events }) => events),
    );
    await insertRows(
      owner,
      'state_changes',
      made.flatMap(({ way }) => way),
    );
  }
}

/** Quote numbers in the order of first issue, after the company's existing ones; all revisions share one. */
async function giveNumbers(owner: Owner, companyId: number, lives: readonly Life[]): Promise<Map<number, string>> {
  const given = await sql<{
    year: number;
    last: number;
  }>`select year, last from counters where company_id = ${companyId} and kind = 'quote'`.execute(owner);
  const last = new Map(given.rows.map(({ year, last: count }) => [year, count]));
  const numbers = new Map<number, string>();
  const issued = lives.filter((life) => life.revision === 1 && life.issuedAt);
  for (const life of issued.toSorted((a, b) => a.issuedAt!.getTime() - b.issuedAt!.getTime())) {
    const year = Number(dayInRome(life.issuedAt!).slice(0, 4));
    last.set(year, (last.get(year) ?? 0) + 1);
    numbers.set(life.place, numberOf('quote', year, last.get(year)!));
  }
  for (const [year, count] of last)
    await sql`insert into counters (company_id, kind, year, last) values (${companyId}, 'quote', ${year}, ${count})
      on conflict (company_id, kind, year) do update set last = excluded.last`.execute(owner);
  return numbers;
}

/** Sheets, texts and names of sellers of the company, read once. */
async function openOffice(owner: Owner, plan: Plan) {
  const { companyId } = plan;
  const ctx = ctxOf(owner, plan, { companyId, privileges: [p.manageAllQuotes] });
  const sellers = await owner
    .selectFrom('users')
    .leftJoin('userLocations', (on) =>
      on
        .onRef('userLocations.companyId', '=', 'users.companyId')
        .onRef('userLocations.userId', '=', 'users.id')
        .on('isDefault', '=', true),
    )
    .select(['users.id', 'users.name', 'users.roleName', 'userLocations.locationId'])
    .where('users.companyId', '=', companyId)
    .where('users.roleName', 'in', ['Venditore', 'Responsabile vendite', 'Amministratore dealer'])
    .orderBy('users.id')
    .execute();
  const weights = Object.fromEntries(
    sellers.map(({ id, roleName }, i) => [id, roleName === 'Venditore' ? (i === 0 ? 50 : 30) : 8]),
  );
  const versions = await owner.selectFrom('versions').select('id').orderBy('id').execute();
  const texts = new Map<number, { ofNew: Texts; ofUsed: Texts }>();
  const readOf = (sellerId: number, footer: 'footer' | 'usedFooter') =>
    readTexts(ctx, { sellerId, customerId: null, footer });
  for (const { id } of sellers)
    texts.set(id, { ofNew: await readOf(id, 'footer'), ofUsed: await readOf(id, 'usedFooter') });
  const office = { sellers, weights, versions, texts, sheetOn: await sheetsOf(owner, ctx) };
  return { write: (life: Life, ids: Ids) => writeLife(office, plan, life, ids) };
}

/** Price sheets by car and list, each read once. */
async function sheetsOf(owner: Owner, ctx: Ctx) {
  const { today, user } = ctx;
  const incentives = await owner
    .selectFrom('incentives')
    .select('id')
    .where('companyId', 'in', [10, user.companyId])
    .execute();
  const offered = new Set(incentives.map(({ id }) => id));
  const sheets = new Map<string, PriceSheet>();
  return async (car: { versionId: number; stockId: number | null }, day: string): Promise<PriceSheet> => {
    const listDay = day < listStart(today) ? addDays(listStart(today), -1) : today;
    const key = `${car.versionId} ${car.stockId} ${listDay}`;
    if (!sheets.has(key)) {
      const sheet = await readSheet({ ...ctx, today: listDay }, { ...car, newCarId: null });
      // Requests read only their company's incentives by row level security; a superuser would also read other
      // dealers'.
      sheets.set(key, { ...sheet, incentives: sheet.incentives.filter(({ id }) => offered.has(id)) });
    }
    const sheet = sheets.get(key)!;
    return { ...sheet, params: { ...sheet.params, day } };
  };
}

interface Office {
  sellers: readonly { id: number; name: string; roleName: string; locationId: number | null }[];
  weights: Record<string, number>;
  versions: readonly { id: number }[];
  texts: ReadonlyMap<number, { ofNew: Texts; ofUsed: Texts }>;
  sheetOn: Awaited<ReturnType<typeof sheetsOf>>;
}

interface Ids {
  id: number;
  rootId: number;
  number: string | null;
}

/** Writes one revision of a quote with its activity, its state history and its use of campaigns. */
async function writeLife(office: Office, plan: Plan, life: Life, { id, rootId, number }: Ids) {
  const { sellers, weights, versions, texts, sheetOn } = office;
  const { companyId, province, customers, to, cars } = plan;
  const random = new Random(companyId * 104_729 + life.place);
  const sellerId = life.place < 5 ? sellers[0]!.id : Number(random.weighted(weights));
  const seller = sellers.find(({ id: own }) => own === sellerId)!;
  const customer = life.state === 'draft' && random.chance(0.3) ? null : random.pick(customers);
  // Popular cars come first in the catalogue.
  const version = versions[Math.floor(random.next() ** 1.6 * versions.length)]!.id;
  const stockId = cars[life.place - to] ?? null;
  const versionId = stockId === null ? version : 0;
  const day = dayInRome(life.issuedAt ?? life.createdAt);
  const sheet = await sheetOn({ versionId, stockId }, day);
  const taste = new Random(companyId * 15_485_863 + life.place * 3 + life.revision);
  const priced = { priceDay: day, pricedAt: life.issuedAt ?? life.createdAt };
  const derived = { ...makeDraft(taste, sheet, customer, { place: life.place, province, day }), sheet, ...priced };
  const { draft } = derived;
  const { [stockId === null ? 'ofNew' : 'ofUsed']: written } = texts.get(seller.id)!;
  const printed = { ...written, customer: customer && contactOf(customer) };
  const expiresOn = life.issuedAt && expiryOf(day, sheet.params.expiryDays);
  const row = {
    companyId,
    id,
    rootId,
    number,
    revision: life.revision,
    superseded: life.superseded,
    state: life.state,
    sellerId: seller.id,
    locationId: seller.locationId,
    ...columnsOf(derived),
    seen: null,
    draft,
    snapshot: life.issuedAt && snapshotOf(derived, printed),
    issuedAt: life.issuedAt,
    expiresOn,
    closeReason: life.closeReason,
    version: 1 + (life.issuedAt ? 1 : 0) + (life.decidedAt || life.superseded ? 1 : 0),
    createdAt: life.createdAt,
    updatedAt: life.decidedAt ?? life.issuedAt ?? life.createdAt,
  };
  const events = eventsOf(life, { number, expiresOn, notes: draft.notes, facts: factsOf(derived) }).map((event) => ({
    ...event,
    user: seller,
    entityId: id,
  }));
  const uses = life.issuedAt ? usesOf(derived).map((use) => ({ companyId, quoteId: id, ...use })) : [];
  return { row, events, uses, way: wayOf(life, { companyId, recordId: id, userId: seller.id }) };
}

/** The events of a revision for the activity. */
function eventsOf(
  life: Life,
  of: { number: string | null; expiresOn: string | null; notes: string; facts: Record<string, unknown> },
) {
  const { number, expiresOn, notes, facts } = of;
  const { createdAt, issuedAt, decidedAt, revision, state, closeReason } = life;
  const event = (at: Date, action: string, after: object, before: object | null = null) => ({
    at,
    action,
    before,
    after,
  });
  const told = [
    revision === 1
      ? event(createdAt, 'create', { ...facts, notes: '' })
      : event(createdAt, 'revise', { number, ...facts }),
  ];
  if (notes && revision === 1)
    told.push(event(new Date(createdAt.getTime() + 25_000), 'update', { notes }, { notes: '' }));
  if (issuedAt) told.push(event(issuedAt, 'issue', { number, revision, expiresOn, ...facts }));
  if (decidedAt)
    told.push(
      event(
        decidedAt,
        decisions[state as keyof typeof decisions],
        { state, ...(closeReason && { closeReason }) },
        { state: 'issued', ...(closeReason && { closeReason: null }) },
      ),
    );
  return told;
}

const decisions = { accepted: 'accept', converted: 'convert', closed: 'close' } as const;

/** The state history of the quote, as move.ts would have written it. */
function wayOf({ createdAt, issuedAt, decidedAt, state, closeReason }: Life, base: object) {
  const step = (fromState: string | null, toState: string, at: Date, reason: string | null = null) => ({
    ...base,
    entity: 'quote',
    fromState,
    toState,
    at,
    reason,
    note: reason === 'other' ? 'Ha cambiato idea sul modello.' : null,
  });
  return [
    step(null, 'draft', createdAt),
    ...(issuedAt ? [step('draft', 'issued', issuedAt)] : []),
    ...(decidedAt ? [step('issued', state, decidedAt, closeReason)] : []),
  ];
}

const contactOf = ({ name, address, cap, city, province, taxCode, vatNumber, email, phone }: SeededCustomer) => ({
  name,
  address,
  cap,
  city,
  province,
  taxCode,
  vatNumber,
  email,
  phone,
});
