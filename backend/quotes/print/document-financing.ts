import {
  amortisation,
  secondAmortisation,
  amortisationSums,
  isSubstituted,
  type AmortisationRow,
} from '#domain/financials/amortisation.ts';
import { loanOf } from '#domain/financials/loan.ts';
import { futureValueOf, includedKm } from '#domain/financials/future-value.ts';
import { debitText, type Offer } from '#domain/financials/offers.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { km, money, number, rate } from '#domain/italian.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import type { FinancingChoice, QuoteParams } from '#domain/quotes/schema.ts';
import { basisOf } from '#domain/quotes/sheet/financing.ts';

export interface FinancingData {
  /**
   * The form in which the financing is printed: 1 for quotes issued before rules.md §3, 9, 2 for those whose texts name
   * the instalment without what collecting it costs, 3 where only its example and the plans beside it do. They must
   * print the same for ever.
   */
  form: 1 | 2 | 3 | 4;
  priced: Priced;
  /** The plan of `priced.offer`; null without one. */
  plan: Plan | null;
  financing: FinancingChoice | null;
  /** The plans of `priced.alternatives`, in the same order. */
  alternatives: (Plan | null)[];
  params: QuoteParams;
}

type Detail = [string, string];

/** What the lender takes each month, with what collecting it costs; blank without a financing. */
export function debitOf({ plan, priced: { offer } }: Pick<FinancingData, 'plan' | 'priced'>): string {
  if (!offer) return '';
  return plan ? debitText(offer.monthly, plan) : money(offer.monthly);
}

/** Name of a plan's large last instalment. */
const lastOf = ({ type }: Plan) => (type === 'tcm' ? 'Valore futuro garantito' : 'Maxirata finale');

function taxDetail(plan: Plan, { months }: Offer, params: QuoteParams): Detail {
  return isSubstituted(plan, months)
    ? ['Imposta sostitutiva, con la prima rata', `${rate(params.substituteTaxPercent)} del credito`]
    : ['Imposta di bollo sul contratto', money(params.contractStamp)];
}

/** The two amounts of the credit: what the dealer receives, and what is paid back with the financed fee. */
const creditDetails = ({ amount, capital }: Offer, { fee }: Plan, form: FinancingData['form']): Detail[] =>
  form === 1
    ? [
        ['Importo finanziato', money(amount)],
        ['Spese di istruttoria, finanziate', money(fee)],
        ['Importo totale del credito', money(capital)],
      ]
    : [
        ['Importo totale del credito', money(amount)],
        ['Spese di istruttoria, finanziate', money(fee)],
        ['Capitale da rimborsare', money(capital)],
      ];

/** The optional protection, beside the loan without it (rules.md §9, 6). */
function protectionDetails({ protection, withProtection }: Offer): Detail[] {
  if (!protection) return [];
  const premium: Detail = ['Protezione del credito (facoltativa)', money(protection)];
  return withProtection
    ? [
        premium,
        ['Rata con protezione', money(withProtection.instalment)],
        ['Totale dovuto con protezione', money(withProtection.totalDue)],
      ]
    : [premium];
}

function secondStepDetails({ secondStep }: Offer): Detail[] {
  if (!secondStep) return [];
  const { months, tan, instalment, lastInstalment, totalDue } = secondStep;
  return [
    ['Secondo tempo', `${months} rate da ${money(instalment)}, l’ultima ${money(lastInstalment)}`],
    ['TAN e totale del secondo tempo', `${rate(tan)} · ${money(totalDue)}`],
  ];
}

/** The mileage of a future value, and the price of each further kilometre. */
function kmDetails({ futureValues, exceedKmPrice }: Plan, { months }: Offer, choice: FinancingChoice | null): Detail[] {
  const row = futureValueOf(futureValues, months, choice?.kmPerYear ?? 0);
  if (!row) return [];
  const price = exceedKmPrice === null ? [] : [`${number(exceedKmPrice)} € per ogni km oltre`];
  return [['Chilometri compresi', [km(includedKm(row, months)), ...price].join(', ')]];
}

/** An amortisation table with the sum of each column, which equals the amount due. */
function scheduleView(title: string, rows: readonly AmortisationRow[]) {
  const sums = amortisationSums(rows);
  const cells = (row: typeof sums) => [row.instalment, row.interest, row.principal, row.charges, row.total].map(money);
  return {
    title,
    head: ['Mese', 'Rata', 'Interessi', 'Capitale', 'Spese e imposte', 'Totale', 'Residuo'],
    rows: rows.map((row) => [String(row.month), ...cells(row), money(row.residual)]),
    sums: ['Totale', ...cells(sums), ''],
  };
}

/** The amortisation tables of the chosen plan and of its second step. */
function schedulesView({ form, priced, plan, financing, params }: FinancingData) {
  const { offer } = priced;
  if (form === 1 || !offer || !plan || !financing) return [];
  const loan = loanOf(plan, { ...financing, amount: offer.amount }, basisOf(priced));
  if (!loan) return [];
  const covered = offer.protection ? ', con protezione del credito' : '';
  const second = offer.secondStep && secondAmortisation(plan, loan.balloon);
  return [
    scheduleView(`Piano di ammortamento${covered}`, amortisation(plan, loan, params)),
    ...(second ? [scheduleView(`Secondo tempo: la maxirata in rate${covered}`, second)] : []),
  ];
}

/** What collecting an instalment costs, below the instalment itself. */
const chargeBelow = ({ form }: FinancingData, { collectionFee }: Plan): string[] =>
  form === 4 && collectionFee > 0 ? [`+ ${money(collectionFee)} d’incasso al mese`] : [];

const besideView = ({ form, priced, alternatives }: FinancingData) =>
  priced.alternatives.flatMap(({ offer }, i) => {
    const plan = alternatives[i];
    if (!offer || !plan) return [];
    const last = offer.balloon ? ` + ${money(offer.balloon)}` : '';
    return [
      [
        `${plan.name} – ${plan.company}`,
        `${offer.instalments} × ${form === 4 ? debitText(offer.monthly, plan) : money(offer.monthly)}${last}`,
        `TAN ${rate(offer.tan)}, TAEG ${rate(offer.taeg)}`,
        money((offer.withProtection ?? offer).totalDue),
      ],
    ];
  });

/**
 * The representative example of a financing, or null without one. All figures are the engine's; nothing is computed
 * again.
 */
export function financingView(data: FinancingData) {
  const { form, plan, params, financing } = data;
  const { offer, keysInHand } = data.priced;
  if (!offer || !plan) return null;
  return {
    title: `${plan.name} – ${plan.company}`,
    headline: [
      [`${offer.instalments} rate mensili da`, money(offer.instalment), ...chargeBelow(data, plan)],
      ...(offer.balloon ? [[lastOf(plan), money(offer.balloon)]] : []),
      ['TAN fisso', rate(offer.tan)],
      ['TAEG', rate(offer.taeg)],
    ],
    facts: [
      ['Prezzo chiavi in mano', money(keysInHand)],
      ...creditDetails(offer, plan, form),
      ['Durata', `${offer.months} mesi`],
      ['Ultima rata', money(offer.lastInstalment)],
      ['Interessi', money(offer.interest)],
      ['Incasso di ogni rata', money(plan.collectionFee)],
      ['Comunicazione annuale', money(plan.yearlyFee)],
      taxDetail(plan, offer, params),
      ['Costo totale del credito', money(offer.creditCost)],
      ...kmDetails(plan, offer, financing),
      ...secondStepDetails(offer),
      ...protectionDetails(offer),
    ],
    totalDue: ['Importo totale dovuto dal consumatore', money(offer.totalDue)],
    example: `Esempio rappresentativo: TAN fisso ${rate(offer.tan)}, TAEG ${rate(offer.taeg)}; nel TAEG sono compresi interessi, istruttoria, incasso rata, comunicazioni e imposta. Salvo approvazione della finanziaria. Prima della firma leggere le Informazioni europee di base sul credito ai consumatori, disponibili in sede.`,
    beside: besideView(data),
    schedules: schedulesView(data),
  };
}
