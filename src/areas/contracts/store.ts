import { useStore } from '@nanostores/react';
import { atom, computed, type Atom } from 'nanostores';
import { createElement } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { cameWhole } from '#domain/contracts/facts.ts';
import { contractFields as fields } from '#domain/contracts/fields.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { contractPlaces } from '#domain/contracts/miss.ts';
import { mayDouble, outcomeFaults } from '#domain/contracts/outcome.ts';
import type { Review } from '#domain/contracts/review.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { contractSections, depositOutcomes, type ContractSection } from '#domain/contracts/terms.ts';
import { seenFields, valuesIn, type Values } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { keysOf, type ActionOf, type MoveOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { choicesOf, named, type Named } from '#site/ui/choices.ts';
import { Upload } from '#site/ui/record/form/Upload.tsx';
import { recordOf } from '#site/ui/record/store/context.ts';
import { createCourse } from '#site/ui/record/store/course.ts';
import { formOf, type Layout } from '#site/ui/record/form/form-of.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { heldBy, says, sectionsOf } from '#site/ui/record/form/spec.ts';
import { fileOf, AttachmentLine } from './AttachmentLine.tsx';
import { PartyField } from './PartyField.tsx';

export type ContractValues = Values<typeof fields>;
/** Comments stand below the sections. */
export type Section = Exclude<ContractSection, 'comments'>;
export const sectionNames = keysOf(contractSections).filter((name) => name !== 'comments');

const third = { span: 2 } as const;
const half = { span: 3 } as const;
const whole = { span: 6 } as const;

const search = async (q: string, signal: AbortSignal) =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, taxCode, vatNumber, city }) => ({
    id,
    name: [name, taxCode ?? vatNumber, city].filter(Boolean).join(' · '),
  }));

const send = (file: File) => upload('POST /uploads', { purpose: 'contract' }, file, () => undefined);

export interface ContractProps {
  contract: Contract;
  reasons: CallAnswer<'GET /contracts/reasons'>;
  /** For who validates it while it waits for that. */
  review: Review | null;
  locations: Named;
  centers: Named;
  colleagues: Named;
  user: { id: number; privileges: readonly number[] };
  may: { findCustomers: boolean; seeCustomers: boolean; makeCustomers: boolean; review: boolean };
  /** Today in Rome. */
  today: string;
}

/** The person of a role as the contract names it, so that the form shows a name instead of an id. */
const known = (id: number | null, name: string | null) => (id === null || name === null ? [] : [{ id, name }]);

function layoutOf(
  { contract, locations, centers, colleagues, may, today }: ContractProps,
  $contract: Atom<Contract | null>,
): Layout<typeof fields> {
  const { customerId, customer, cobuyerId, cobuyer, guarantorId, guarantor, representativeId, representative } =
    contract;
  const { id, agreedTradeIns } = contract;
  const party = { ...half, search, ...(may.makeCustomers && { control: PartyField }) };
  const file = { ...whole, control: Upload, upload: send, fileHref: (fileId: number) => fileOf(id, fileId) } as const;
  return {
    partnerId: { ...third, options: named(colleagues) },
    locationId: { ...third, options: named(locations) },
    businessCenterId: { ...third, options: named(centers) },
    promisedOn: third,
    signatureType: third,
    concluded: third,
    overrideReason: whole,
    notes: whole,
    customerId: { ...party, known: known(customerId, customer) },
    cobuyerId: { ...party, known: known(cobuyerId, cobuyer) },
    guarantorId: { ...party, known: known(guarantorId, guarantor) },
    representativeId: { ...party, known: known(representativeId, representative) },
    profession: half,
    email: half,
    phone: third,
    address: { span: 4 },
    cap: { span: 1 },
    city: third,
    province: { span: 1 },
    objectives: { layout: { proofId: file } },
    attachments: {
      layout: { uploadId: file },
      next: () => proposedNext($contract.get()!),
      line: (row) => {
        const attachment = row as Contract['attachments'][number];
        const of = $contract.get()!;
        return of.uploadedOn[attachment.uploadId] ? createElement(AttachmentLine, { of, attachment, today }) : null;
      },
      fromPhone: { purpose: 'contract', into: 'uploadId' },
    },
    tradeIns: {
      fixed: agreedTradeIns.map(({ plate, description }) => [description, plate].filter(Boolean).join(' ')),
      layout: { revaluationReason: whole },
    },
    financeOutcome: third,
    leftOn: third,
    practiceNumber: third,
    resolvedOn: third,
    resolvedUntil: third,
    liquidatedOn: third,
    precontractOn: third,
    precontractVersion: third,
    planEndsOn: third,
    policyEndsOn: third,
    payments: { look: 'table', layout: { kind: { span: 4 }, method: { span: 4 }, amount: { span: 4 } } },
    depositOutcome: half,
    checklist: whole,
    protocol: half,
    internalNotes: whole,
    deliveryOn: third,
    deliveryAt: third,
    deliveryPlace: third,
    preparation: whole,
    deliveryNotes: whole,
  };
}

/** The attachment that is added next: with the delivery comes its report. */
const proposedNext = ({ state }: Contract) => (state === 'billed' ? ({ type: 'delivery_report' } as const) : {});

const valuesOf = (contract: object): ContractValues => valuesIn(fields, contract);

const held = heldBy(fields, contractSections);

/** Makes a move over the version on the screen; `body` is what the move takes, by its own fields. */
function move(name: MoveOf<typeof machine>, { id, version }: Contract, body?: object): Promise<Contract> {
  const path = `POST /contracts/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
}

/** What the dialog of a move says and begins with. */
function aboutMove(
  name: MoveOf<typeof machine>,
  now: Contract,
  { today, user }: Pick<ContractProps, 'today' | 'user'>,
) {
  if (name === 'unbill') return { initial: { day: today } };
  if (name !== 'cancel' && name !== 'cancelApproved') return {};
  // Nobody is offered what would be refused.
  const outcomes = choicesOf(depositOutcomes).filter(({ value }) => value !== 'doubled' || mayDouble(user.privileges));
  return {
    layout: { depositOutcome: { options: outcomes } },
    ...(cameWhole(now) > 0
      ? { note: t(words.caparra, { amount: money(cameWhole(now)) }) }
      : { hidden: ['depositOutcome'] }),
    ...(now.depositOutcome && { initial: { depositOutcome: now.depositOutcome } }),
    check: (values: Readonly<Record<string, unknown>>) => outcomeFaults(now, values),
  };
}

/** Whether a section lacks nothing and something stands in it: what is empty and not asked is not done. */
const isDone = (name: Section, { lacks }: Contract, value: ContractValues) =>
  !lacks.some(({ section }) => section === name) &&
  held[name].some((key) => {
    const entry: unknown = value[key as keyof ContractValues];
    // A new attachment is a row before its file is there.
    return key === 'attachments' ? value.attachments.some(({ uploadId }) => uploadId) : entry !== false && says(entry);
  });

/** The body of one section. */
const bodyOf = (value: ContractValues, section: Section) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => held[section].includes(key)));

/** Calls that go one after the other, however they end; what is `after` them goes over what they answered. */
function turns() {
  let last: Promise<unknown> = Promise.resolve();
  const after =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    (...given: A) =>
      last.then(() => work(...given));
  const inTurn = <R>(work: () => Promise<R>) => {
    const made = after(work)();
    last = made.catch(() => undefined);
    return made;
  };
  return { after, inTurn };
}

/** The state of the page of one contract. Each island makes one from its props, so that visitors share nothing on the server. */
export function createContract(props: ContractProps) {
  const { contract, reasons, user, may, today } = props;
  const $contract = atom<Contract | null>(contract);
  const form = formOf(seenFields(fields, user.privileges) as typeof fields, layoutOf(props, $contract)).filter(
    ({ name, kind }) =>
      kind !== 'lookup' || may.findCustomers || !/^(customer|cobuyer|guarantor|representative)Id$/.test(name),
  );
  const names = sectionNames.filter((name) => {
    if (name === 'used_cars') return contract.agreedTradeIns.length > 0;
    if (name === 'financial') return contract.financed > 0 || contract.insured;
    return form.some((field) => held[name].includes(field.name));
  });
  const course = createCourse<ContractValues, Contract, Section, ActionOf<typeof machine>>({
    spec: {
      sections: sectionsOf<ContractValues, Section>(
        Object.fromEntries(names.map((name) => [name, held[name]])) as Record<Section, string[]>,
        contractSections,
        Object.fromEntries(
          names.map((name) => [name, (value: ContractValues) => isDone(name, $contract.get()!, value)]),
        ),
      ),
      // Errors belong to a field or to a field of a row; what is missing elsewhere is shown below its section.
      ownField: new RegExp(`^(?!(${contractPlaces.join('|')})$)\\w+(\\.\\d+\\.\\w+)?$`),
      words: words.record,
    },
    $value: atom(valuesOf(contract)),
    $saved: $contract,
    $about: computed($contract, (now) => [now!.customer ?? words.noCustomer, now!.vehicle]),
    actionsOf: (now) => now!.offered,
    locksOf: (now) => now!.locks,
    compared: () => form,
    calls: {
      save: async (value, { id, part, version }) => {
        const section = part as Section;
        const path = `PUT /contracts/:id/${section}` as const;
        const body = bodyOf(value, section);
        return (await call(path, { params: { id }, version, body } as CallInput<typeof path>)).record;
      },
      valueOf: valuesOf,
      // A section answers itself with its contract, a move the contract.
      currentOf: (sent) => (sent as { record?: Contract }).record ?? (sent as Contract),
    },
    // A new attachment is a row before its file is chosen.
    isBegun: (part, { attachments }) => part === 'attachments' && attachments.some(({ uploadId }) => !uploadId),
    copyKey: (id) => `draft:contract:${user.id}:${id}`,
  });
  const { after, inTurn } = turns();
  const autosave = { ...course.autosave, flush: after(course.autosave.flush) };
  const movable = { ...course, attempt: after(course.attempt), autosave };
  const { $waits, go, stepOf, backStep } = createMoves(movable, {
    machine,
    actor: { ...user, today },
    make: move,
    takeBack: (_, { id, version }) => call('DELETE /contracts/:id/cancelApproved', { params: { id }, version }),
    back: { submit: 'withdraw' },
    reasons,
    about: (name, now) => aboutMove(name, now, props),
  });
  /**
   * Shows the contract that another call answered. Unsaved input stays, and is saved over the versions of the
   * sections that the person saw.
   */
  const take = (now: Contract) =>
    course.autosave.unsaved() ? $contract.set({ ...now, versions: $contract.get()!.versions }) : course.adopt(now);
  return {
    ...course,
    $contract,
    /** The state in which the page was opened. */
    opened: contract.state,
    $review: atom(props.review),
    /** What waits next in the queue from which the page was opened. */
    next: props.review?.next ?? null,
    form,
    names,
    $waits,
    go,
    stepOf,
    backStep,
    user,
    may,
    today,
    locations: props.locations,
    take,
    /** Shows what somebody else has changed, after what is under way here. */
    follow: () =>
      inTurn(async () => {
        const now = await call('GET /contracts/:id', { params: { id: contract.id } });
        // What was saved from here meanwhile is newer.
        if (now.version >= $contract.get()!.version) take(now);
      }),
    /** Makes a call outside the sections after saving the input, one after the other: no answer replaces a newer one. */
    beside: (work: () => Promise<Contract>) =>
      inTurn(async () => {
        await course.autosave.flush();
        const now = await work();
        take(now);
        return now;
      }),
  };
}
export type ContractStore = ReturnType<typeof createContract>;

/** The contract of the surrounding page. */
export const useContract = recordOf<ContractStore>();
export const useContractNow = (): Contract => useStore(useContract().$contract)!;
