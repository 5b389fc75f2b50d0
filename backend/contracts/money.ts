/** Receipts, invoices and credit notes of a contract, as data; cents. */
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { backOffice } from '#domain/contracts/rights.ts';
import { Failure } from '#domain/errors.ts';
import { locksOf } from '#domain/locks.ts';
import { covers } from '#domain/rights.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { nextNumber } from '../lib/counters.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { insertRow, readRows } from './rows.ts';

type Table = typeof table;

/** The locked contract, if the caller may write its accounts now. */
async function take(ctx: Ctx, id: number): Promise<ContractRecord> {
  const record = await contractCourse.lock(ctx, id);
  if (!covers(backOffice, ctx.user.privileges, false)) throw new Failure('forbidden');
  const why = locksOf(contractCourse.machine, record, { ...ctx.user, today: ctx.today }).contability;
  if (why) throw new Failure('conflict', why);
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
  const invoiced = invoices.reduce((total, { kind, amount }) => total + (kind === 'invoice' ? amount : -amount), 0);
  await contractCourse.write(ctx, record, { received, invoiced });
  ctx.audit({ action, entity: 'contract', entityId: record.id, before: {}, after });
  return contractCourse.answer(ctx, record.id);
}

async function addReceipt(ctx: Ctx, record: ContractRecord, row: object): Promise<string> {
  const number = await nextNumber(ctx, 'receipt');
  await insertRow(ctx, 'contractReceipts', record.id, { ...row, number, madeBy: ctx.user.id, createdAt: ctx.now });
  return number;
}

const receive: VerbOf<Table, 'POST /contracts/:id/receipts'> = async (ctx, { params, body }) => {
  const record = await take(ctx, params.id);
  if (body.receivedOn > ctx.today)
    throw new Failure('invalid', undefined, { fields: { receivedOn: 'L’incasso non può essere nel futuro' } });
  const number = await addReceipt(ctx, record, body);
  return sum(ctx, record, 'receipt', { receipt: number, amount: body.amount, method: body.method });
};

const reverse: VerbOf<Table, 'POST /contracts/:id/receipts/:receiptId/reverse'> = async (ctx, { params }) => {
  const record = await take(ctx, params.id);
  const receipt = record.receipts.find(({ id }) => id === params.receiptId);
  if (!receipt) throw new Failure('not_found');
  if (receipt.reversesId !== null || record.receipts.some(({ reversesId }) => reversesId === receipt.id))
    throw new Failure('conflict', 'La ricevuta è già stornata.');
  const { method, amount, reference } = receipt;
  const row = { method, amount: -amount, reference, receivedOn: ctx.today, reversesId: receipt.id };
  const number = await addReceipt(ctx, record, row);
  return sum(ctx, record, 'receipt_reversed', { receipt: number, amount: -amount, method });
};

const invoice: VerbOf<Table, 'POST /contracts/:id/invoices'> = async (ctx, { params, body }) => {
  const record = await take(ctx, params.id);
  if (record.state !== 'approved')
    throw new Failure(
      'conflict',
      record.state === 'billed'
        ? 'Il contratto è fatturato: per correggere, stornare la fattura.'
        : 'Si fattura dopo l’approvazione.',
    );
  if (body.issuedOn > ctx.today)
    throw new Failure('invalid', undefined, { fields: { issuedOn: 'La data non può essere futura' } });
  await insertRow(ctx, 'contractInvoices', record.id, { ...body, madeBy: ctx.user.id, createdAt: ctx.now });
  return sum(ctx, record, body.kind, { number: body.number, amount: body.amount });
};

export const moneyVerbs = {
  'POST /contracts/:id/receipts': receive,
  'POST /contracts/:id/receipts/:receiptId/reverse': reverse,
  'POST /contracts/:id/invoices': invoice,
};
