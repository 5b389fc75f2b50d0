/** Receipts, invoices and credit notes of a contract; cents. */
import { invoicedOf, invoiceRefusal, receiptFaults, receiptsClosed, signOf } from '#domain/contracts/accounts.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { backOffice } from '#domain/contracts/rights.ts';
import { Failure } from '#domain/errors.ts';
import { covers } from '#domain/rights.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { nextNumber } from '../lib/counters.ts';
import { checkOpen } from './cash.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { insertRow, readRows } from './rows.ts';

type Table = typeof table;

/** The locked contract; throws `forbidden` unless the back office asks. */
async function take(ctx: Ctx, id: number): Promise<ContractRecord> {
  const record = await contractCourse.lock(ctx, id);
  if (!covers(backOffice, ctx.user.privileges, false)) throw new Failure('forbidden');
  return record;
}

/** Writes the sums anew from the rows, so that both are never apart. */
async function sum(
  ctx: Ctx,
  record: ContractRecord,
  action: string,
  after: Record<string, unknown>,
): Promise<Contract> {
  const { receipts, invoices } = await readRows(ctx, record.id);
  const received = receipts.reduce((total, { amount }) => total + amount, 0);
  await contractCourse.write(ctx, record, { received, invoiced: invoicedOf(invoices) });
  ctx.audit({ action, entity: 'contract', entityId: record.id, before: {}, after });
  return contractCourse.answer(ctx, record.id);
}

interface ReceiptRow {
  receivedOn: string;
  kind: string;
  method: string;
  amount: number;
  reference: string;
  reason?: string;
  locationId: number | null;
  reversesId?: number;
}

async function addReceipt(ctx: Ctx, record: ContractRecord, row: ReceiptRow): Promise<string> {
  // The number keeps a closing of the cash waiting until this receipt is written.
  const number = await nextNumber(ctx, 'receipt');
  if (row.method === 'cash') await checkOpen(ctx, row);
  await insertRow(ctx, 'contractReceipts', record.id, { ...row, number, madeBy: ctx.user.id, createdAt: ctx.now });
  return number;
}

const receive: VerbOf<Table, 'POST /contracts/:id/receipts'> = async (ctx, { params, body }) => {
  const record = await take(ctx, params.id);
  const closed = receiptsClosed(record);
  if (closed) throw new Failure('conflict', closed);
  const fields = receiptFaults(record, body, ctx.today);
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
  const { again: _, ...row } = body;
  const amount = body.amount * signOf(body.kind);
  const number = await addReceipt(ctx, record, { ...row, amount });
  return sum(ctx, record, 'receipt', { receipt: number, kind: body.kind, amount, method: body.method });
};

const reverse: VerbOf<Table, 'POST /contracts/:id/receipts/:receiptId/reverse'> = async (
  ctx,
  { params, body: { reason } },
) => {
  const record = await take(ctx, params.id);
  const receipt = record.receipts.find(({ id }) => id === params.receiptId);
  if (!receipt) throw new Failure('not_found');
  if (record.state === 'completed') throw new Failure('conflict', receiptsClosed(record) ?? undefined);
  if (receipt.reversesId !== null || record.receipts.some(({ reversesId }) => reversesId === receipt.id))
    throw new Failure('conflict', 'La ricevuta è già stornata.');
  const { kind, method, amount, reference, locationId } = receipt;
  const reversal = { amount: -amount, reason, receivedOn: ctx.today, reversesId: receipt.id };
  const row = { kind, method, reference, locationId, ...reversal };
  const number = await addReceipt(ctx, record, row);
  return sum(ctx, record, 'receipt_reversed', { receipt: number, kind, amount: -amount, method, note: reason });
};

const invoice: VerbOf<Table, 'POST /contracts/:id/invoices'> = async (ctx, { params, body }) => {
  const record = await take(ctx, params.id);
  const refusal = invoiceRefusal(record, body.kind);
  if (refusal) throw new Failure('conflict', refusal);
  if (body.issuedOn > ctx.today)
    throw new Failure('invalid', undefined, { fields: { issuedOn: 'La data non può essere futura' } });
  if (body.kind === 'credit_note' && body.amount > record.invoiced)
    throw new Failure('invalid', undefined, { fields: { amount: 'È più di quanto è fatturato' } });
  await insertRow(ctx, 'contractInvoices', record.id, { ...body, madeBy: ctx.user.id, createdAt: ctx.now });
  return sum(ctx, record, body.kind, { number: body.number, amount: body.amount });
};

export const moneyVerbs = {
  'POST /contracts/:id/receipts': receive,
  'POST /contracts/:id/receipts/:receiptId/reverse': reverse,
  'POST /contracts/:id/invoices': invoice,
};
