import { sql } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { openDatabase } from '../db/open.ts';
import { seedAccessories } from './accessories.ts';
import { seedAgencies } from './agencies.ts';
import { seedAutomaticReports } from './automatic-reports.ts';
import { seedB2b } from './b2b.ts';
import { seedCatalog } from './catalog.ts';
import { BRERA, BRERA_NAME, LIGURE, seedCompanies } from './companies.ts';
import { writeWords } from '#backend/lib/records/search.ts';
import { seedClaims } from './claims.ts';
import { seedContracts } from './contracts.ts';
import { seedCalendars } from './calendars.ts';
import { seedFiles, seedNetworkFiles } from './files.ts';
import { seedImports } from './imports.ts';
import { seedEdition } from './editions.ts';
import type { Files } from '../lib/files/store.ts';
import { enter, nextId, type Owner } from './insert.ts';
import { seedInsurances } from './insurances.ts';
import { seedOffers } from './offers.ts';
import { seedAccesses } from './accesses.ts';
import { seedLeads } from './leads.ts';
import { seedLayouts } from './layouts.ts';
import { seedLinks } from './links.ts';
import { seedNewStock } from './new-stock.ts';
import { seedExpected, seedNetwork } from './network.ts';
import { seedNotifications } from './notifications.ts';
import { seedCustomers, type SeededCustomer } from './people.ts';
import { seedPortal } from './portal.ts';
import { seedQuotes } from './quotes.ts';
import { seedServices } from './services.ts';
import { seedStock } from './stock.ts';
import { seedTargets } from './targets.ts';
import { seedTickets } from './tickets.ts';
import { seedTyres } from './tyres.ts';
import { seedValued } from './valued.ts';

const CUSTOMERS = 300;
const QUOTES = 200;
/** A year of quotes of one of the ten largest groups: above this number only customers are added. */
const MOST_QUOTES = 168_000;
const LOCK = 7_270_003;

interface Options {
  /** Multiplies the customers and quotes of Autosalone Brera; 3000 gives the customers of the largest groups. */
  scale?: number;
  now?: Date;
  /** Where the bytes of the demo files are put; without it there are none. */
  files?: Files | undefined;
}

/**
 * Fills an empty database with the demo data: manufacturer, two dealers, catalogue, people, quotes of the last 12
 * months. Existing demo data stay, and only missing customers and quotes of Brera up to `scale` are added. The same
 * `now` gives the same data, except for the salts of passwords. It is one transaction of the owner of the tables.
 */
export async function seedDemo(ownerUrl: string, { scale = 1, now = new Date(), files }: Options = {}): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1 });
  try {
    await db.transaction().execute(async (owner) => {
      await sql`set local statement_timeout = 0`.execute(owner);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(owner);
      // A cluster takes whole and spread tables in one transaction only shard after shard.
      await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(owner);
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(owner);
      await sql`select set_config('app.scope', 'fms', true)`.execute(owner);
      const { rows } = await sql<{ id: number; name: string }>`select company_id as id, name from companies`.execute(
        owner,
      );
      await sql`select set_config('app.scope', '', true)`.execute(owner);
      const isNew = rows.length === 0;
      const isDemo = rows.some(({ id, name }) => id === BRERA && name === BRERA_NAME);
      if (!isNew && (scale === 1 || !isDemo)) return;
      if (isNew) await seedWorld(owner, dayInRome(now));
      await seedDealer(owner, BRERA, CUSTOMERS * scale, Math.min(QUOTES * scale, MOST_QUOTES), now);
      if (isNew) {
        await seedLinks(owner, now);
        await seedImports(owner, BRERA, now);
        await seedDealer(owner, LIGURE, 40, 25, now);
        await seedLayouts(owner, LIGURE, dayInRome(now));
        await seedTickets(owner, now);
        await seedEdition(owner, now, dayInRome(now));
        if (files) {
          await seedFiles(owner, files, now);
          await seedNetworkFiles(owner, files, now);
        }
      }
      await sql`analyze`.execute(owner);
    });
  } finally {
    await db.destroy();
  }
}

async function seedWorld(owner: Owner, today: string) {
  await seedCompanies(owner, today);
  await seedPortal(owner, today);
  await seedCatalog(owner, today);
  await seedOffers(owner, today);
  await seedExpected(owner, today);
  for (const dealer of [BRERA, LIGURE]) {
    await seedAccessories(owner, dealer, await nextId(owner, 'accessories'), today);
    await seedTyres(owner, dealer, await nextId(owner, 'tyres'), today);
    await seedInsurances(owner, dealer, await nextId(owner, 'insurances'), today);
    await seedServices(owner, dealer, await nextId(owner, 'services'), today);
  }
  await enter(owner, MANUFACTURER);
  await writeWords({ db: owner, user: { companyId: MANUFACTURER } }, 'versions');
}

/** Adds customers and quotes up to the wanted numbers. */
async function seedDealer(owner: Owner, companyId: number, customers: number, quotes: number, now: Date) {
  await enter(owner, companyId);
  const today = dayInRome(now);
  const count = async (text: ReturnType<typeof sql<{ count: number }>>) => (await text.execute(owner)).rows[0]!.count;
  const people = await count(sql`select count(*)::int as count from customers where company_id = ${companyId}`);
  const made = await count(
    sql`select count(*)::int as count from quotes where company_id = ${companyId} and revision = 1`,
  );
  const added = await seedCustomers(owner, {
    companyId,
    firstId: await nextId(owner, 'customers'),
    from: people,
    to: customers,
    today,
    sellers: (await readStockPeople(owner, companyId)).sellers,
  });
  const buyers = added.length > 0 ? added : await readCustomers(owner, companyId);
  const { rows: cars } = await sql`select from used_cars where company_id = ${companyId} limit 1`.execute(owner);
  if (cars.length === 0) {
    const customers = buyers.map(({ id }) => id);
    const place = { ...(await readStockPeople(owner, companyId)), companyId, now, today, customers };
    await seedStock(owner, place);
    await seedNewStock(owner, { ...place, count: companyId === LIGURE ? 16 : 34 });
  }
  const province = companyId === LIGURE ? 'GE' : 'MI';
  if (quotes > made) {
    // Only the first run: in later ones the cars have quotes already.
    const cars = made === 0 ? await readCars(owner, companyId) : [];
    const to = quotes - cars.length;
    await seedQuotes(owner, { companyId, province, from: made, to, cars, customers: buyers, now, today });
  }
  if (made === 0) await seedAgencies(owner, companyId, today);
  if (made === 0) await seedAutomaticReports(owner, companyId, now);
  if (made === 0) await seedB2b(owner, { companyId, customers: buyers, now, today });
  if (made === 0) await seedContracts(owner, { companyId, now, today, ...(await readValidators(owner, companyId)) });
  if (made === 0) await seedTargets(owner, companyId, now, today);
  if (made === 0) await seedClaims(owner, companyId, today);
  if (made === 0) {
    const stock = { companyId, now, customers: buyers, ...(await readStockPeople(owner, companyId)) };
    const showroom = { ...stock, sellers: await readSellers(owner, companyId) };
    await seedLeads(owner, showroom);
    // Who runs the house receives customers, too.
    await seedCalendars(owner, { ...stock, sellers: [...new Set([...stock.sellers, ...showroom.sellers])] });
    await seedAccesses(owner, showroom);
    await seedValued(owner, stock);
  }
  await seedNotifications(owner, companyId, now);
  await seedNetwork(owner, companyId, now, today);
  for (const kind of [
    'customers',
    'quotes',
    'claims',
    'accessories',
    'tyres',
    'services',
    'insurances',
    'campaigns',
    'usedCars',
    'newCars',
    'users',
    'locations',
    'businessCenters',
    'b2bQuotes',
    'contracts',
    'leads',
    'accesses',
    'calendars',
    'calendarEvents',
    'valuations',
    'agencies',
    'automaticReports',
  ])
    await writeWords({ db: owner, user: { companyId } }, kind);
}

/** The users who handle a dealer's used cars, and its locations. */
async function readStockPeople(owner: Owner, companyId: number) {
  const ids = (table: 'users' | 'locations') =>
    owner.selectFrom(table).select('id').where('companyId', '=', companyId).orderBy('id').execute();
  const [sellers, locations] = [await ids('users'), await ids('locations')].map((rows) => rows.map(({ id }) => id));
  return { sellers: sellers!.slice(0, 3), locations: locations!, count: companyId === LIGURE ? 30 : 40 };
}

/** Who sells by their role: leads and visits are theirs. */
async function readSellers(owner: Owner, companyId: number): Promise<number[]> {
  const rows = await owner
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', companyId)
    .where('roleName', 'like', 'Venditore%')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who validates contracts: with the privilege of each of the two validations, and no seller. */
async function readValidators(owner: Owner, companyId: number) {
  const { rows } = await sql<{ director: number; office: number }>`select
    (select min(id) from users u where u.company_id = ${companyId} and ${p.approveContracts} = any(u.privileges)) as director,
    (select max(id) from users u where u.company_id = ${companyId} and ${p.validateContracts} = any(u.privileges)) as office`.execute(
    owner,
  );
  return rows[0]!;
}

/** Used cars in the yard with a price; the last one is listed twice, so that it gets two quotes. */
async function readCars(owner: Owner, companyId: number): Promise<number[]> {
  const cars = await owner
    .selectFrom('usedCars')
    .select('id')
    .where('companyId', '=', companyId)
    .where('state', '=', 'acquired')
    .where('retailPrice', 'is not', null)
    .orderBy('id')
    .limit(companyId === LIGURE ? 2 : 9)
    .execute();
  const ids = cars.map(({ id }) => id);
  return [...ids, ...ids.slice(-1)];
}

async function readCustomers(owner: Owner, companyId: number): Promise<SeededCustomer[]> {
  const rows = await owner
    .selectFrom('customers')
    .select(['id', 'name', 'type', 'province', 'address', 'cap', 'city', 'taxCode', 'vatNumber', 'email', 'phone'])
    .where('companyId', '=', companyId)
    .where('province', 'is not', null)
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows as SeededCustomer[];
}
