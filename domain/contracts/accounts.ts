/** The money of a contract beside its plan: receipts, invoices, cash, what is given back. Amounts are cents. */
import { addDays, dayInRome } from '../dates.ts';
import { spanFault } from '../day-spans.ts';
import { day as italianDay, money } from '../italian.ts';
import { keysOf } from '../record/machine.ts';
import { lienOf, sumOf, type Coming, type Planned } from './coming.ts';
import type { ContractState, DepositOutcome, InvoiceKind, PaymentKind, PaymentMethod } from './terms.ts';

/** Cash of one sale must stay below this sum (D.Lgs. 231/2007, art. 49; rules.md §15, 1). */
export const CASH_LIMIT = 5_000_00;

/** Days in which a customer's cash of several contracts counts as one payment. */
export const CASH_DAYS = 7;

/** The most that payments come to in seven days that hold `day`; cents, without their signs. */
export const mostInWeek = (rows: readonly { on: string; amount: number }[], day: string): number =>
  Math.max(
    ...Array.from({ length: CASH_DAYS }, (_, back) => {
      const [from, to] = [addDays(day, -back), addDays(day, CASH_DAYS - 1 - back)];
      return rows.reduce((sum, { on, amount }) => sum + (on >= from && on <= to ? Math.abs(amount) : 0), 0);
    }),
  );

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
interface Invoiced {
  kind: InvoiceKind;
  issuedOn: string;
  amount: number;
}

/** The receipts that count: neither reversed nor reversing. */
export function liveOf<R extends Pick<Received, 'id' | 'reversesId'>>(receipts: readonly R[]): R[] {
  const reversed = new Set(receipts.map(({ reversesId }) => reversesId));
  return receipts.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id));
}

/** What a receipt is of: what goes back by way of the lender was the lender's. */
export const paysOf = ({ kind, method }: Pick<Received, 'kind' | 'method'>): PaymentKind =>
  kind === 'refund' && method === 'financial' ? 'financed' : kind;

const ofKinds = (receipts: readonly Received[], ...kinds: readonly PaymentKind[]): number =>
  sumOf(liveOf(receipts).filter(({ kind }) => kinds.includes(kind)));

/** What the customer and their lender paid or had back: cars taken in and their debts are no money. */
export const moneyIn = (receipts: readonly Received[]): number =>
  ofKinds(receipts, 'deposit', 'advance', 'financed', 'balance', 'refund');

/** What came of this kind, less what went back of it. */
const paidOf = (receipts: readonly Received[], kind: PaymentKind): number =>
  sumOf(liveOf(receipts).filter((one) => paysOf(one) === kind));
/** What the lender paid of a sale, less what went back to it. */
const lentOf = (receipts: readonly Received[]): number => paidOf(receipts, 'financed');

/** Cash that came, and cash that went back, over the whole contract. */
export function cashOf(receipts: readonly Received[]): { came: number; went: number } {
  const cash = liveOf(receipts).filter(({ method }) => method === 'cash');
  return {
    came: sumOf(cash.filter(({ amount }) => amount > 0)),
    went: -sumOf(cash.filter(({ amount }) => amount < 0)),
  };
}

/** Invoices less credit notes. */
export const invoicedOf = (invoices: readonly Pick<Invoiced, 'kind' | 'amount'>[]): number =>
  invoices.reduce((sum, { kind, amount }) => sum + (kind === 'credit_note' ? -amount : amount), 0);

/** What of the acconti no invoice covers: an acconto is invoiced when it is paid; a caparra is outside VAT. */
export const unbilledOf = (receipts: readonly Received[], invoices: readonly Invoiced[]): number =>
  Math.max(0, ofKinds(receipts, 'advance') - invoicedOf(invoices));

/** A sale that ended, or from which its customer has withdrawn (rules.md §15, 8). */
const hasEnded = ({ canceledAt, withdrawnAt }: Pick<Accounts, 'canceledAt' | 'withdrawnAt'>): boolean =>
  canceledAt !== null || withdrawnAt !== null;

/**
 * What is entered on a sale that ended: what goes back, and what arrives all the same, as a transfer on its way or what the
 * lender pays, which is owed back, too (Civil Code, art. 2033); what is paid of the debt of a car that stays. No caparra that
 * could be kept, no acconto to be invoiced.
 */
export const ofEnded: readonly PaymentKind[] = ['balance', 'financed', 'refund', 'debt'];

/** Why nothing else is entered on it. */
const endedBy = ({ canceledAt }: Pick<Accounts, 'canceledAt'>): string =>
  canceledAt === null ? 'Il cliente ha comunicato il recesso' : 'Il contratto è annullato';

/**
 * What of a sale that ended goes back to whom (Civil Code, art. 1385): to its customer all that they paid; all but the caparra;
 * all and the caparra once more. A car that was taken in and stays the company's is owed in
 * money, without its debt, which the company pays: one that is worth less takes the rest off what goes back (art. 1243); what was paid of the debt of one that goes back to its owner is theirs to give back. To the lender
 * what it paid (TUB, artt. 125-ter and 125-quinquies), whatever the customer owes, but for what went to the customer of it. Negative: more went there.
 */
function backOfEnded(accounts: Accounts): { customer: number; lender: number } {
  const { receipts, depositOutcome, keptTradeIns, keptDebts } = accounts;
  const [deposit, lent] = [ofKinds(receipts, 'deposit'), lentOf(receipts)];
  const keeps = { kept: deposit, returned: 0, doubled: -deposit }[depositOutcome ?? 'returned'];
  const paidForThem = Math.max(0, -ofKinds(receipts, 'debt') - keptDebts);
  const went = -paidOf(receipts, 'refund');
  const theirs = ofKinds(receipts, 'deposit', 'advance', 'balance') + keptTradeIns - keeps - paidForThem;
  return { customer: theirs - went, lender: lent - Math.max(0, went - Math.max(0, theirs)) };
}

/** What is still to be given back after a cancellation, to whomever. */
export function owedBack(accounts: Accounts): number {
  if (!hasEnded(accounts)) return 0;
  const { customer, lender } = backOfEnded(accounts);
  return Math.max(0, customer) + Math.max(0, lender);
}

type Balanced = Accounts & { received: number; financed: number };

/** What the customer of a sale that ended still owes: a car that stays is worth less than the debt that the company pays for it. */
export const owedByCustomer = (accounts: Accounts): number =>
  hasEnded(accounts) ? Math.max(0, -backOfEnded(accounts).customer) : 0;

/** What goes back to whom: of a sale that ended what each paid, of one that goes on what came beyond it, first beyond the loan. */
export function backTo(accounts: Balanced): { customer: number; lender: number } {
  if (hasEnded(accounts)) {
    const { customer, lender } = backOfEnded(accounts);
    return { customer: Math.max(0, customer), lender: Math.max(0, lender) };
  }
  const back = Math.max(0, accounts.received - accounts.total);
  const lender = Math.max(0, Math.min(back, lentOf(accounts.receipts) - accounts.financed));
  return { customer: back - lender, lender };
}

/** What is still owed to the lenders of cars taken in that came, or that stayed when the sale ended. */
export const owedOnCars = (accounts: Accounts & Pick<Coming, 'come'>): number =>
  hasEnded(accounts) ? Math.max(0, accounts.keptDebts + ofKinds(accounts.receipts, 'debt')) : lienOf(accounts);

export interface Accounts {
  state: ContractState;
  /** When the contract was made, as an instant. */
  createdAt: string;
  /** What is owed for it, and how it is planned to be paid. */
  total: number;
  payments: readonly Planned[];
  canceledAt: string | null;
  withdrawnAt: string | null;
  depositOutcome: DepositOutcome | null;
  /** What cars that stayed are worth to the customer of a sale that ended: their value less what was owed on them. */
  keptTradeIns: number;
  /** What is owed on the cars that stayed, paid or not. */
  keptDebts: number;
  receipts: readonly Received[];
  invoices: readonly Invoiced[];
}

/** Why nothing more is received on a contract; null: it is. */
export function receiptsClosed(accounts: Accounts): string | null {
  const isClosed = accounts.state === 'completed' && !hasEnded(accounts);
  return isClosed ? 'Il contratto è completato: riaprire prima la consegna.' : null;
}

interface Owed {
  total: number;
  received: number;
  canceledAt: string | null;
  withdrawnAt: string | null;
}

/** What is still to be received; nothing from a contract that ended or is withdrawn from. */
export const dueOf = ({ total, received, canceledAt, withdrawnAt }: Owed) =>
  canceledAt === null && withdrawnAt === null ? total - received : 0;

/** What cars taken in are worth by a plan. */
const worthOf = (payments: readonly Pick<Planned, 'kind' | 'amount'>[]): number =>
  sumOf(payments.filter(({ kind }) => kind === 'used_car'));

/**
 * How far each balance is from where it may not go. While a contract goes on: nothing received below zero, no more given
 * back than came (but for what the plan gives back for a dearer car taken in), no car taken in for more than the plan has it
 * for, no more paid to a lender than it is worth, or owes by the plan, no more received than is due. After its end: no more given back to whom than is
 * owed to them, no more paid of a debt than cars that stay have, and no more stands on it than would have been due. Never more
 * back to a lender than it paid.
 */
function roomsOf(
  accounts: Accounts,
): Partial<Record<'cars' | 'received' | 'back' | 'lent' | 'lender' | 'due' | 'owed', number>> {
  const { receipts, payments } = accounts;
  const planned = (kinds: readonly PaymentKind[]) =>
    -sumOf(payments.filter(({ kind, amount }) => kinds.includes(kind) && amount < 0));
  const received = sumOf(liveOf(receipts));
  const toGoOut = Math.max(0, planned(outgoing) + ofKinds(receipts, ...outgoing));
  const due = accounts.total + toGoOut - received;
  const lent = lentOf(receipts);
  const debts = ofKinds(receipts, 'debt');
  if (hasEnded(accounts)) {
    const { customer, lender } = backOfEnded(accounts);
    return { lender: accounts.keptDebts + debts, owed: customer, lent: lender, due };
  }
  const worth = ofKinds(receipts, 'used_car');
  const cars = worthOf(payments);
  return {
    ...(cars > 0 && { cars: cars - worth }),
    received,
    back: moneyIn(receipts) + planned(['refund']),
    lent,
    lender: (worth > 0 ? Math.max(worth, planned(['debt'])) : 0) + debts,
    due,
  };
}

/** The balance that a step takes beyond its end, or further beyond; null: none. */
function brokenBy(before: Accounts, after: Accounts): keyof ReturnType<typeof roomsOf> | null {
  const [was, is] = [roomsOf(before), roomsOf(after)];
  return keysOf(is).find((key) => is[key]! < 0 && is[key]! < (was[key] ?? 0)) ?? null;
}

/** The first day of what is dated on a contract: nobody paid, invoiced or signed it before it was made. */
export const firstDayOf = ({ createdAt }: { createdAt: string }): string => dayInRome(new Date(createdAt));

/** Why a day of money is refused: it lies between the contract's first day and today. */
const dayFault = (given: string, from: string, today: string): string | null =>
  spanFault('past', given, today) ?? (given < from ? `La data non può essere prima del ${italianDay(from)}` : null);

export interface NewReceipt extends Pick<Received, 'kind' | 'method' | 'receivedOn'> {
  /** Positive: the kind says which way the money goes. */
  amount: number;
  /** Said to be another one, although it is like one that is there. */
  again: boolean;
}

/** Why the amount of a new receipt is refused: what it may be at most. */
function amountFault(accounts: Accounts, { kind, method, amount }: NewReceipt): string | null {
  const { receipts } = accounts;
  const [sign, rooms] = [signOf(kind), roomsOf(accounts)];
  const added = { id: -1, number: '', kind, method, amount: amount * sign, receivedOn: '', reversesId: null };
  const broken = brokenBy(accounts, { ...accounts, receipts: [...receipts, added] });
  const most = (...keys: (keyof typeof rooms)[]) => money(Math.max(0, Math.min(...keys.map((key) => rooms[key]!))));
  if (broken === 'due')
    return hasEnded(accounts)
      ? `Oltre al totale del contratto: possono arrivare al massimo ${most('due')}`
      : `Restano da incassare al massimo ${most('due')}`;
  if (broken === 'cars')
    return `Nel piano l’usato vale ${money(worthOf(accounts.payments))}: per un altro valore cambiare prima il piano`;
  if (broken === 'owed') return `Si possono restituire al massimo ${most('owed')}`;
  if (broken !== null && kind === 'debt')
    return `Alla finanziaria vanno al massimo ${hasEnded(accounts) ? most('lender') : most('lender', 'received')}`;
  if (broken === 'lent') return `Alla finanziaria tornano al massimo ${most('lent')}`;
  if (broken !== null) return `Si possono restituire al massimo ${most('back', 'received')}`;
  const cash = cashOf(receipts);
  const cashWith = amount + (sign > 0 ? cash.came : cash.went);
  return method === 'cash' && cashWith >= CASH_LIMIT
    ? `Contanti per ${money(cashWith)} sul contratto: devono restare sotto ${money(CASH_LIMIT)} (D.Lgs. 231/2007)`
    : null;
}

/** Why a receipt is refused, by field; days in Rome, `createdAt` of the contract. */
export function receiptFaults(accounts: Accounts, given: NewReceipt, today: string): Record<string, string> {
  const { receipts } = accounts;
  const { kind, method, amount, receivedOn, again } = given;
  const isShut = hasEnded(accounts) && !ofEnded.includes(kind);
  const twin = liveOf(receipts).find(
    (one) =>
      one.kind === kind &&
      one.method === method &&
      one.receivedOn === receivedOn &&
      one.amount === amount * signOf(kind),
  );
  const faults: [string, string | null | false][] = [
    ['receivedOn', dayFault(receivedOn, firstDayOf(accounts), today)],
    [
      'kind',
      isShut && `${endedBy(accounts)}: si registra solo un rimborso, o un saldo o finanziato arrivato lo stesso`,
    ],
    ['method', (kind === 'used_car') !== (method === 'used_car') && 'Il metodo Permuta è della voce Permuta'],
    [
      'method',
      (kind === 'financed' ? method !== 'financial' : method === 'financial' && kind !== 'refund') &&
        'Il metodo Finanziaria è della voce Finanziato, o di un rimborso che torna alla finanziaria',
    ],
    ['amount', isShut ? null : amountFault(accounts, given)],
    [
      'again',
      twin !== undefined &&
        !again &&
        `La ricevuta ${twin.number} del ${italianDay(receivedOn)} è uguale: spuntare se è un altro incasso`,
    ],
  ];
  return Object.fromEntries(faults.flatMap(([field, fault]) => (fault ? [[field, fault]] : [])).toReversed());
}

/** Why a receipt is not reversed; null: it is. Who had money back has not paid it any more. */
export function reversalRefusal(accounts: Accounts, receipt: Received): string | null {
  const { receipts } = accounts;
  const closed = receiptsClosed(accounts);
  if (closed) return closed;
  if (!liveOf(receipts).some(({ id }) => id === receipt.id)) return 'La ricevuta è già stornata.';
  const reversal = { ...receipt, id: -1, amount: -receipt.amount, reversesId: receipt.id };
  const broken = brokenBy(accounts, { ...accounts, receipts: [...receipts, reversal] });
  if (broken === null) return null;
  return broken === 'due'
    ? `Con lo storno l’incassato supera il dovuto: restano da incassare ${money(Math.max(0, roomsOf(accounts).due!))}.`
    : 'Quanto è incassato con questa ricevuta è già stato restituito o speso: stornare prima quell’uscita.';
}

/** Why a contract does not end like this, by field or as a sentence: more went back than came. */
export function endingFault(ended: Accounts): { field?: 'depositOutcome'; message: string } | null {
  // What a car that stays lacks to its debt holds up no end: its customer owes it (`owedByCustomer`).
  const whole = { ...ended, keptTradeIns: Math.max(0, ended.keptTradeIns) };
  const { customer } = backOfEnded(whole);
  if (customer >= 0) return null;
  const returned = backOfEnded({ ...whole, depositOutcome: 'returned' }).customer;
  return returned >= 0 && ofKinds(ended.receipts, 'refund') < 0
    ? { field: 'depositOutcome', message: 'La caparra è già stata restituita: non si trattiene più' }
    : {
        message: `Al cliente, o per il suo usato, sono andati ${money(-customer)} più di quanto gli spetta: registrare prima quanto rende, o stornare l’uscita.`,
      };
}

/** Why an invoice or a credit note is refused now: a sentence; null: it is not. See `invoiceFaults`. */
export function invoiceRefusal(accounts: Accounts, kind: InvoiceKind): string | null {
  const { state, invoices } = accounts;
  if (kind === 'credit_note' && invoicedOf(invoices) <= 0) return 'Non c’è una fattura da stornare.';
  if (state === 'completed')
    return 'Il contratto è completato: riaprire la consegna, poi «Storna fattura» registra la nota di credito.';
  if (state === 'billed')
    return 'Il contratto è fatturato: per correggere, «Storna fattura» registra la nota di credito.';
  if (kind === 'credit_note') return null;
  if (hasEnded(accounts)) return `${endedBy(accounts)}: si registrano solo note di credito.`;
  return kind === 'invoice' && state !== 'approved' ? 'Si fattura dopo l’approvazione; prima, solo un acconto.' : null;
}

/** Why an invoice or a credit note is refused, by field: of another day, or above what is left. */
export function invoiceFaults(
  accounts: Accounts,
  { kind, issuedOn, amount }: { kind: InvoiceKind; issuedOn: string; amount: number },
  today: string,
): Record<string, string> {
  const { invoices, total: owed } = accounts;
  const invoiced = invoicedOf(invoices);
  const isNote = kind === 'credit_note';
  const most = Math.max(0, isNote ? invoiced : owed - invoiced);
  const first = invoices.map((one) => one.issuedOn).toSorted()[0];
  const day = dayFault(issuedOn, (isNote && first) || firstDayOf(accounts), today);
  return {
    ...(day && { issuedOn: day }),
    ...(amount > most && {
      amount: isNote
        ? `Sono fatturati ${money(most)}: una nota di credito non li supera`
        : `Restano da fatturare ${money(most)}`,
    }),
  };
}
