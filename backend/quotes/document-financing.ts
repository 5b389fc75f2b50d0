import type { Plan } from '#domain/financials/schema.ts';
import { euro } from '#domain/money.ts';
import type { Priced } from '#domain/quotes/pricing.ts';
import type { QuoteParams } from '#domain/quotes/schema.ts';
import { decimal } from './document-text.ts';

/** Up to this duration the contract bears the stamp (domain.md §2.12). */
const SUBSTITUTE_TAX_MONTHS = 18;

const twoDecimals = (value: number) => `${decimal(value, 2)} %`;

/** The representative example of a financing, or null without one. Every figure is the engine's; nothing is computed again. */
export function financingView({ offer, keysInHand }: Priced, plan: Plan | null, params: QuoteParams) {
  if (!offer || !plan) return null;
  const last = plan.type === 'tcm' ? 'Valore futuro garantito' : 'Maxirata finale';
  const substitute = plan.taxMode === 'substitute' && offer.months > SUBSTITUTE_TAX_MONTHS;
  const tax: [string, string] = substitute
    ? ['Imposta sostitutiva, con la prima rata', `${decimal(params.substituteTaxPercent, 2)} % del credito`]
    : ['Imposta di bollo sul contratto', euro(params.contractStamp)];
  return {
    title: `${plan.name} – ${plan.company}`,
    headline: [
      [`${offer.instalments} rate mensili da`, euro(offer.instalment)],
      ...(offer.balloon ? [[last, euro(offer.balloon)]] : []),
      ['TAN fisso', twoDecimals(offer.tan)],
      ['TAEG', twoDecimals(offer.taeg)],
    ],
    facts: [
      ['Prezzo chiavi in mano', euro(keysInHand)],
      ['Importo finanziato', euro(offer.amount)],
      ['Spese di istruttoria, finanziate', euro(plan.fee)],
      ['Importo totale del credito', euro(offer.capital)],
      ['Durata', `${offer.months} mesi`],
      ['Ultima rata', euro(offer.lastInstalment)],
      ['Interessi', euro(offer.interest)],
      ['Incasso di ogni rata', euro(plan.collectionFee)],
      ['Comunicazione annuale', euro(plan.yearlyFee)],
      tax,
      ['Costo totale del credito', euro(offer.creditCost)],
      ...(offer.protection ? [['Protezione del credito (facoltativa)', euro(offer.protection)]] : []),
    ],
    totalDue: ['Importo totale dovuto dal consumatore', euro(offer.totalDue)],
    example: `Esempio rappresentativo: TAN fisso ${twoDecimals(offer.tan)}, TAEG ${twoDecimals(offer.taeg)}; nel TAEG sono compresi interessi, istruttoria, incasso rata, comunicazioni e imposta. Salvo approvazione della finanziaria. Prima della firma leggere le Informazioni europee di base sul credito ai consumatori, disponibili in sede.`,
  };
}
