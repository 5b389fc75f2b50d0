/** What a contract lacks by what its company asks for: fields, whole sections, enclosures, each before one of the moves. */
import type { Missing } from '../errors.ts';
import { keysOf } from '../record/machine.ts';
import type { ContractFacts } from './facts.ts';
import { contractFields } from './fields.ts';
import { lockTable } from './locks.ts';
import { miss, when } from './miss.ts';
import { isOver, replacedAt } from './replaced.ts';
import { requirableFields, type Requirable } from './requirable.ts';
import { requirableWords, stages, type Stage } from './setting-fields.ts';
import { documentTypes, type ContractState } from './terms.ts';

type Field = keyof typeof contractFields;

/** Whether something is asked at this stage or was asked before it. */
export const asksBy = (stage: Stage, at: Stage): boolean => keysOf(stages).indexOf(at) <= keysOf(stages).indexOf(stage);

/** The state in which a contract waits for the move of a stage. */
const before = {
  submit: 'incomplete',
  approve: 'waiting_approvation',
  bill: 'approved',
  complete: 'billed',
} as const satisfies Record<Stage, ContractState>;

/** When a field is asked at the latest: before its section is closed to everybody, or nobody could enter it. */
export function askedBefore(field: Field, stage: Stage): Stage {
  const { section } = contractFields[field];
  const isOpen = (at: Stage) => lockTable[section][before[at]] !== null;
  return keysOf(stages).findLast((at) => asksBy(stage, at) && isOpen(at)) ?? 'submit';
}

/** What only a contract with a loan, or with a policy, has is asked of no other one. */
const concerns = (field: Field, { financed, insured }: ContractFacts): boolean =>
  contractFields[field].section !== 'financial' || (field === 'policyEndsOn' ? insured : financed > 0);

/**
 * What says which cars are taken in, as far as it is not known; plate and kilometres were agreed with the price. With
 * `whole`, also whose they are and since when they drive.
 */
const tradeInLacks = ({ agreedTradeIns, tradeIns }: ContractFacts, whole: boolean): Missing[] =>
  agreedTradeIns.flatMap(({ plate, description, km, registeredOn }, at) => {
    const car = plate || description || 'un’auto ritirata';
    const now = tradeIns[at];
    const unknown = [plate === '' && 'la targa', km === null && 'i chilometri'].filter(Boolean).join(' e ');
    const since = now?.registeredOn ?? registeredOn ?? null;
    return [
      ...when(!now?.vin, `Manca il telaio di ${car}.`, 'used_cars', `tradeIns.${at}.vin`),
      ...when(unknown !== '', `Di ${car} manca ${unknown}: si scrive con «Cambia auto o prezzo».`, 'used_cars'),
      ...when(whole && !now?.owner, `Manca l’intestatario di ${car}.`, 'used_cars', `tradeIns.${at}.owner`),
      ...when(
        whole && since === null,
        `Manca la prima immatricolazione di ${car}.`,
        'used_cars',
        `tradeIns.${at}.registeredOn`,
      ),
    ];
  });

/** What is asked of a field that is more than a text. */
const asked = {
  tradeIns: tradeInLacks,
  objectives: ({ objectives }) =>
    when(objectives.length === 0, 'Manca almeno un obiettivo.', 'objectives', 'objectives'),
  attachments: ({ attachments }) =>
    when(attachments.length === 0, 'Manca almeno un allegato.', 'attachments', 'attachments'),
  payments: ({ payments }) =>
    payments.flatMap(({ dueOn }, at) =>
      when(dueOn === null, `Manca la scadenza della riga ${at + 1} del piano.`, 'contability', `payments.${at}.dueOn`),
    ),
} as const satisfies Partial<Record<Requirable, (facts: ContractFacts, whole: boolean) => Missing[]>>;

function lacksAt(field: Requirable, facts: ContractFacts, whole: boolean): Missing[] {
  if (!concerns(field, facts)) return [];
  if (Object.hasOwn(asked, field)) return asked[field as keyof typeof asked](facts, whole);
  const value = facts[field];
  return when(
    value === null || value === '',
    `Manca «${requirableWords[field]}».`,
    contractFields[field].section,
    field,
  );
}

const forChannel =
  ({ channel }: ContractFacts) =>
  (one: { channel: string | null }) =>
    one.channel === null || one.channel === channel;

/** The enclosures that the company's schema asks of such a contract, at whatever stage. */
export const documentsFor = (facts: ContractFacts) =>
  facts.settings.documents.filter(
    (one) =>
      forChannel(facts)(one) &&
      (one.customerType === null || one.customerType === facts.customerType) &&
      (!one.financed || facts.financed > 0) &&
      (!one.tradeIn || facts.agreedTradeIns.length > 0),
  );

/** What the company's own schema requires. */
export function schemaLacks(facts: ContractFacts, stage: Stage, today: string): Missing[] {
  const { settings, attachments } = facts;
  const rows = settings.required.filter(forChannel(facts)).flatMap(({ field: key, stage: at }) =>
    requirableFields(key)
      .filter((field) => asksBy(stage, askedBefore(field, at)))
      .map((field) => ({ field, whole: key !== field })),
  );
  const fields = [...new Set(rows.map(({ field }) => field))].flatMap((field) =>
    lacksAt(
      field,
      facts,
      rows.some((one) => one.field === field && one.whole),
    ),
  );
  const documents = documentsFor(facts)
    .filter((one) => asksBy(stage, one.stage) && !attachments.some(({ type }) => type === one.type))
    .map(({ type }) => miss(`Manca l’allegato «${documentTypes[type]}».`, 'attachments', 'attachments'));
  const replaced = replacedAt(facts, today);
  const expired = attachments.flatMap((one, at) =>
    when(
      isOver(one, today) && !replaced.has(at),
      `L’allegato «${documentTypes[one.type]}» è scaduto.`,
      'attachments',
      `attachments.${at}.expiresOn`,
    ),
  );
  return [...fields, ...documents, ...(stage === 'complete' ? [] : expired)];
}
