/** What of a contract is signed, by whom, and what it lacks before that. */
import { backTo, dueOf, firstDayOf, owedByCustomer } from '#domain/contracts/accounts.ts';
import { openOfDue, sumOf } from '#domain/contracts/coming.ts';
import { blocksOf } from '#domain/contracts/blocks.ts';
import { DELIVERY_DAYS, deliveryUntil } from '#domain/contracts/delivery.ts';
import { goesOn } from '#domain/contracts/facts.ts';
import { notSellers } from '#domain/contracts/involved.ts';
import { signLacks } from '#domain/contracts/lacks.ts';
import { backOffice, sells } from '#domain/contracts/rights.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { customerPayments, customerStates } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { covers } from '#domain/record/rights.ts';
import type { CourseStep } from '#domain/signatures/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Party, Signable } from '../lib/ports/signable.ts';
import { printedContract, sourceOf } from './document.ts';
import { partiesOf } from './parties.ts';
import { contractCourse, type ContractRecord } from './records.ts';

/** Until the sale is invoiced a document may be signed; a contract that is cancelled or withdrawn from is not. */
const open = (record: ContractRecord) => goesOn(record) && record.state !== 'billed' && record.state !== 'completed';

function deliveryWords(record: ContractRecord): string {
  const { deliveredOn, deliveryOn, deliveryAt } = record;
  const until = deliveryUntil(record);
  if (deliveredOn) return `avvenuta il ${day(deliveredOn)}`;
  if (deliveryOn) return `il ${day(deliveryOn)}${deliveryAt ? ` alle ${deliveryAt}` : ''}`;
  return until ? `entro il ${day(until)}` : `entro ${DELIVERY_DAYS} giorni dall’accettazione`;
}

/** What the customer has back, or owes for a car that stays, and what becomes of a caparra that they have not. */
function refundSteps(record: ContractRecord): CourseStep[] {
  const { customer } = backTo(record);
  const owed = owedByCustomer(record);
  const isKept = record.canceledAt !== null && record.depositOutcome === 'kept' && record.received > 0;
  return [
    ...(isKept ? [{ done: true, title: 'Caparra', said: 'trattenuta' }] : []),
    ...(customer > 0 ? [{ done: false, title: 'Rimborso da ricevere', said: money(customer) }] : []),
    ...(owed > 0 ? [{ done: false, title: 'Ancora da pagare', said: money(owed) }] : []),
  ];
}

/** What is still to come by the plan, or to go back, in the customer's words; one sum where the plan says another one. */
function openSteps(record: ContractRecord, lender: string): CourseStep[] {
  const due = dueOf(record);
  if (due <= 0) return refundSteps(record);
  const open = openOfDue(record);
  const sum = sumOf(open);
  if (sum !== due) return [{ done: false, title: 'Ancora da pagare', said: money(due) }];
  return open.map(({ kind, dueOn, amount }) => ({
    done: false,
    title: (kind === 'financed' && lender) || customerPayments[kind],
    said: dueOn === null || kind === 'financed' ? money(amount) : `${money(amount)} entro il ${day(dueOn)}`,
  }));
}

/** Who lends what the customer does not pay; blank: nobody, or it is not known. */
export async function lenderOf(ctx: Ctx, sources: Sources, record: ContractRecord): Promise<string> {
  if (record.financed === 0 || record.origin === 'history') return '';
  const { draft, snapshot } = record;
  return (await sourceOf(sources, record).examined(ctx, { draft, snapshot }, null)).loan?.company ?? '';
}

/**
 * The steps of a sale for who has signed one of its documents, what is done before what comes; one that ended asks neither
 * money nor a delivery.
 */
export function courseOf(record: ContractRecord, lender: string): CourseStep[] {
  const { canceledAt, approvedOn, deliveredOn, received, state } = record;
  const paid = received <= 0 ? [] : [{ done: true, title: 'Pagato', said: money(received) }];
  const delivery = { done: deliveredOn !== null, title: 'Consegna', said: deliveryWords(record) };
  if (!goesOn(record)) {
    const ended = { done: true, title: canceledAt === null ? 'Recesso comunicato' : 'Contratto annullato', said: '' };
    return [ended, ...paid, ...(delivery.done ? [delivery] : []), ...refundSteps(record)];
  }
  const accepted = {
    done: approvedOn !== null,
    title: 'Accettazione della concessionaria',
    said: approvedOn === null ? customerStates[state].toLowerCase() : `il ${day(approvedOn)}`,
  };
  return [accepted, ...paid, ...openSteps(record, lender), delivery].toSorted(
    (one, other) => Number(other.done) - Number(one.done),
  );
}

/**
 * Who signs for the customer: the parties of a contract, for a company its legal representative. A person signs beside
 * theirs: naming one must not take the buyer out of their own contract. For who may not sign, the representative does so
 * on paper, and the back office that checks it sees by what right (rules.md §14).
 */
export async function signersOf(ctx: Ctx, record: ContractRecord): Promise<Party[]> {
  const people = await partiesOf(ctx, record);
  const bySomebody = record.customerType === 'fleet' && people.some(({ role }) => role === 'legal_representative');
  return people
    .filter(({ role }) => !(bySomebody && role === 'buyer'))
    .map(({ role, id, name, email, phone }) => ({
      role,
      customerId: id,
      name,
      email: (role === 'buyer' && record.email) || email,
      phone: (role === 'buyer' && record.phone) || phone,
    }));
}

/** Throws `forbidden` for who may not change the signatures of a contract; with `checks`, who validates may, too. */
export function assertChanges({ user }: Ctx, { sellerId }: ContractRecord, { checks }: { checks: boolean }): void {
  const may = [sells, ...(checks ? [backOffice] : [])];
  if (!may.some((right) => covers(right, user.privileges, sellerId === user.id))) throw new Failure('forbidden');
}

/** Whether the company of the contract is its own customer, and who does not check what was signed on paper. */
export async function ownSide({ db, user }: Ctx, record: ContractRecord) {
  const own = await db
    .selectFrom('companies as c')
    .innerJoin('customers as b', 'b.companyId', 'c.companyId')
    .where('c.companyId', '=', user.companyId)
    .where('b.companyId', '=', user.companyId)
    .where('b.id', '=', record.customerId ?? 0)
    .where((eb) => eb.or([eb('b.vatNumber', '=', eb.ref('c.vatNumber')), eb('b.taxCode', '=', eb.ref('c.taxCode'))]))
    .where((eb) => eb.or([eb('b.vatNumber', '<>', ''), eb('b.taxCode', '<>', '')]))
    .select('b.id')
    .executeTakeFirst();
  // Where nobody else validates, who sells does.
  return { companyBuys: own !== undefined, checks: { notBy: notSellers(record, 'backOffice') } };
}

/** A contract is signed by its parties. */
export const signableContract = (sources: Sources): Signable => ({
  entity: contractMachine.entity,
  movedBy: contractMachine.entity,
  printed: printedContract(sources),
  async read(ctx, id, { lock = false, checks = false } = {}) {
    const record = lock ? await contractCourse.lock(ctx, id) : await contractCourse.read(ctx, id);
    if (lock) assertChanges(ctx, record, { checks });
    // What a former system agreed is not known here, and is signed.
    const { draft, snapshot } = record;
    const { warranty } =
      record.origin === 'history'
        ? { warranty: null }
        : await sourceOf(sources, record).terms(ctx, { draft, snapshot });
    return {
      id,
      version: record.version,
      title: `Contratto ${record.number}`,
      about: [record.vehicle, `${money(record.total)} in tutto`].join(' · '),
      car: record.body === null ? undefined : { body: record.body, paint: record.paint },
      sellerId: record.sellerId,
      href: `/dealer/contracts/${id}`,
      blocks: blocksOf(record, warranty),
      parties: await signersOf(ctx, record),
      missing: signLacks(record, ctx.today),
      ...(await ownSide(ctx, record)),
      open: open(record),
      firstDay: firstDayOf(record),
      course: courseOf(record, await lenderOf(ctx, sources, record)),
    };
  },
});
