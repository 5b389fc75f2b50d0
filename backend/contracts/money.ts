/** Receipts, invoices and credit notes of a contract; cents. */
import {
  invoicedOf,
  invoiceFaults,
  invoiceRefusal,
  receiptFaults,
  receiptsClosed,
  reversalRefusal,
  signOf,
} from '#domain/contracts/accounts.ts';
import { payerOf, refundFaults } from '#domain/contracts/refunds.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import type { Contract, Invoice } from '#domain/contracts/schema.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { keepsAccounts, openOf, receivesOf } from '#domain/contracts/receiving.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { PaymentKind, PaymentMethod } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import { money } from '#domain/italian.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { nextNumber } from '../lib/records/counters.ts';
import { defaultLocation } from '../lib/people/places.ts';
import { checkCash } from './cash-limit.ts';
import { checkOpen } from './cash.ts';
import { receivedNow } from './dues.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { insertRow } from './rows.ts';
import { splitOf } from './split.ts';

type Table = typeof table;

/** The locked contract; throws `forbidden` unless the back office asks. */
async function take(ctx: Ctx, id: number): Promise<ContractRecord> {
  const record = await contractCourse.lock(ctx, id);
  if (!keepsAccounts(ctx.user)) throw new Failure('forbidden');
  return record;
}

/** Writes the sums anew from the rows of the locked contract and an invoice that was added, so that both are never apart. */
async function sum(
  ctx: Ctx,
  record: ContractRecord,
  invoice: Pick<Invoice, 'kind' | 'amount'> | null,
  { action, after }: { action: string; after: Record<string, unknown> },
): Promise<Contract> {
  const came = await receivedNow(ctx, record.id);
  const invoiced = invoicedOf([...record.invoices, ...(invoice ? [invoice] : [])]);
  await contractCourse.write(ctx, record, { ...came, invoiced });
  ctx.audit({ action, entity: 'contract', entityId: record.id, before: {}, after });
  // What comes or goes back after a withdrawal pays no commission: it goes back when that is closed (rules.md §15, 8).
  if (came.received !== record.received && goesOn(record)) await ctx.emit('contract.received', { id: record.id });
  return contractCourse.answer(ctx, record.id);
}

interface ReceiptRow {
  receivedOn: string;
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
  reference: string;
  reason?: string;
  otherCause: string;
  locationId: number | null;
  reversesId?: number;
  /** Whose it is; otherwise the contract's customer of today, or who paid what goes back. */
  customerId?: number | null;
}

async function addReceipt(ctx: Ctx, record: ContractRecord, row: ReceiptRow): Promise<string> {
  // The number keeps a closing of the cash, and other receipts of the customer, waiting until this receipt is written.
  const number = await nextNumber(ctx, 'receipt');
  if (row.method === 'cash') await checkOpen(ctx, row);
  const amount = Math.abs(row.amount);
  const customerId = row.kind === 'refund' ? payerOf(record.receipts, record.customerId, row) : record.customerId;
  const otherCause =
    row.reversesId === undefined ? await checkCash(ctx, { ...record, customerId }, { ...row, amount }) : '';
  const written = { customerId, ...row, otherCause, number, madeBy: ctx.user.id, createdAt: ctx.now };
  await insertRow(ctx, 'contractReceipts', record.id, written);
  return number;
}

const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });

/**
 * What a seller registers is checked against the plan, and cash enters the till of the contract's place. Returns that
 * till; throws `invalid` at the field.
 */
async function tillOfSeller(
  ctx: Ctx,
  record: ContractRecord,
  given: { kind: PaymentKind; method: PaymentMethod; amount: number; otherCause: string },
) {
  const { kind, method, amount, otherCause } = given;
  const open = openOf(kind, record);
  if (record.settings.sellerReceipts === 'planned' && amount > open)
    throw wrong({ amount: `Il piano ne prevede ancora ${money(open)}: di più lo registra il back office` });
  if (otherCause !== '') throw wrong({ otherCause: 'Un’altra causa dei contanti la scrive il back office' });
  const till = record.locationId ?? (await defaultLocation(ctx, ctx.user.id));
  if (method === 'cash' && till === null)
    throw wrong({ locationId: 'Il contratto non ha una sede: il contante lo registra il back office' });
  return till;
}

const receive: VerbOf<Table, 'POST /contracts/:id/receipts'> = async (ctx, { params, body }) => {
  const record = await contractCourse.lock(ctx, params.id);
  const isOffice = keepsAccounts(ctx.user);
  if (!receivesOf(record, contractMachine.owners(record), ctx.user).includes(body.kind)) throw new Failure('forbidden');
  const closed = receiptsClosed(record);
  if (closed) throw new Failure('conflict', closed);
  const fields = { ...refundFaults(record, body), ...receiptFaults(record, body, ctx.today) };
  if (Object.keys(fields).length > 0) throw wrong(fields);
  const locationId = isOffice ? body.locationId : await tillOfSeller(ctx, record, body);
  const { again: _, ...row } = body;
  const amount = body.amount * signOf(body.kind);
  const number = await addReceipt(ctx, record, { ...row, amount, locationId });
  const after = { receipt: number, kind: body.kind, amount, method: body.method };
  return sum(ctx, record, null, { action: 'receipt', after });
};

const reverse: VerbOf<Table, 'POST /contracts/:id/receipts/:receiptId/reverse'> = async (
  ctx,
  { params, body: { reason } },
) => {
  const record = await take(ctx, params.id);
  const receipt = record.receipts.find(({ id }) => id === params.receiptId);
  if (!receipt) throw new Failure('not_found');
  const refusal = reversalRefusal(record, receipt);
  if (refusal) throw new Failure('conflict', refusal);
  const { kind, method, amount, reference, locationId, customerId } = receipt;
  const reversal = { amount: -amount, reason, receivedOn: ctx.today, reversesId: receipt.id };
  const row = { kind, method, reference, locationId, customerId, otherCause: '', ...reversal };
  const number = await addReceipt(ctx, record, row);
  const after = { receipt: number, kind, amount: -amount, method, note: reason };
  return sum(ctx, record, null, { action: 'receipt_reversed', after });
};

const invoice =
  (sources: Sources): VerbOf<Table, 'POST /contracts/:id/invoices'> =>
  async (ctx, { params, body }) => {
    const record = await take(ctx, params.id);
    const refusal = invoiceRefusal(record, body.kind);
    if (refusal) throw new Failure('conflict', refusal);
    const fields = invoiceFaults(record, body, ctx.today);
    if (Object.keys(fields).length > 0) throw wrong(fields);
    await insertRow(ctx, 'contractInvoices', record.id, {
      ...body,
      customerId: record.customerId,
      madeBy: ctx.user.id,
      createdAt: ctx.now,
    });
    await splitOf(ctx, sources, record);
    const after = { number: body.number, amount: body.amount };
    return sum(ctx, record, body, { action: body.kind, after });
  };

export const moneyVerbs = (sources: Sources) => ({
  'POST /contracts/:id/receipts': receive,
  'POST /contracts/:id/receipts/:receiptId/reverse': reverse,
  'POST /contracts/:id/invoices': invoice(sources),
});
