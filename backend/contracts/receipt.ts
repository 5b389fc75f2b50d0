/** The receipt of money that came or went back, as a document of the company. It is drawn once and never changes. */
import { sql } from 'kysely';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { day, money } from '#domain/italian.ts';
import { paysOf } from '#domain/contracts/accounts.ts';
import type { Receipt } from '#domain/contracts/schema.ts';
import { paymentKinds, paymentMethods, type PaymentKind } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import type { LayoutBlock } from '#domain/layouts/terms.ts';
import { placeLine } from '../documents/letter.ts';
import type { Drawing } from '../documents/draw.ts';
import { laidOut, layoutInUse } from '../documents/layout.ts';
import { headView } from '../documents/letterhead.ts';
import { lookPictures, readLook, type Look } from '../documents/look.ts';
import { pdfOf, type Printed } from '../documents/printed.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import type { Laid } from '../lib/ports/laid.ts';
import { visible } from '../lib/records/scope.ts';
import { whereabouts } from '../lib/people/whereabouts.ts';
import { readDocument } from './document.ts';
import { contactOf } from './make.ts';
import { buyerAddress } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { contractHolds, receiptValues } from './values.ts';

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

const DEALER_SIGNS = 'Per la concessionaria: timbro e firma';

/** What a receipt declares and who signs it: who has money back, otherwise the dealer. */
function declaredOf(receipt: Receipt, reversed: Receipt | undefined) {
  if (reversed)
    return {
      kind: 'Storno di ricevuta',
      said: `Si annulla la ricevuta ${reversed.number} del ${day(reversed.receivedOn)}. Motivo: ${receipt.reason || 'non indicato'}.`,
      signs: DEALER_SIGNS,
    };
  if (receipt.kind === 'used_car')
    return {
      kind: 'Ricevuta di permuta',
      said: 'Si dichiara di aver ritirato l’auto data in permuta, per il valore indicato.',
      signs: DEALER_SIGNS,
    };
  if (receipt.amount >= 0)
    return {
      kind: 'Ricevuta di pagamento',
      said: 'Si dichiara di aver ricevuto la somma indicata.',
      signs: DEALER_SIGNS,
    };
  if (receipt.kind === 'debt')
    return {
      kind: 'Estinzione del residuo',
      said: 'Si dichiara di aver pagato la somma indicata alla finanziaria dell’auto ritirata.',
      signs: DEALER_SIGNS,
    };
  const kind = 'Ricevuta di rimborso';
  return paysOf(receipt) === 'financed'
    ? { kind, said: 'Si dichiara di aver restituito alla finanziaria la somma indicata.', signs: DEALER_SIGNS }
    : { kind, said: 'Si dichiara di aver restituito la somma indicata.', signs: 'Per ricevuta: il cliente' };
}

function receiptView(record: ContractRecord, receipt: Receipt, reversed: Receipt | undefined) {
  return {
    ...declaredOf(receipt, reversed),
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

/** The contract as that of who paid: somebody else may have taken it over since, whose data are not on this receipt. */
async function ofPayer(ctx: Ctx, record: ContractRecord, { customerId }: Receipt): Promise<ContractRecord> {
  if (customerId === null || customerId === record.customerId) return record;
  const alone = { cobuyerId: null, guarantorId: null, representativeId: null };
  return { ...record, ...alone, customerId, ...(await contactOf(ctx, customerId)) };
}

/** What a receipt is printed of, read in a transaction. */
async function readReceipt(ctx: Ctx, sources: Sources, { contractId, id }: { contractId: number; id: number }) {
  const record = await contractCourse.read(ctx, contractId);
  const receipt = record.receipts.find((one) => one.id === id);
  if (!receipt) throw new Failure('not_found');
  const data = await readDocument(ctx, await ofPayer(ctx, record, receipt), sources);
  const place = await whereabouts(ctx, receipt.locationId ?? record.locationId);
  return { data, receipt, place, look: await readLook(ctx) };
}

const drawingOf =
  ({ data, receipt, place }: Awaited<ReturnType<typeof readReceipt>>) =>
  (look: Look, blocks: readonly LayoutBlock[]): Drawing => {
    const { record, company, people } = data;
    const buyer = people.find(({ role }) => role === 'buyer');
    const reversed = record.receipts.find((one) => one.id === receipt.reversesId);
    return {
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
        customer: buyer
          ? { name: buyer.name, lines: [buyerAddress(record, buyer), codesLine(buyer)].filter(Boolean) }
          : null,
        ...receiptView(record, receipt, reversed),
        place: placeLine(place),
        layout: laidOut(blocks, receiptValues(data, receipt), contractHolds(data)),
      },
      pictures: lookPictures(look),
    };
  };

/** The receipts of one contract, by their ids. A receipt keeps the layout that was in use when it was first drawn. */
const printedReceipt = (sources: Sources, contractId: number): Printed => ({
  entity: 'contract_receipt',
  async read(ctx, id) {
    const read = await readReceipt(ctx, sources, { contractId, id });
    const blocks = await layoutInUse(ctx, 'receipts');
    return {
      name: `Ricevuta ${read.receipt.number}`,
      kind: 'receipt',
      revision: 1,
      isFinal: true,
      look: read.look,
      drawing: (look) => drawingOf(read)(look, blocks),
    };
  },
});

/** Receipts as layouts print them. */
export const laidReceipts = (sources: Sources): Laid => ({
  kind: 'receipts',
  async newest(ctx, most) {
    const { rows } = await sql<{ id: number; number: string; name: string | null }>`
      select r.id, r.number, c.name from contract_receipts r
      join contracts t on t.company_id = r.company_id and t.id = r.contract_id
      left join customers c on c.company_id = r.company_id and c.id = r.customer_id
      where r.company_id = ${ctx.user.companyId} and ${visible(ctx, contractCourse.of)}
      order by r.id desc limit ${most}`.execute(ctx.db);
    return rows.map(({ id, number, name }) => ({ id, label: [number, name].filter(Boolean).join(' · ') }));
  },
  async changing({ db, user }) {
    const { rows } = await sql<{ records: number }>`select count(*)::int as records from contract_receipts r
      where r.company_id = ${user.companyId} and not exists (select from documents d
        where d.company_id = ${user.companyId} and d.entity = 'contract_receipt' and d.record_id = r.id)`.execute(db);
    return rows[0]!.records;
  },
  async read(ctx, id) {
    const of = await ctx.db
      .selectFrom('contractReceipts')
      .select('contractId')
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!of) throw new Failure('not_found');
    const read = await readReceipt(ctx, sources, { contractId: of.contractId, id });
    const holds = contractHolds(read.data);
    return { look: read.look, values: receiptValues(read.data, read.receipt), holds, drawing: drawingOf(read) };
  },
});

export const receiptDocument =
  (sources: Sources) =>
  (ctx: HeavyCtx, { params }: { params: { id: number; receiptId: number } }) =>
    pdfOf(printedReceipt(sources, params.id), ctx, params.receiptId);
