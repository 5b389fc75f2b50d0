import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { lineOf } from '#domain/quotes/b2b/lines.ts';
import { type B2bDraft, b2bFields } from '#domain/quotes/b2b/fields.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import { numberOf } from '#domain/companies/numbers.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { B2bState } from '#domain/quotes/terms.ts';
import { expiryOf } from '#domain/quotes/rules.ts';
import { columnsOf, derive } from '#backend/quotes/b2b/records.ts';
import { readTexts } from '#backend/quotes/print/texts.ts';
import { ctxOf, insertRows, nextId, type Owner } from './insert.ts';
import type { SeededCustomer } from './people.ts';

/** The offers of a demo dealer: number of cars, age in days, and state. */
const lives: readonly { state: Exclude<B2bState, 'expired'>; cars: number; age: number; notes?: string }[] = [
  { state: 'closed', cars: 2, age: 40 },
  { state: 'accepted', cars: 2, age: 12, notes: 'Ritiro in sede entro dieci giorni.' },
  { state: 'issued', cars: 3, age: 7, notes: 'Pagamento alla consegna, bonifico istantaneo.' },
  { state: 'issued', cars: 1, age: 2 },
  { state: 'draft', cars: 2, age: 0 },
];

/** Wholesale offers of cars of the stock to customers with a VAT number; the accepted one contains sold cars. */
export async function seedB2b(
  owner: Owner,
  {
    companyId,
    customers,
    now,
    today,
  }: { companyId: number; customers: readonly SeededCustomer[]; now: Date; today: string },
): Promise<void> {
  const traders = customers.filter(({ type }) => type === 'fleet');
  const sellers = await sql<{ id: number; roleName: string }>`select id, role_name from users
    where company_id = ${companyId} and 17 = any(privileges) and 13 = any(privileges) order by id limit 2`.execute(
    owner,
  );
  const cars = async (where: ReturnType<typeof sql>) =>
    (
      await sql<{
        id: number;
      }>`select id from used_cars where company_id = ${companyId} and b2b_price is not null and ${where}
      order by acquired_on, id`.execute(owner)
    ).rows.map(({ id }) => id);
  const free = await cars(sql`state = 'acquired' and reserved_until is null`);
  const sold = await cars(sql`state = 'sold'`);
  const seller = sellers.rows[0];
  if (!seller || traders.length === 0) return;
  let id = await nextId(owner, 'b2b_quotes');
  let count = 0;
  const rows: object[] = [];
  const ways: object[] = [];
  for (const [i, { state, cars: many, age, notes = '' }] of lives.entries()) {
    const chosen = (state === 'accepted' ? sold : free).splice(0, many);
    if (chosen.length === 0) continue;
    const customer = traders[i % traders.length]!;
    const at = new Date(Math.min(Date.parse(`${addDays(today, -age)}T09:10:00Z`), now.getTime() - 3_600_000));
    const when = { now: at, today: addDays(today, -age) };
    const ctx = ctxOf(owner, when, { companyId, roleName: seller.roleName, privileges: [] });
    const draft: B2bDraft = {
      ...blankOf(b2bFields),
      notes,
      customer: { id: customer.id, name: customer.name, type: customer.type, country: 'IT' },
      cars: chosen.map((carId) => ({ carId, price: 0, regime: 'margin' })),
    };
    // Derived once to read the asking prices, then priced as a person would.
    const { sheet: stock } = await derive(ctx, draft);
    const offered = {
      ...draft,
      agencyFee: stock.agencyFee,
      cars: chosen.map((carId) => lineOf(stock.cars.find((car) => car.id === carId)!)),
    };
    const sheet = { ...stock, cars: stock.cars.map((car) => ({ ...car, barred: null })) };
    const derived = { draft: offered, sheet, priced: priceB2b(offered, sheet) };
    const isIssued = state !== 'draft';
    const texts = await readTexts(ctx, { sellerId: seller.id, customerId: customer.id, footer: 'b2bFooter' });
    rows.push({
      companyId,
      id,
      rootId: id,
      state,
      sellerId: seller.id,
      ...columnsOf(derived),
      draft: offered,
      number: isIssued ? numberOf('b2b_quote', Number(today.slice(0, 4)), (count += 1)) : null,
      snapshot: isIssued ? { sheet, priced: derived.priced, texts } : null,
      issuedAt: isIssued ? at : null,
      expiresOn: isIssued ? expiryOf(ctx.today, sheet.expiryDays) : null,
      closeReason: state === 'closed' ? 'price' : null,
      createdAt: at,
      updatedAt: at,
    });
    const step = (fromState: string | null, toState: string) => ({
      companyId,
      entity: b2bMachine.entity,
      recordId: id,
      fromState,
      toState,
      at,
      userId: seller.id,
      reason: toState === 'closed' ? 'price' : null,
      note: null,
    });
    ways.push(step(null, 'draft'), ...(isIssued ? [step('draft', 'issued')] : []));
    if (state === 'accepted' || state === 'closed') ways.push(step('issued', state));
    if (state === 'accepted')
      await sql`update used_cars set sale_channel = 'b2b', buyer = ${customer.name}, sale_price = b2b_price
        where company_id = ${companyId} and id = any(${chosen}::bigint[])`.execute(owner);
    id += 1;
  }
  await insertRows(owner, 'b2b_quotes', rows);
  await insertRows(owner, 'state_changes', ways);
  await sql`insert into counters (company_id, kind, year, last) values (${companyId}, 'b2b_quote', ${Number(today.slice(0, 4))}, ${count})
    on conflict (company_id, kind, year) do update set last = excluded.last`.execute(owner);
}
