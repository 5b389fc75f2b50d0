import { sql } from 'kysely';
import { numberOf } from '#domain/companies/numbers.ts';
import { addDays, dayInRome, instantInRome, weekdayOf } from '#domain/dates.ts';
import { normalisePlate } from '#domain/plates.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { ValuationState } from '#domain/valuations/terms.ts';
import { simulate } from '#backend/valuations/simulator.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import type { Showroom } from './leads.ts';
import { Random } from './random.ts';
import { seedAnswers } from './valued-answers.ts';
import { carsOf, damages, unsoldCars } from './valued-cars.ts';

const OPEN: readonly ValuationState[] = [
  ...(['open', 'requested', 'requested', 'offered', 'offered', 'open'] as const),
  ...(['offered', 'closed', 'offered', 'closed'] as const),
];
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** In the nine hours of opening of the working day before: nobody values cars at night or on a Sunday. */
function atWork(at: Date): Date {
  const today = dayInRome(at);
  const before = addDays(today, -1);
  const day = weekdayOf(before) === 'sun' ? addDays(before, -1) : before;
  const share = (at.getTime() - instantInRome(today, '00:00').getTime()) / DAY;
  return new Date(instantInRome(day, '09:00').getTime() + share * 9 * 60 * MINUTE);
}

/** Valuations in every state: some asked of a specialist, some of cars that were sold meanwhile. */
export async function seedValued(
  owner: Owner,
  { companyId, now, sellers, locations, customers }: Showroom,
): Promise<void> {
  const random = new Random(companyId * 6007);
  const today = dayInRome(now);
  const year = Number(today.slice(0, 4));
  const sold = await carsOf(owner, companyId, true, 6);
  const cars = [...sold, ...(await carsOf(owner, companyId, false, OPEN.length))];
  const firstId = await nextId(owner, 'valuations');
  const made = cars.map((car, i) => {
    const isTaken = i < sold.length;
    const state: ValuationState = isTaken ? 'taken' : OPEN[(i - sold.length) % OPEN.length]!;
    const ago = (isTaken ? 200 - i : cars.length - i) * 26 * 60 * MINUTE * (isTaken ? 1 : 0.4);
    const at = atWork(new Date(now.getTime() - ago));
    const plate = isTaken ? car.plate : `HZ ${310 + i} ${companyId % 2 ? 'VK' : 'VJ'}`;
    const question = { ...car, source: 'EUR', question: 'advanced', plate, versionCode: '' } as const;
    const answer = simulate({ ...question, plate: normalisePlate(plate) }, today);
    const hasOffer = state === 'offered' || state === 'taken';
    // What was bought was offered about what it was worth.
    const base = isTaken ? Math.round(((car.purchaseCost ?? 0) * 1.04) / 100_00) * 100_00 : (answer.tradeIn ?? 0);
    const km = car.km + (isTaken ? 0 : random.int(1, 9) * 1000);
    const person = customers[(i * 11) % customers.length]!;
    return {
      answer,
      question,
      row: {
        company_id: companyId,
        id: firstId + i,
        number: numberOf('valuation', year, i + 1),
        state,
        made_by: sellers[i % sellers.length]!,
        question: state === 'requested' ? 'Il cliente è in sede.' : '',
        asked_at: state === 'requested' ? at.toISOString() : null,
        answer_by: state === 'requested' ? new Date(now.getTime() + (i % 2 ? 33 : -12) * MINUTE).toISOString() : null,
        plate,
        plate_key: normalisePlate(plate),
        maker: car.maker,
        model: car.model,
        version_name: car.versionName,
        version_code: '',
        body: car.body,
        fuel: car.fuel,
        gearbox: car.gearbox,
        registered_on: car.registeredOn,
        km,
        customer_id: person.id,
        location_id: locations[i % locations.length] ?? null,
        tyres: 5,
        keys: 2,
        servicing: 'full',
        notes: '',
        source: 'EUR',
        base,
        monthly: isTaken ? Math.round(base * 0.006) : answer.monthly,
        equipment: 'fari LED, telecamera',
        optionals: 1_400_00,
        regime: 'retail',
        retail_price: isTaken ? car.retailPrice : answer.retail,
        damages: damages.slice(0, i % 5),
        offer: hasOffer ? (isTaken ? car.purchaseCost : Math.round(base / 100_00) * 100_00) : null,
        offer_until: hasOffer ? (isTaken ? addDays(dayInRome(at), 7) : addDays(today, (i % 4) * 3 - 2)) : null,
        offer_km: hasOffer ? km + 1000 : null,
        offered_at: hasOffer ? at.toISOString() : null,
        offered_by: hasOffer ? sellers[i % sellers.length]! : null,
        used_car_id: isTaken ? car.id : null,
        taken_at: isTaken ? at.toISOString() : null,
        version: 1,
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      },
    };
  });
  const rows = made.map(({ row }) => row);
  await insertRows(owner, 'valuations', rows);
  await insertRows(
    owner,
    'state_changes',
    rows.map((row) => ({
      company_id: companyId,
      entity: valuationMachine.entity,
      record_id: row.id,
      from_state: null,
      to_state: valuationMachine.initial,
      at: row.created_at,
    })),
  );
  // Of the cars that have stood long the sources were asked, too.
  const unsold = (await unsoldCars(owner, companyId, 12)).map((car) => {
    const question = { ...car, source: 'EUR', question: 'advanced', versionCode: '' } as const;
    return { question, answer: simulate({ ...question, plate: normalisePlate(car.plate) }, today) };
  });
  await seedAnswers(owner, { companyId, now, asked: [...made.slice(sold.length), ...unsold] });
  await sql`insert into counters (company_id, kind, year, last) values (${companyId}, 'valuation', ${year}, ${cars.length})`.execute(
    owner,
  );
}
