/** The money of a contract beside its plan: receipts, invoices, cash, what is given back. Amounts are cents. */
import { day as italianDay, money } from '../italian.ts';
import type { ContractState, DepositOutcome, InvoiceKind, PaymentKind, PaymentMethod } from './terms.ts';

/** Cash of one sale must stay below this sum (D.Lgs. 231/2007, art. 49; domain.md §5.1, 14). */
export const CASH_LIMIT = 5_000_00;

/** Kinds that are written off the total: money to the customer or to the lender of the car that is taken in. */
const outgoing = ['debt', 'refund'] as const satisfies readonly PaymentKind[];
export const signOf = (kind: PaymentKind): 1 | -1 => ((outgoing as readonly PaymentKind[]).includes(kind) ? -1 : 1);

interface Received {
  id: number;
  number: string;
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
  receivedOn: string;
  reversesId: number | null;
}
interface Planned {
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
}
interface Invoiced {
  kind: InvoiceKind;
  amount: number;
}

/** The receipts that count: neither reversed nor reversing. */
export function liveOf<R extends Pick<Received, 'id' | 'reversesId'>>(receipts: readonly R[]): R[] {
  const reversed = new Set(receipts.map(({ reversesId }) => reversesId));
  return receipts.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id));
}

const total = (rows: readonly { amount: number }[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);
const ofKinds = (receipts: readonly Received[], ...kinds: readonly PaymentKind[]): number =>
  total(liveOf(receipts).filter(({ kind }) => kinds.includes(kind)));

/** What the customer paid or had back: cars taken in and their debts are no money. */
export const moneyIn = (receipts: readonly Received[]): number =>
  ofKinds(receipts, 'deposit', 'advance', 'financed', 'balance', 'refund');

/**
 * What is received next: the first row of the plan that is not covered by receipts of its kind, with what of it is open,
 * as a positive amount; null: everything came.
 */
export function nextDue(plan: readonly Planned[], receipts: readonly Received[]): Planned | null {
  const come = new Map<PaymentKind, number>();
  for (const { kind, amount } of liveOf(receipts)) come.set(kind, (come.get(kind) ?? 0) + Math.abs(amount));
  for (const { kind, method, amount } of plan) {
    const open = Math.abs(amount) - (come.get(kind) ?? 0);
    if (open > 0) return { kind, method, amount: open };
    come.set(kind, -open);
  }
  return null;
}

/** Cash that came, and cash that went back, over the whole contract. */
export function cashOf(receipts: readonly Received[]): { came: number; went: number } {
  const cash = liveOf(receipts).filter(({ method }) => method === 'cash');
  return {
    came: total(cash.filter(({ amount }) => amount > 0)),
    went: -total(cash.filter(({ amount }) => amount < 0)),
  };
}

/** Invoices less credit notes. */
export const invoicedOf = (invoices: readonly Invoiced[]): number =>
  invoices.reduce((sum, { kind, amount }) => sum + (kind === 'credit_note' ? -amount : amount), 0);

/** What of the acconti no invoice covers: an acconto is invoiced when it is paid; a caparra is outside VAT. */
export const unbilledOf = (receipts: readonly Received[], invoices: readonly Invoiced[]): number =>
  Math.max(0, ofKinds(receipts, 'advance') - invoicedOf(invoices));

/**
 * What is still to be given back after a cancellation (Civil Code, art. 1385): everything; everything but the caparra;
 * everything and the caparra once more. A car that was taken in and stays the company's is owed in money.
 */
export function owedBack({ receipts, depositOutcome, canceledAt, keptTradeIns }: Accounts): number {
  if (canceledAt === null) return 0;
  const deposit = ofKinds(receipts, 'deposit');
  const keeps = { kept: deposit, returned: 0, doubled: -deposit }[depositOutcome ?? 'returned'];
  return moneyIn(receipts) + keptTradeIns - keeps;
}

export interface Accounts {
  state: ContractState;
  canceledAt: string | null;
  depositOutcome: DepositOutcome | null;
  keptTradeIns: number;
  receipts: readonly Received[];
  invoices: readonly Invoiced[];
}

/** Why nothing more is received on a contract; null: it is. */
export function receiptsClosed(accounts: Accounts): string | null {
  const { state, canceledAt } = accounts;
  if (canceledAt !== null)
    return owedBack(accounts) > 0 ? null : 'Il contratto è annullato e non c’è più nulla da restituire.';
  return state === 'completed' ? 'Il contratto è completato: riaprire prima la consegna.' : null;
}

export interface NewReceipt extends Pick<Received, 'kind' | 'method' | 'receivedOn'> {
  /** Positive: the kind says which way the money goes. */
  amount: number;
  /** Said to be another one, although it is like one that is there. */
  again: boolean;
}

/** Why a receipt is refused, by field. */
export function receiptFaults(accounts: Accounts, given: NewReceipt, today: string): Record<string, string> {
  const { receipts, canceledAt } = accounts;
  const { kind, method, amount, receivedOn, again } = given;
  const cash = cashOf(receipts);
  const cashWith = amount + (signOf(kind) > 0 ? cash.came : cash.went);
  const back = canceledAt === null ? moneyIn(receipts) : owedBack(accounts);
  const twin = liveOf(receipts).find(
    (one) =>
      one.kind === kind &&
      one.method === method &&
      one.receivedOn === receivedOn &&
      one.amount === amount * signOf(kind),
  );
  const faults: [boolean, string, string][] = [
    [receivedOn > today, 'receivedOn', 'L’incasso non può essere nel futuro'],
    [canceledAt !== null && kind !== 'refund', 'kind', 'Il contratto è annullato: si registrano solo i rimborsi'],
    [(kind === 'used_car') !== (method === 'used_car'), 'method', 'Il metodo Permuta è della voce Permuta'],
    [(kind === 'financed') !== (method === 'financial'), 'method', 'Il metodo Finanziaria è della voce Finanziato'],
    [kind === 'refund' && amount > back, 'amount', `Si possono restituire al massimo ${money(Math.max(0, back))}`],
    [
      method === 'cash' && cashWith >= CASH_LIMIT,
      'amount',
      `Contanti per ${money(cashWith)} sul contratto: devono restare sotto ${money(CASH_LIMIT)} (D.Lgs. 231/2007)`,
    ],
    [
      twin !== undefined && !again,
      'again',
      `La ricevuta ${twin?.number} del ${italianDay(receivedOn)} è uguale: spuntare se è un altro incasso`,
    ],
  ];
  return Object.fromEntries(
    faults
      .toReversed()
      .filter(([isFault]) => isFault)
      .map(([, field, sentence]) => [field, sentence]),
  );
}

/** Why an invoice or a credit note is refused now: a sentence; null: it is not. */
export function invoiceRefusal(accounts: Accounts, kind: InvoiceKind): string | null {
  const { state, canceledAt, invoices } = accounts;
  if (kind === 'credit_note' && invoicedOf(invoices) <= 0) return 'Non c’è una fattura da stornare.';
  if (state === 'completed')
    return 'Il contratto è completato: riaprire la consegna, poi «Storna fattura» registra la nota di credito.';
  if (state === 'billed')
    return 'Il contratto è fatturato: per correggere, «Storna fattura» registra la nota di credito.';
  if (kind === 'credit_note') return null;
  if (canceledAt !== null) return 'Il contratto è annullato: si registrano solo note di credito.';
  return kind === 'invoice' && state !== 'approved' ? 'Si fattura dopo l’approvazione; prima, solo un acconto.' : null;
}
