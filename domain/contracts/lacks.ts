/** What a contract lacks for each of its moves (rules.md §19), all of it at once. */
import type { Missing } from '../errors.ts';
import { money } from '../italian.ts';
import { keysOf, saysWhy } from '../record/machine.ts';
import { raisedCars } from './revaluation.ts';
import { cameWhole, creditOf, depositOf, plannedOf, type ContractFacts } from './facts.ts';
import { ownReason } from './granted.ts';
import { miss, when } from './miss.ts';
import { schemaLacks } from './schema-lacks.ts';
import { checks, objectives as objectiveWords, type Check } from './terms.ts';

/** The plan pays exactly what is owed, and its rows for trade-ins and financing are what was agreed. */
function planLacks(facts: ContractFacts): Missing[] {
  const { payments, total, financed } = facts;
  const sumOf = (...kinds: string[]) =>
    payments.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0);
  const difference = total - plannedOf(facts);
  const [credit, planned] = [creditOf(facts), sumOf('used_car', 'debt')];
  const rowOf = (kind: string) => {
    const at = payments.findIndex((one) => one.kind === kind);
    return at < 0 ? 'payments' : (`payments.${at}.amount` as const);
  };
  return [
    ...when(
      difference !== 0,
      `Il piano dei pagamenti è di ${money(Math.abs(difference))} ${difference > 0 ? 'sotto' : 'sopra'} il totale.`,
      'contability',
      'payments',
    ),
    ...when(
      planned !== credit,
      `Nel piano l’usato vale ${money(planned)}, nel contratto ${money(credit)}.`,
      'contability',
      rowOf('used_car'),
    ),
    ...when(
      sumOf('financed') !== financed,
      `Nel piano il finanziato è ${money(sumOf('financed'))}, nel contratto ${money(financed)}.`,
      'contability',
      rowOf('financed'),
    ),
  ];
}

/** A price past the cap or a margin below the floor wants its reason. */
function reasonLacks({ withinCap, marginSecond, settings, overrideReason }: ContractFacts): Missing[] {
  const isLow = settings.marginFloor !== null && marginSecond !== null && marginSecond < settings.marginFloor;
  const why = withinCap ? 'il margine è sotto il minimo dell’azienda' : 'lo sconto supera il limite del venditore';
  return when(
    !saysWhy(ownReason(overrideReason)) && (isLow || !withinCap),
    `Scrivere il motivo del prezzo: ${why}.`,
    'general',
    'overrideReason',
  );
}

const signatureLacks = ({ signedOn, scanWaits }: ContractFacts): Missing[] =>
  when(
    signedOn === null,
    scanWaits ? 'La firma su carta è da controllare.' : 'Manca la firma del cliente.',
    'attachments',
    'signedOn',
  );

/** After a withdrawal nothing goes on. */
const withdrawnLacks = ({ withdrawnAt }: ContractFacts): Missing[] =>
  when(withdrawnAt !== null, 'Il cliente ha comunicato il recesso: chiudere il recesso.', 'general');

/** What the document must say before it is signed. */
export const signLacks = (facts: ContractFacts, today: string): Missing[] =>
  submitLacks({ ...facts, settings: { ...facts.settings, signatureBefore: 'approve' } }, today);

/** A loan that is not there any more wants another one, or none, which is agreed with the price, or ends the contract. */
const goneLacks = ({ state, financed, financeOutcome }: ContractFacts): Missing[] => {
  if (financed === 0 || (financeOutcome !== 'refused' && financeOutcome !== 'left')) return [];
  const why = { refused: 'Il finanziamento è rifiutato', left: 'Il cliente è receduto dal finanziamento' };
  const isHere = state === 'incomplete' || state === 'waiting_commercial_approvation';
  const remedy = isHere
    ? 'cambiarlo con «Cambia auto o prezzo»'
    : 'rimandare il contratto al venditore, che lo cambia con il prezzo';
  return [miss(`${why[financeOutcome]}: ${remedy}, o annullare il contratto.`, 'financial', 'financeOutcome')];
};

/** C1. */
export const submitLacks = (facts: ContractFacts, today: string): Missing[] => [
  ...withdrawnLacks(facts),
  ...when(facts.customerId === null, 'Scegliere il cliente.', 'customer', 'customerId'),
  ...facts.customerLacks.map((sentence) => miss(sentence, 'customer', 'customerId')),
  ...when(
    facts.customerType === 'fleet' && facts.representativeId === null,
    'Scegliere il legale rappresentante: firma per la società.',
    'customer',
    'representativeId',
  ),
  ...schemaLacks(facts, 'submit', today),
  ...planLacks(facts),
  ...goneLacks(facts),
  ...reasonLacks(facts),
  // A paper is checked by the back office, to which the contract comes by this.
  ...(facts.settings.signatureBefore === 'submit' && !facts.scanWaits ? signatureLacks(facts) : []),
];

/** C2. */
export const commercialLacks = (facts: ContractFacts): Missing[] => [
  ...withdrawnLacks(facts),
  ...when(
    facts.agreedTradeIns.length > 0 && !facts.tradeInChecked,
    'Ricontrollare l’usato ritirato.',
    'used_cars',
    'tradeInChecked',
  ),
  ...planLacks(facts),
  ...goneLacks(facts),
  ...reasonLacks(facts),
];

/** The checks that this contract needs. */
export const checksOf = ({ agreedTradeIns, financed }: Pick<ContractFacts, 'agreedTradeIns' | 'financed'>): Check[] =>
  keysOf(checks).filter(
    (check) => (check !== 'trade_in' || agreedTradeIns.length > 0) && (check !== 'finance' || financed > 0),
  );

/** An acconto is invoiced when it is paid (DPR 633/1972, art. 6); a caparra is not. */
const advanceLacks = ({ unbilledAdvances }: ContractFacts): Missing[] =>
  when(
    unbilledAdvances > 0,
    `Acconti per ${money(unbilledAdvances)} senza fattura: registrare la fattura d’acconto.`,
    'contability',
    'invoiced',
  );

/** The lender's decision holds until its last day, or until the money has come. */
const overLacks = ({ financed, financeOutcome, resolvedUntil, liquidatedOn }: ContractFacts, today: string) =>
  when(
    financed > 0 &&
      financeOutcome === 'approved' &&
      liquidatedOn === null &&
      resolvedUntil !== null &&
      resolvedUntil < today,
    'La delibera della finanziaria è scaduta.',
    'financial',
    'resolvedUntil',
  );

/** A loan is decided, and a consumer was told what it costs before being bound (TUB, art. 124; D.Lgs. 212/2025). */
function loanLacks(facts: ContractFacts, today: string): Missing[] {
  const { financed, financeOutcome, customerType, precontractOn, precontractVersion, signedOn } = facts;
  if (financed === 0) return [];
  const isConsumer = customerType === 'private';
  const isLate = precontractOn !== null && signedOn !== null && precontractOn > signedOn;
  return [
    ...goneLacks(facts),
    ...overLacks(facts, today),
    ...when(
      financeOutcome === 'none' || financeOutcome === 'asked',
      'Manca la delibera della finanziaria.',
      'financial',
      'financeOutcome',
    ),
    ...when(
      isConsumer && (precontractOn === null || precontractVersion === ''),
      'Inserire quando sono state date le informazioni precontrattuali del finanziamento, e in quale versione.',
      'financial',
      'precontractOn',
    ),
    ...when(
      isConsumer && isLate,
      'Le informazioni precontrattuali del finanziamento sono di dopo la firma: far firmare di nuovo.',
      'financial',
      'precontractOn',
    ),
  ];
}

/** What is still owed on a car that is taken in stands in its lender's statement. */
const debtLacks = ({ agreedTradeIns, tradeIns }: ContractFacts): Missing[] =>
  agreedTradeIns.flatMap(({ residualDebt, plate, description }, at) =>
    when(
      residualDebt > 0 && (tradeIns[at]?.lender === '' || tradeIns[at]?.statementOn === null),
      `Manca il conteggio di estinzione di ${plate || description || 'un’auto ritirata'}: inserire finanziaria e data.`,
      'used_cars',
      `tradeIns.${at}.${tradeIns[at]?.lender === '' ? 'lender' : 'statementOn'}`,
    ),
  );

/** What somebody added by hand is shown by a file, or a note says where it is written. */
const objectiveLacks = ({ objectives, objectiveSources }: ContractFacts): Missing[] =>
  objectives.flatMap(({ objective, note, proofId }, at) =>
    when(
      objectiveSources[objective] === 'hand' && proofId === null && note === '',
      `Allegare la prova dell’obiettivo «${objectiveWords[objective]}», o scrivere nella nota da dove risulta.`,
      'objectives',
      `objectives.${at}.proofId`,
    ),
  );

/** A value above the validated one is nobody's word yet. */
export const raisedLacks = (facts: ContractFacts): Missing[] =>
  raisedCars(facts).map(({ at, car, value, validated }) =>
    miss(
      `La rivalutazione di ${car.plate || car.description} da ${money(validated)} a ${money(value)} aspetta il sì di chi valida.`,
      'used_cars',
      `tradeIns.${at}.revaluation`,
    ),
  );

/** C5. */
export function approveLacks(facts: ContractFacts, today: string): Missing[] {
  const { checklist, depositWaiver } = facts;
  const deposit = depositOf(facts);
  const open = checksOf(facts).filter((check) => !checklist.includes(check));
  return [
    ...withdrawnLacks(facts),
    ...open.map((check) => miss(`Da verificare: ${checks[check]}.`, 'reserved', 'checklist')),
    ...schemaLacks(facts, 'approve', today),
    ...signatureLacks(facts),
    ...loanLacks(facts, today),
    ...debtLacks(facts),
    ...raisedLacks(facts),
    ...objectiveLacks(facts),
    ...when(
      deposit > cameWhole(facts) && !depositWaiver,
      `La caparra di ${money(deposit)} non è incassata: registrarla o procedere senza.`,
      'contability',
      'received',
    ),
    ...advanceLacks(facts),
    ...planLacks(facts),
  ];
}

/** When plan and policy end, of which their customer is reminded; the section is closed from the invoice on. */
const endLacks = ({ kind, financed, planEndsOn, insured, policyEndsOn }: ContractFacts): Missing[] => [
  ...when(
    kind !== 'b2b' && financed > 0 && planEndsOn === null,
    'Inserire la fine del piano.',
    'financial',
    'planEndsOn',
  ),
  ...when(insured && policyEndsOn === null, 'Inserire la fine della polizza.', 'financial', 'policyEndsOn'),
];

/** C8. */
export function billLacks(facts: ContractFacts, today: string): Missing[] {
  const { invoiced, total, cars, platePending, addendumDue, addendumWaits } = facts;
  const unknown = cars.filter(({ vin }) => vin === '');
  const unplated = cars.filter(({ kind, plate }) => plate === '' && !(kind === 'new' && platePending));
  return [
    ...withdrawnLacks(facts),
    ...when(
      invoiced !== total,
      invoiced === 0
        ? 'Manca la fattura.'
        : `Fatturato ${money(invoiced)} su ${money(total)}: registrare le fatture che mancano o una nota di credito.`,
      'contability',
      'invoiced',
    ),
    ...raisedLacks(facts),
    ...when(
      addendumDue,
      addendumWaits
        ? 'L’addendum firmato su carta è da controllare.'
        : 'L’usato è rivalutato dopo l’approvazione: far firmare l’addendum.',
      'attachments',
      'addendumDue',
    ),
    ...when(cars.length === 0, 'Il contratto non ha ancora la sua auto.', 'general', 'cars'),
    ...unknown.map(({ code }) => miss(`L’auto ${code} non ha il telaio: inserirlo nello stock.`, 'general', 'cars')),
    ...unplated.map(({ code, kind }) =>
      kind === 'new'
        ? miss(`L’auto ${code} non ha la targa: inserirla, o segnare «Targa in arrivo».`, 'reserved', 'platePending')
        : miss(`L’auto ${code} non ha la targa: inserirla nello stock.`, 'general', 'cars'),
    ),
    ...goneLacks(facts),
    ...overLacks(facts, today),
    ...endLacks(facts),
    ...schemaLacks(facts, 'bill', today),
    ...planLacks(facts),
  ];
}

/** C10. */
export function completeLacks(facts: ContractFacts, today: string): Missing[] {
  const { received, owedOnCars, total, settings, deliveryOn, cars } = facts;
  const due = total - received;
  const unregistered = cars.filter((car) => car.kind === 'new' && (car.plate === '' || car.registeredOn === null));
  return [
    ...withdrawnLacks(facts),
    ...when(
      Math.abs(due) > settings.tolerance,
      due > 0 ? `Restano da incassare ${money(due)}.` : `Incassati ${money(-due)} oltre il totale.`,
      'contability',
      'received',
    ),
    ...when(
      owedOnCars > 0,
      `Sull’usato restano da estinguere ${money(owedOnCars)}: registrare l’estinzione.`,
      'contability',
      'owedOnCars',
    ),
    ...when(deliveryOn === null, 'Inserire il giorno di consegna.', 'calendars', 'deliveryOn'),
    ...when(
      deliveryOn !== null && deliveryOn > today,
      'La consegna è nel futuro: si chiude quando è fatta.',
      'calendars',
      'deliveryOn',
    ),
    ...unregistered.map(({ code }) => miss(`L’auto ${code} non è ancora immatricolata.`, 'general', 'cars')),
    ...endLacks(facts),
    ...schemaLacks(facts, 'complete', today),
  ];
}
