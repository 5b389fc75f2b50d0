import { sql } from 'kysely';
import { addDays, addMonths, daysBetween } from '#domain/dates.ts';
import { privileges as p } from '#domain/privileges.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import { quoteDraft, type QuoteDraft } from '#domain/quotes/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { readTexts } from '#backend/quotes/print/texts.ts';
import { readSheet } from '#backend/quotes/sheet/sheet.ts';
import { snapshotOf } from '#backend/quotes/sheet/snapshot.ts';
import type { Place, Row } from './contract-rows.ts';
import { ctxOf, insertRows, nextId, type Owner } from './insert.ts';
import { Random } from './random.ts';
import { insertCars, makeCar } from './stock.ts';

/**
 * The used cars that customers bought, by their place among the made ones: their warranty, and in how many days it ends. Some
 * ended in the last months, so that the days behind show rows as those ahead do.
 */
const sold = [
  { nth: 40, kind: 'dealer_conventional', months: 12, endsIn: 12, isReduced: true },
  { nth: 41, kind: 'dealer_conventional', months: 12, endsIn: 24, isReduced: false },
  { nth: 43, kind: 'maker', months: 18, endsIn: 250, isReduced: false },
  { nth: 45, kind: 'maker', months: 24, endsIn: 490, isReduced: true },
  { nth: 46, kind: 'dealer_conventional', months: 12, endsIn: -1, isReduced: true },
  { nth: 50, kind: 'dealer_conventional', months: 12, endsIn: -20, isReduced: false },
  { nth: 52, kind: 'maker', months: 12, endsIn: -45, isReduced: false },
] as const;
/** Days from the contract to the handover, as of the other contracts. */
const HANDOVER = 15;

/** The highest of their numbers. */
const LAST = Math.max(...sold.map(({ nth }) => nth)) + 1;

/** The steps by which a car left, each on its day. */
const wayTo = (companyId: number, id: number, userId: number, days: readonly string[]) =>
  days.map((day, n) => ({
    company_id: companyId,
    entity: 'used_car',
    record_id: id,
    from_state: ['acquired', 'sold'][n],
    to_state: ['sold', 'delivered'][n],
    at: `${day}T15:00:00Z`,
    user_id: userId,
  }));

type Buyer = Omit<Row, 'id' | 'rootId' | 'draft' | 'snapshot' | 'decidedAt'> & { customerId: number };

/** Private customers who buy from who sells used cars. */
const buyersOf = async (owner: Owner, companyId: number): Promise<Buyer[]> =>
  (
    await sql<Buyer>`select c.id as customer_id, u.id as seller_id, l.location_id, u.commissions, u.business_center_id, c.name, c.latin_name,
        c.type, c.country, c.tax_code, c.vat_number, c.documents, c.email, c.phone, c.address, c.cap, c.city, c.province, null::int as representative_id
      from customers c
        cross join (select * from users where company_id = ${companyId} and ${p.createQuotes} = any(privileges)
          order by role_name = 'Responsabile usato' desc, id limit 1) u
        left join user_locations l on l.company_id = ${companyId} and l.user_id = u.id and l.is_default
      where c.company_id = ${companyId} and c.type = 'private' and c.province is not null order by c.id desc limit ${sold.length}`.execute(
      owner,
    )
  ).rows;

interface SoldUsed {
  carId: number;
  /** Days for which it stood before. */
  stockDays: number;
  row: Row;
}

/** Used cars that were sold and handed over, priced by the engine; returns what their contracts are made of. */
export async function seedSoldUsed(owner: Owner, place: Place): Promise<SoldUsed[]> {
  const { companyId, today } = place;
  const buyers = await buyersOf(owner, companyId);
  const firstCar = await nextId(owner, 'used_cars');
  const random = new Random(companyId + 11);
  const sales = buyers.map((buyer, i) => {
    const { nth, kind, months, endsIn, isReduced } = sold[i]!;
    const delivered = addMonths(addDays(today, endsIn), -months);
    const day = addDays(delivered, -HANDOVER);
    const at = new Date(`${day}T09:00:00Z`);
    const stock = { companyId, today: day, now: at, count: 0, sellers: [buyer.sellerId], locations: [buyer.locationId!, buyer.locationId!], customers: [] }; // prettier-ignore
    const made = makeCar(random, stock, firstCar + i, nth);
    return { buyer, delivered, day, at, isReduced, made: { ...made, car: { ...made.car, warranty_kind: kind, warranty_months: months } } }; // prettier-ignore
  });
  await insertCars(
    owner,
    sales.map(({ made }) => made),
  );
  const ctx = ctxOf(owner, place, { companyId, privileges: [p.manageAllQuotes] });
  const rows: SoldUsed[] = [];
  for (const { buyer, delivered, day, at, isReduced, made } of sales) {
    const { customerId, ...person } = buyer;
    const carId = made.car.id;
    const sheet = { ...(await readSheet(ctx, { versionId: 0, stockId: carId, newCarId: null })), incentives: [] };
    const draft: QuoteDraft = quoteDraft.parse({
      ...blankOf(quoteFields),
      versionId: sheet.version.id,
      stockId: carId,
      province: person.province ?? '',
      customer: { id: customerId, name: person.name, type: person.type },
      warrantyReduced: isReduced,
      deposit: 500_00,
    });
    const priced = price(draft, sheet);
    const texts = await readTexts(ctx, { sellerId: person.sellerId, customerId, footer: 'usedFooter' });
    rows.push({
      carId,
      stockDays: daysBetween(made.car.acquired_on!, day),
      row: {
        ...person,
        id: 0,
        rootId: null,
        draft,
        snapshot: snapshotOf({ sheet, draft, priced }, texts),
        decidedAt: at.toISOString(),
      },
    });
    await sql`update used_cars set state = 'delivered', sale_channel = 'retail', sale_price = ${priced.listTotal - priced.discounts}, sold_on = ${day}, buyer = ${person.name},
        buyer_id = ${customerId}, delivered_on = ${delivered}, archived_at = ${`${delivered}T16:00:00Z`},
        reserved_by = null, reserved_for = null, reserved_until = null, reserved_note = ''
      where company_id = ${companyId} and id = ${carId}`.execute(owner);
    await insertRows(owner, 'state_changes', wayTo(companyId, made.car.id, person.sellerId, [day, delivered]));
    await sql`insert into counters (company_id, kind, year, last) values (${companyId}, 'used_car', ${Number(day.slice(0, 4))}, ${LAST})
      on conflict (company_id, kind, year) do update set last = greatest(counters.last, excluded.last)`.execute(owner);
  }
  return rows;
}
