/** The receipt of money that came or went back, as a document of the company. It is drawn once and never changes. */
import { addressLine } from '#domain/address.ts';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { day, money } from '#domain/italian.ts';
import type { Receipt } from '#domain/contracts/schema.ts';
import { paymentKinds, paymentMethods, type PaymentKind } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import { placeLine } from '../documents/letter.ts';
import { headView, readCompany } from '../documents/letterhead.ts';
import { lookPictures, readLook } from '../documents/look.ts';
import { pdfOf, type Printed } from '../documents/printed.ts';
import type { HeavyCtx } from '../lib/context.ts';
import { whereabouts } from '../lib/whereabouts.ts';
import { partiesOf } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';

/** Above this sum a receipt outside VAT wants a stamp (DPR 642/1972, Tariffa, art. 13). */
const STAMP_ABOVE = 77_47;

/** What the law says of a kind of payment. */
function lawOf(kind: PaymentKind, amount: number): string[] {
  const stamp =
    Math.abs(amount) > STAMP_ABOVE
      ? ['Imposta di bollo di 2,00 € dovuta sull’originale (DPR 642/1972, Tariffa, art. 13).']
      : [];
  if (kind === 'deposit')
    return [
      'Caparra confirmatoria (art. 1385 del codice civile): non è un anticipo del prezzo ed è fuori dal campo dell’IVA; al pagamento del saldo si imputa al prezzo.',
      ...stamp,
    ];
  if (kind === 'advance') return ['Acconto sul prezzo: è fatturato al pagamento (DPR 633/1972, art. 6).'];
  return [];
}

function receiptView(record: ContractRecord, receipt: Receipt, reversed: Receipt | undefined) {
  const back = receipt.amount < 0;
  return {
    kind: reversed ? 'Storno di ricevuta' : back ? 'Ricevuta di rimborso' : 'Ricevuta di pagamento',
    said: reversed
      ? `Si annulla la ricevuta ${reversed.number} del ${day(reversed.receivedOn)}. Motivo: ${receipt.reason || 'non indicato'}.`
      : back
        ? 'Si dichiara di aver restituito la somma indicata.'
        : 'Si dichiara di aver ricevuto la somma indicata.',
    amount: money(Math.abs(receipt.amount)),
    facts: [
      ['Voce', paymentKinds[receipt.kind]],
      ['Metodo', paymentMethods[receipt.method]],
      ['Data', day(receipt.receivedOn)],
      ['Contratto', record.number],
    ],
    vehicle: record.vehicle,
    reference: receipt.reference,
    law: reversed ? [] : lawOf(receipt.kind, receipt.amount),
  };
}

/** The receipts of one contract, by their ids. */
const printedReceipt = (contractId: number): Printed => ({
  entity: 'contract_receipt',
  async read(ctx, id) {
    const record = await contractCourse.read(ctx, contractId);
    const receipt = record.receipts.find((one) => one.id === id);
    if (!receipt) throw new Failure('not_found');
    const company = await readCompany(ctx);
    const buyer = (await partiesOf(ctx, record)).find(({ role }) => role === 'buyer');
    const reversed = record.receipts.find((one) => one.id === receipt.reversesId);
    const place = await whereabouts(ctx, receipt.locationId ?? record.locationId);
    return {
      name: `Ricevuta ${receipt.number}`,
      kind: 'receipt',
      revision: 1,
      isFinal: true,
      look: await readLook(ctx),
      drawing: (look) => ({
        template: 'contracts/receipt.typ',
        view: {
          ...headView({
            look,
            company,
            title: `Ricevuta ${receipt.number}`,
            number: receipt.number,
            revision: 1,
            date: receipt.receivedOn,
            watermark: '',
            footerLine: '',
          }),
          customer: buyer ? { name: buyer.name, lines: [addressLine(record), codesLine(buyer)].filter(Boolean) } : null,
          ...receiptView(record, receipt, reversed),
          place: placeLine(place),
        },
        pictures: lookPictures(look),
      }),
    };
  },
});

export const receiptDocument = (ctx: HeavyCtx, { params }: { params: { id: number; receiptId: number } }) =>
  pdfOf(printedReceipt(params.id), ctx, params.receiptId);
