/** Cash of one customer over several contracts (D.Lgs. 231/2007, art. 49; rules.md §15, 1): what is split stays one payment. */
import { sql, type RawBuilder } from 'kysely';
import { CASH_DAYS, CASH_LIMIT, cashOf, mostInWeek, signOf } from '#domain/contracts/accounts.ts';
import type { PaymentKind } from '#domain/contracts/terms.ts';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { money } from '#domain/italian.ts';
import { normalisePlate } from '#domain/plates.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { ContractRecord } from './records.ts';

/** Relations of people who share a purse. */
const household = ['spouse', 'parent', 'child', 'sibling', 'relative'] as const;

interface Paying {
  on: string;
  amount: number;
  contract: string;
  /** Of a linked contract, which counts however long ago. */
  linked: boolean;
}

const both = <T>(one: T | null, other: T | null): T[] => [one, other].filter((id) => id !== null);

/** Contracts of the same car, of the same car taken in, and of the household of who buys. */
async function linkedTo({ db, user: { companyId } }: Ctx, record: ContractRecord): Promise<number[]> {
  const people = both(record.customerId, record.cobuyerId);
  const ids = (kind: 'used' | 'new') => record.cars.filter((car) => car.kind === kind).map(({ id }) => id);
  const plates = record.agreedTradeIns.map(({ plate }) => normalisePlate(plate)).filter(Boolean);
  const kin = (column: RawBuilder<unknown>, of: RawBuilder<unknown>) => sql`select t.id from contracts t
    join customer_relations r on r.company_id = ${companyId} and ${column} = t.customer_id
    where t.company_id = ${companyId} and ${of} = any(${people}::bigint[]) and r.kind = any(${[...household]}::text[])`;
  const { rows } = await sql<{ id: number }>`
    ${kin(sql`r.other_id`, sql`r.customer_id`)} union ${kin(sql`r.customer_id`, sql`r.other_id`)}
    union select k.contract_id from contract_cars k
      where k.company_id = ${companyId} and (k.used_car_id = any(${ids('used')}::bigint[]) or k.new_car_id = any(${ids('new')}::bigint[]))
    union select t.id from contract_receipts r join contracts t on t.company_id = ${companyId} and t.id = r.contract_id,
        jsonb_array_elements(t.agreed_trade_ins) e
      where r.company_id = ${companyId} and r.method = 'cash'
        and upper(regexp_replace(e ->> 'plate', '[\\s-]', '', 'g')) = any(${plates}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Cash of other contracts that counts with a receipt of this day, without what was reversed. */
async function paidElsewhere(ctx: Ctx, record: ContractRecord, day: string): Promise<Paying[]> {
  const { companyId } = ctx.user;
  const linked = await linkedTo(ctx, record);
  const people = both(record.customerId, record.cobuyerId);
  const { rows } = await sql<Paying>`
    select r.received_on as on, r.amount, c.number as contract, r.contract_id = any(${linked}::bigint[]) as linked
    from contract_receipts r join contracts c on c.company_id = ${companyId} and c.id = r.contract_id
    where r.company_id = ${companyId} and r.method = 'cash' and r.contract_id <> ${record.id} and r.reverses_id is null
      and not exists (select from contract_receipts x where x.company_id = ${companyId} and x.reverses_id = r.id)
      and (r.contract_id = any(${linked}::bigint[])
        or r.received_on between ${addDays(day, 1 - CASH_DAYS)}::date and ${addDays(day, CASH_DAYS - 1)}::date
          and (c.customer_id = any(${people}::bigint[]) or c.cobuyer_id = any(${people}::bigint[])))
    order by r.id`.execute(ctx.db);
  return rows;
}

interface ReceivedMoney {
  kind: PaymentKind;
  method: string;
  receivedOn: string;
  /** Positive. */
  amount: number;
  otherCause: string;
}

/**
 * Throws `invalid` at the amount of cash with which a customer's payments reach the limit over several contracts, unless
 * their causes are others and somebody says which. Returns what is to be kept of that: blank where nobody had to say it.
 * The caller has taken the receipt's number, so that two receipts at once are looked at one after the other.
 */
export async function checkCash(ctx: Ctx, record: ContractRecord, given: ReceivedMoney): Promise<string> {
  if (given.method !== 'cash') return '';
  const sign = signOf(given.kind);
  const elsewhere = (await paidElsewhere(ctx, record, given.receivedOn)).filter(({ amount }) => amount * sign > 0);
  if (elsewhere.length === 0) return '';
  const { came, went } = cashOf(record.receipts);
  const linked = elsewhere.filter((one) => one.linked).reduce((total, { amount }) => total + Math.abs(amount), 0);
  const week = mostInWeek(
    elsewhere.filter((one) => !one.linked),
    given.receivedOn,
  );
  const sum = given.amount + (sign > 0 ? came : went) + linked + week;
  if (sum < CASH_LIMIT) return '';
  if (given.otherCause !== '') return given.otherCause;
  const numbers = [...new Set(elsewhere.map(({ contract }) => contract))].join(', ');
  throw new Failure('invalid', undefined, {
    fields: {
      amount: `Contanti per ${money(sum)} con ${numbers}: devono restare sotto ${money(CASH_LIMIT)} (D.Lgs. 231/2007)`,
    },
  });
}
