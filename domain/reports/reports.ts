/** The reports, by their names in addresses. */
import { marginSeenWith } from '../contracts/rights.ts';
import { handTypes as warrantyClaims } from '../contracts/claims/terms.ts';
import { contractKinds, contractStates, paymentKinds, paymentMethods } from '../contracts/terms.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { payers, typeWords } from '../quotes/campaigns/terms.ts';
import { vatRegister } from './vat-register.ts';
import { contractBases, contractGroups, report, type Report } from './report.ts';

const stateWords = Object.fromEntries(Object.entries(contractStates).map(([key, { label }]) => [key, label]));

/** Who keeps the accounts, and who manages everybody's contracts. */
const accounts = [p.validateContracts, p.manageAllContracts];

const contractsPaymentFlow = report({
  title: 'Pagamenti per contratto',
  about: 'Totale, finanziato, permuta, incassato, saldo',
  rows: '{n, plural, one {# contratto} other {# contratti}}',
  privileges: accounts,
  bases: contractBases,
  period: 'last_month',
  groups: { ...contractGroups, state: { label: 'stato', words: stateWords } },
  only: { open: 'Con saldo', late: 'In ritardo', lender: 'Attesi dalla finanziaria', refund: 'Da rimborsare' },
  columns: {
    state: { label: 'Stato', kind: 'text', words: stateWords },
    total: { label: 'Totale', kind: 'money' },
    received: { label: 'Incassato', kind: 'money' },
    financed: { label: 'Finanziato', kind: 'money' },
    tradeIn: { label: 'Permuta acquisita', kind: 'money' },
    balance: { label: 'Saldo', kind: 'money' },
    upcoming: { label: 'A scadere', kind: 'money' },
    late: { label: 'In ritardo', kind: 'money', isBad: true },
    nextDue: { label: 'Prossima scadenza', kind: 'day' },
    daysLate: { label: 'Giorni di ritardo', kind: 'number' },
    lender: { label: 'Da finanziaria', kind: 'money', sparse: true },
  },
  main: 'balance',
  parts: { whole: 'total', of: { received: 'ok', financed: 'blue', tradeIn: 'teal', upcoming: 'edge', late: 'red' } },
});

const payments = report({
  title: 'Incassi',
  about: 'Per mezzo, cassa di una sede e di un giorno',
  rows: '{n, plural, one {# ricevuta} other {# ricevute}}',
  privileges: accounts,
  bases: { received: 'incasso', ...contractBases },
  period: 'this_month',
  groups: {
    till: { label: 'cassa', none: 'Senza sede' },
    day: { label: 'giorno', isTime: 'day' },
    month: { label: 'mese', isTime: 'month' },
    method: { label: 'mezzo', words: paymentMethods },
    kind: { label: 'voce', words: paymentKinds },
    cashier: { label: 'chi registra' },
    seller: contractGroups.seller,
  },
  only: { cash: 'Solo contanti', large: 'Contanti da 5.000,00 €', money: 'Senza permute e finanziarie', reversed: 'Storni e stornate' }, // prettier-ignore
  columns: {
    receipt: { label: 'Ricevuta', kind: 'text' },
    receivedOn: { label: 'Giorno', kind: 'day' },
    kind: { label: 'Voce', kind: 'text', words: paymentKinds },
    reference: { label: 'Riferimento', kind: 'text' },
    mark: {
      label: 'Nota',
      kind: 'text',
      words: { large: 'contanti da 5.000,00 €', reversal: 'storno', reversed: 'stornata' },
    },
    cash: { label: paymentMethods.cash, kind: 'money', sparse: true },
    transfer: { label: paymentMethods.transfer, kind: 'money', sparse: true },
    card: { label: paymentMethods.card, kind: 'money', sparse: true },
    check: { label: paymentMethods.check, kind: 'money', sparse: true },
    satispay: { label: paymentMethods.satispay, kind: 'money', sparse: true },
    other: { label: paymentMethods.other, kind: 'money', sparse: true },
    financial: { label: paymentMethods.financial, kind: 'money', sparse: true },
    usedCar: { label: paymentMethods.used_car, kind: 'money', sparse: true },
    amount: { label: 'Totale', kind: 'money' },
  },
  main: 'amount',
  watched: 'large',
});

const paymentFlowReport = report({
  title: 'Flusso dei pagamenti',
  about: 'Atteso e incassato, ritardi per fascia, da restituire',
  rows: '{n, plural, one {# scadenza} other {# scadenze}}',
  privileges: accounts,
  bases: { due: 'scadenza', handover: 'consegna, anche prevista', ...contractBases },
  period: 'around',
  groups: {
    month: contractGroups.month,
    week: { label: 'settimana', isTime: 'week' },
    day: { label: 'giorno', isTime: 'day' },
    payer: { label: 'chi paga', words: { customer: 'Clienti', lender: 'Finanziarie' } },
    place: contractGroups.place,
    seller: contractGroups.seller,
  },
  only: { open: 'Ancora aperte', late: 'In ritardo', customers: 'Dei clienti', lenders: 'Delle finanziarie', awaited: 'Attese dalle finanziarie', refund: 'Da restituire' }, // prettier-ignore
  columns: {
    kind: { label: 'Voce', kind: 'text', words: paymentKinds },
    method: { label: 'Mezzo', kind: 'text', words: paymentMethods },
    dueOn: { label: 'Scadenza', kind: 'day' },
    daysLate: { label: 'Giorni di ritardo', kind: 'number' },
    expected: { label: 'Atteso', kind: 'money' },
    received: { label: 'Incassato', kind: 'money' },
    upcoming: { label: 'A scadere', kind: 'money' },
    late: { label: 'In ritardo', kind: 'money', isBad: true },
    late30: { label: 'da 1 a 30 giorni', kind: 'money' },
    late60: { label: 'da 31 a 60', kind: 'money' },
    late90: { label: 'da 61 a 90', kind: 'money' },
    lateMore: { label: 'oltre 90', kind: 'money', isBad: true },
    /** To customers or lenders, as the row says: what came beyond a sale, or of one that was cancelled or withdrawn from. */
    refund: { label: 'Da restituire', kind: 'money', sparse: true },
  },
  main: 'late',
  watched: 'lateMore',
  parts: { whole: 'expected', of: { received: 'ok', upcoming: 'blue', late30: 'amber', late60: 'orange', late90: 'red', lateMore: 'dark' } }, // prettier-ignore
  bands: { whole: 'late', of: ['late30', 'late60', 'late90', 'lateMore'] },
});

/** What the columns of incentives say of each. */
const incentiveColumns = {
  type: { label: 'Tipo', kind: 'text', words: typeWords },
  party: { label: 'Chi paga', kind: 'text', words: payers },
  campaign: { label: 'Campagna', kind: 'text' },
} as const;
const incentiveGroups = {
  campaign: { label: 'campagna', none: 'Senza campagna' },
  type: { label: 'tipo', words: typeWords },
  party: { label: 'chi paga', words: payers },
} as const;

const incentives = report({
  title: 'Incentivi',
  about: 'Per contratto e per chi paga: dovuto, chiesto, accreditato',
  rows: '{n, plural, one {# incentivo} other {# incentivi}}',
  privileges: accounts,
  bases: contractBases,
  period: 'this_month',
  groups: {
    party: incentiveGroups.party,
    type: incentiveGroups.type,
    campaign: incentiveGroups.campaign,
    ...contractGroups,
  },
  only: { due: 'Rimborsati', open: 'Da chiedere', asked: 'Chiesti', refused: 'Rifiutati', own: 'A carico della concessionaria' }, // prettier-ignore
  columns: {
    ...incentiveColumns,
    given: { label: 'Dato al cliente', kind: 'money' },
    due: { label: 'Dovuto, netto', kind: 'money' },
    open: { label: 'Da chiedere', kind: 'money' },
    asked: { label: 'Chiesto', kind: 'money' },
    credited: { label: 'Accreditato', kind: 'money' },
    refused: { label: 'Rifiutato', kind: 'money', sparse: true, isBad: true },
    dueBy: { label: 'Entro il', kind: 'day' },
    booking: { label: 'Prenotazione', kind: 'text' },
    proof: { label: 'Prova', kind: 'text', words: { yes: 'con prova', no: 'senza prova' } },
    creditNote: { label: 'Nota di credito', kind: 'text' },
  },
  main: 'due',
  watched: 'open',
});

const campaignsResume = report({
  title: 'Campagne',
  about: 'Usi, dato al cliente, rimborsi dovuti e venuti; di chi è in corso il budget che oggi resta',
  rows: '{n, plural, one {# riga} other {# righe}}',
  privileges: accounts,
  bases: contractBases,
  period: 'this_month',
  groups: {
    campaign: incentiveGroups.campaign,
    type: { ...incentiveGroups.type, none: 'Budget' },
    party: { ...incentiveGroups.party, none: 'Budget' },
    month: contractGroups.month,
    place: contractGroups.place,
    seller: { ...contractGroups.seller, none: 'Budget' },
  },
  only: { given: 'Solo gli usi', due: 'Con rimborso', budget: 'Solo i budget' },
  sentFor: 'given',
  columns: {
    ...incentiveColumns,
    uses: { label: 'Usi', kind: 'count' },
    given: { label: 'Dato al cliente', kind: 'money' },
    due: { label: 'Rimborso dovuto, netto', kind: 'money' },
    credited: { label: 'Rimborso venuto', kind: 'money' },
    /** Of campaigns that run today, whatever days are asked for that hold it. */
    left: { label: 'Budget rimasto oggi', kind: 'money', sparse: true },
  },
  main: 'given',
});

const businessCenters = report({
  title: 'Business center',
  about: 'Contratti, mix, obiettivo, ricavi, margine; un obiettivo conta dal primo giorno del suo mese, per intero',
  rows: '{n, plural, one {# riga} other {# righe}}',
  privileges: accounts,
  bases: contractBases,
  period: 'this_month',
  groups: { center: { label: 'business center', none: 'Senza business center' }, kind: { label: 'tipo', words: contractKinds }, ...contractGroups }, // prettier-ignore
  only: {
    contracts: 'Solo i contratti',
    targets: 'Solo gli obiettivi',
    financed: 'Finanziati',
    insured: 'Con polizza',
  },
  sentFor: 'contracts',
  columns: {
    kind: { label: 'Tipo', kind: 'text', words: contractKinds },
    contracts: { label: 'Contratti', kind: 'count' },
    pieces: { label: 'Pezzi', kind: 'count' },
    newPieces: { label: 'Nuovi', kind: 'count' },
    usedPieces: { label: 'Usati', kind: 'count' },
    b2bPieces: { label: 'B2B', kind: 'count' },
    /** New and used pieces. */
    target: { label: 'Obiettivo, pezzi', kind: 'count', sparse: true },
    financed: { label: 'Finanziati', kind: 'count' },
    insured: { label: 'Con polizza', kind: 'count' },
    total: { label: 'Valore', kind: 'money' },
    netRevenue: { label: 'Ricavo netto', kind: 'money' },
    marginSecond: { label: 'Margine II', kind: 'money', seenWith: marginSeenWith },
    unknown: { label: 'Senza costo', kind: 'count', seenWith: marginSeenWith, sparse: true, isBad: true },
  },
  main: 'total',
});

/** Days that cars were in stock before they were sold. */
const stockBands = { a: 'fino a 30 giorni', b: 'da 31 a 60 giorni', c: 'da 61 a 90 giorni', d: 'oltre 90 giorni' };

const performance = report({
  title: 'Redditività',
  about: 'Margini I–III, giorni in stock',
  rows: '{n, plural, one {# contratto} other {# contratti}}',
  privileges: [...marginSeenWith],
  bases: contractBases,
  period: 'last_month',
  groups: { seller: contractGroups.seller, place: contractGroups.place, model: { label: 'modello', none: 'Senza modello' }, car: { label: 'auto' }, stock: { label: 'giorni in stock', words: stockBands, none: 'Giorni non noti' }, kind: { label: 'tipo', words: contractKinds }, channel: contractGroups.channel, month: contractGroups.month }, // prettier-ignore
  only: { unknown: 'Senza costo', loss: 'In perdita' },
  columns: {
    car: { label: 'Auto', kind: 'text' },
    stockDays: { label: 'Giorni in stock', kind: 'number' },
    pieces: { label: 'Pezzi', kind: 'count' },
    netRevenue: { label: 'Ricavo netto', kind: 'money' },
    marginFirst: { label: 'Margine I', kind: 'money' },
    marginSecond: { label: 'Margine II', kind: 'money' },
    marginThird: { label: 'Margine III', kind: 'money' },
    unknown: { label: 'Senza costo', kind: 'count', sparse: true, isBad: true },
  },
  main: 'marginSecond',
  watched: 'unknown',
});

const warrantyTypes = { maker: 'Della Casa', dealer_conventional: 'Convenzionale' };

/** What was claimed for each type, where something was. */
const claimedColumns = Object.fromEntries(
  keysOf(warrantyClaims).map((type) => [type, { label: warrantyClaims[type], kind: 'money', sparse: true }]),
) as { [T in keyof typeof warrantyClaims]: { label: string; kind: 'money'; sparse: true } };

const usedWarranty = report({
  title: 'Garanzie dell’usato',
  about: 'Mesi, clausola, costo, prezzo, reclami, in fine',
  rows: '{n, plural, one {# garanzia} other {# garanzie}}',
  privileges: accounts,
  bases: { ends: 'fine della garanzia', ...contractBases },
  period: 'next_30',
  groups: { type: { label: 'tipo', words: warrantyTypes }, month: contractGroups.month, place: contractGroups.place, seller: contractGroups.seller }, // prettier-ignore
  only: {
    sold: 'Vendute a parte',
    included: 'Comprese nel prezzo',
    claimed: 'Con reclami',
    unsigned: 'Clausola da firmare',
  },
  undated: { ends: 'Fine non nota' },
  columns: {
    type: { label: 'Tipo', kind: 'text', words: warrantyTypes },
    car: { label: 'Auto', kind: 'text' },
    months: { label: 'Mesi', kind: 'number' },
    startsOn: { label: 'Dal', kind: 'day' },
    endsOn: { label: 'Al', kind: 'day' },
    /** The legal warranty that was shortened for a consumer (Codice del consumo, art. 133): signed apart or not yet. */
    clause: { label: 'Clausola dei 12 mesi', kind: 'text', words: { yes: 'clausola di 12 mesi firmata', no: 'clausola di 12 mesi da firmare' } }, // prettier-ignore
    warranties: { label: 'Garanzie', kind: 'count' },
    price: { label: 'Prezzo', kind: 'money' },
    cost: { label: 'Costo, netto', kind: 'money', seenWith: marginSeenWith },
    claims: { label: 'Reclami', kind: 'count' },
    ...claimedColumns,
    repaid: { label: 'Rimborsato', kind: 'money', sparse: true },
  },
  main: 'warranties',
});

const objectives = report({
  title: 'Obiettivi',
  about:
    'Obiettivo, fatto, scarto, previsione a questo passo, provvigioni in gioco; un obiettivo conta con il suo mese intero',
  rows: '{n, plural, one {# riga} other {# righe}}',
  privileges: accounts,
  bases: { edition: 'riferimento degli obiettivi' },
  wholeMonths: true,
  period: 'this_month',
  groups: { place: contractGroups.place, seller: { ...contractGroups.seller, none: 'Posto da coprire' }, month: contractGroups.month }, // prettier-ignore
  only: { targets: 'Solo gli obiettivi', contracts: 'Solo i contratti' },
  columns: {
    newTarget: { label: 'Nuove, obiettivo', kind: 'count' },
    newDone: { label: 'Nuove, fatto', kind: 'count' },
    newGap: { label: 'Nuove, scarto', kind: 'count', sparse: true },
    newForecast: { label: 'Nuove, a questo passo', kind: 'count' },
    usedTarget: { label: 'Usate, obiettivo', kind: 'count' },
    usedDone: { label: 'Usate, fatto', kind: 'count' },
    usedGap: { label: 'Usate, scarto', kind: 'count', sparse: true },
    usedForecast: { label: 'Usate, a questo passo', kind: 'count' },
    valueTarget: { label: 'Valore, obiettivo', kind: 'money', sparse: true },
    valueDone: { label: 'Valore, fatto', kind: 'money' },
    valueGap: { label: 'Valore, scarto', kind: 'money', sparse: true },
    valueForecast: { label: 'Valore, a questo passo', kind: 'money' },
    /** What the sales of this month would pay more in commissions if their targets were reached. */
    atStake: { label: 'Provvigioni in gioco', kind: 'money', sparse: true, seenWith: [p.seeAllCommissions] },
  },
  main: 'newDone',
});

export const reports = {
  contractsPaymentFlow,
  paymentFlowReport,
  payments,
  incentives,
  campaignsResume,
  businessCenters,
  performance,
  objectivesReport: objectives,
  usedWarranty,
  vatRegister,
} as const satisfies Record<string, Report>;
export type ReportName = keyof typeof reports;

/** In which order and under which words they are offered. */
export const reportFamilies: readonly { title: string; of: readonly ReportName[] }[] = [
  { title: 'Incassi', of: ['contractsPaymentFlow', 'paymentFlowReport', 'payments', 'vatRegister'] },
  { title: 'Casa', of: ['incentives', 'campaignsResume'] },
  { title: 'Vendite e margini', of: ['businessCenters', 'performance', 'objectivesReport', 'usedWarranty'] },
];
