/** What the moves of a contract write beside its state (rules.md §19). */
import type { WorkingHours } from '#domain/time.ts';
import { jsonb } from '../db/jsonb.ts';
import { readHours } from '../lib/people/places.ts';
import { proposedDelivery, proposedEnds } from '#domain/contracts/delivery.ts';
import { endingFault, invoiceFaults } from '#domain/contracts/accounts.ts';
import { involved, notSellers } from '#domain/contracts/involved.ts';
import { mayDouble } from '#domain/contracts/outcome.ts';
import { valuesOf } from '#domain/contracts/revaluation.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { isBehind } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { readDraft } from '#domain/quotes/draft.ts';
import type { Sent } from '#domain/record/moves.ts';
import type { Ctx } from '../lib/work/context.ts';
import { moving, type Fill, type Filled } from '../lib/records/move.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { reasonOf } from '../lib/records/reasons.ts';
import { contractHref } from '../lib/records/links.ts';
import { holdersOf, notify, untell, type NewNotification } from '../lib/people/notify.ts';
import { confirmationPost, sendConfirmation } from './confirmation.ts';
import { deliverCars, dropTradeIns, expectTradeIns, sellCars, takeBackCars, unsellCars } from './cars.ts';
import { endEnclosures } from './enclosures.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { insertRow } from './rows.ts';
import { splitOf } from './split.ts';

const about = ({ customer, vehicle }: ContractRecord) => [customer, vehicle].filter(Boolean).join(' · ');

/** Tells people what waits for them. */
export const tellPeople = (
  ctx: Ctx,
  record: ContractRecord,
  people: readonly number[],
  kind: NewNotification['kind'],
  title: string,
  why = '',
) =>
  notify(ctx, people, {
    kind,
    title: `${record.number}: ${title}`,
    text: [about(record), why].filter(Boolean).join('. '),
    href: contractHref(record.id),
  });

/** Its sellers, but for who acts. */
const otherSellers = ({ user }: Ctx, record: ContractRecord) =>
  contractMachine.owners(record).filter((id) => id !== user.id);

/** Tells its sellers, unless they did it themselves. */
const tellSellers = (ctx: Ctx, record: ContractRecord, title: string, why = '') =>
  tellPeople(ctx, record, otherSellers(ctx, record), 'contract_moved', title, why);

/** Why a move was made, in the words of who made it. */
const saidWhy = async (ctx: Ctx, { reason, note }: Sent): Promise<string> =>
  [reason ? await reasonOf(ctx, reason) : null, note].filter(Boolean).join('. ');

const filled = ({ now }: Ctx, columns: object = {}, after: Record<string, unknown> = {}): Filled => ({
  columns: { since: now, ...columns },
  told: { before: {}, after },
});

/** It is written on the contract when who sells it validates it, because nobody else may. */
function aloneOf({ user }: Ctx, record: ContractRecord, step: 'commercial' | 'backOffice') {
  const isAlone = isBehind(user, involved(record));
  return { columns: isAlone ? [...record.alone, step] : record.alone, told: isAlone ? { alone: true } : {} };
}

/** What the cars taken in are worth was looked at; a higher value later is another decision. */
const validatedNow = (record: ContractRecord) => ({
  validatedValues: jsonb(valuesOf(record)),
});

/** Validations fall when the contract goes back, and with them the look at the cars taken in that the next one rests on. */
const unvalidated = { commercialBy: null, alone: [] as string[], validatedValues: null, tradeInChecked: false };

const submit: Fill<ContractRecord> = async (ctx, record) => {
  const skips = contractMachine.moves.submit.orTo.when(record);
  const holders = await holdersOf(ctx, skips ? p.validateContracts : p.approveContracts);
  await tellPeople(ctx, record, holders, 'contract_waiting', 'da validare');
  return filled(ctx);
};

const validate: Fill<ContractRecord> = async (ctx, record) => {
  await tellPeople(
    ctx,
    record,
    await holdersOf(ctx, p.validateContracts),
    'contract_waiting',
    'da validare in back office',
  );
  const { columns: alone, told } = aloneOf(ctx, record, 'commercial');
  return filled(ctx, { commercialBy: ctx.user.id, alone, ...validatedNow(record) }, told);
};

const back =
  (title: string): Fill<ContractRecord> =>
  async (ctx, record, asked) => {
    await tellPeople(ctx, record, otherSellers(ctx, record), 'contract_returned', title, await saidWhy(ctx, asked));
    return filled(ctx, unvalidated);
  };

/** Nobody has it to validate any more. */
const withdraw: Fill<ContractRecord> = async (ctx, { id, since }) => {
  await untell(ctx, { kind: 'contract_waiting', href: contractHref(id), since });
  return filled(ctx, unvalidated);
};

const rejectCommercial: Fill<ContractRecord> = async (ctx, record, asked) => {
  const holders = await holdersOf(ctx, p.approveContracts);
  await tellPeople(ctx, record, holders, 'contract_waiting', 'da rivedere', await saidWhy(ctx, asked));
  return filled(ctx, unvalidated);
};

/** The days that the approval proposes; those that were entered stay. */
function proposedDays(
  { deliveryOn, promisedOn, planEndsOn, policyEndsOn, kind, draft }: ContractRecord,
  today: string,
  hours: WorkingHours,
) {
  const day = deliveryOn ?? proposedDelivery(promisedOn, today, hours);
  const ends = kind === 'b2b' ? null : proposedEnds(readDraft(draft), day);
  return {
    deliveryOn: day,
    planEndsOn: planEndsOn ?? ends?.planEndsOn ?? null,
    policyEndsOn: policyEndsOn ?? ends?.policyEndsOn ?? null,
  };
}

const BY_HAND = 'Il cliente non ha un’e-mail: consegnargli la conferma d’ordine';

/** The contract sells its cars, the stock expects those that are taken in, and the customer learns that it is accepted. */
const approve = (sources: Sources): Fill<ContractRecord> => {
  const post = confirmationPost(sources);
  return async (ctx, record) => {
    await sellCars(ctx, record);
    const scheduledCarIds = await expectTradeIns(ctx, sources.yard, record);
    const confirmed = await sendConfirmation(ctx, record, post);
    // What is to be handed over concerns its seller also where they approve it themselves.
    if (confirmed) await tellSellers(ctx, record, 'approvato');
    else await tellPeople(ctx, record, contractMachine.owners(record), 'contract_moved', 'approvato', BY_HAND);
    const { columns: alone, told } = aloneOf(ctx, record, 'backOffice');
    const days = proposedDays(record, ctx.today, await readHours(ctx, record.locationId));
    return filled(
      ctx,
      {
        approvedBy: ctx.user.id,
        approvedOn: ctx.today,
        alone,
        scheduledCarIds,
        ...validatedNow(record),
        ...days,
      },
      { ...told, deliveryOn: days.deliveryOn, ...(confirmed && { confirmed }) },
    );
  };
};

/** Takes back the effects of the approval; returns the traded-in cars that have come already, which stay. */
async function unapprove(ctx: Ctx, { yard }: Sources, record: ContractRecord, goesOn: boolean) {
  await unsellCars(ctx, record, goesOn);
  return dropTradeIns(ctx, yard, record);
}

const reopen =
  (sources: Sources): Fill<ContractRecord> =>
  async (ctx, record, asked) => {
    const kept = await unapprove(ctx, sources, record, true);
    await tellSellers(ctx, record, 'riaperto dal back office', await saidWhy(ctx, asked));
    const alone = record.alone.filter((step) => step !== 'backOffice');
    return filled(ctx, { approvedBy: null, approvedOn: null, alone, scheduledCarIds: kept.ids });
  };

/** Prices and margins are closed from now on. */
const bill: Fill<ContractRecord> = (ctx) => filled(ctx, { billedOn: ctx.today });

/** One credit note takes back what is invoiced. */
const unbill =
  (sources: Sources): Fill<ContractRecord> =>
  async (ctx, record, { number, day }) => {
    const { invoiced: amount } = record;
    const { issuedOn: wrong } = invoiceFaults(
      record,
      { kind: 'credit_note', issuedOn: String(day), amount },
      ctx.today,
    );
    if (wrong) throw new Failure('invalid', undefined, { fields: { day: wrong } });
    const { customerId } = record;
    const note = { kind: 'credit_note', number, issuedOn: day, amount, customerId, madeBy: ctx.user.id, createdAt: ctx.now }; // prettier-ignore
    await insertRow(ctx, 'contractInvoices', record.id, note);
    await splitOf(ctx, sources, record);
    return filled(ctx, { billedOn: null, invoiced: 0 }, { creditNote: number, amount });
  };

const complete: Fill<ContractRecord> = async (ctx, record) => {
  await deliverCars(ctx, record);
  await endEnclosures(ctx, record);
  return filled(ctx, { deliveredOn: record.deliveryOn });
};

/** The cars are the company's again, and another day is proposed for them. */
const resume =
  ({ yard }: Sources): Fill<ContractRecord> =>
  async (ctx, record) => {
    await takeBackCars(ctx, yard, record);
    const hours = await readHours(ctx, record.locationId);
    const deliveryOn = proposedDelivery(record.promisedOn, ctx.today, hours);
    return filled(ctx, { deliveredOn: null, deliveryOn }, { deliveryOn });
  };

/** A caparra is given back twice by a word of who validates, never of who sells or made the contract alone. */
function checkOutcome({ user }: Ctx, record: ContractRecord, outcome: unknown): void {
  if (outcome !== 'doubled') return;
  const asker = record.asked?.cancelApproved;
  const sellers = notSellers(record, 'backOffice');
  const isOffice = mayDouble(user.privileges);
  const isOwn = isBehind(user, sellers) && (asker === undefined || sellers.includes(asker));
  if (!isOffice || isOwn)
    throw new Failure('invalid', undefined, {
      fields: { depositOutcome: 'La caparra doppia la decide chi valida i contratti e non segue questo' },
    });
}

/** Throws where more money went back than this end leaves. */
function checkEnding(
  { now }: Ctx,
  record: ContractRecord,
  kept: Pick<ContractRecord, 'keptTradeIns' | 'keptDebts'>,
  depositOutcome: unknown,
): void {
  const outcome = depositOutcome as ContractRecord['depositOutcome'];
  const fault = endingFault({ ...record, ...kept, canceledAt: now.toISOString(), depositOutcome: outcome });
  if (!fault) return;
  const { field, message } = fault;
  throw field ? new Failure('invalid', undefined, { fields: { [field]: message } }) : new Failure('conflict', message);
}

/** Each effect is undone by name: the sale, the hold, the trade-ins, the quote (C12). */
const cancel =
  (sources: Sources): Fill<ContractRecord> =>
  async (ctx, record, asked) => {
    const { quoteId, b2bQuoteId } = record;
    const depositOutcome = asked.depositOutcome ?? record.depositOutcome;
    checkOutcome(ctx, record, depositOutcome);
    // Offers are locked before cars, everywhere.
    if (quoteId !== null) await sources.quote.reopen(ctx, quoteId, record.id);
    if (b2bQuoteId !== null) await sources.offer.reopen(ctx, b2bQuoteId, record.id);
    // Cars that came before the contract was opened again stay as well.
    const { ids, credit, debts } =
      record.state === 'approved'
        ? await unapprove(ctx, sources, record, false)
        : await dropTradeIns(ctx, sources.yard, record);
    const kept = { keptTradeIns: credit, keptDebts: debts };
    checkEnding(ctx, record, kept, depositOutcome);
    await endEnclosures(ctx, record, { all: true });
    await ctx.emit('car.freed', { contractId: record.id, except: [] });
    await tellSellers(ctx, record, 'annullato', await saidWhy(ctx, asked));
    const over = { canceledAt: ctx.now, canceledBy: ctx.user.id, scheduledCarIds: ids, deliveryOn: null };
    return filled(ctx, { ...over, ...kept, depositOutcome }, { depositOutcome });
  };

/** What each move writes; a withdrawal is closed by several of them at once. */
export const fillsOf = (sources: Sources) => ({
  submit,
  validate,
  sendBack: back('rimandato dalla validazione commerciale'),
  withdraw,
  approve: approve(sources),
  reject: back('respinto dal back office'),
  rejectCommercial,
  reopen: reopen(sources),
  bill,
  unbill: unbill(sources),
  complete,
  resume: resume(sources),
  cancel: cancel(sources),
  cancelApproved: cancel(sources),
});

/** Notifies those who validate contracts that somebody wants to cancel an approved one. */
const askCancel = async (ctx: Ctx, record: ContractRecord): Promise<void> => {
  const deciders = await holdersOf(ctx, p.approveContracts);
  await tellPeople(ctx, record, deciders, 'contract_waiting', 'annullamento da approvare');
};

export const contractMoves = (sources: Sources) => moving(contractCourse, fillsOf(sources), askCancel);
