/** What a printed quote is made of, what the variables of a layout are on it, and which of its conditions hold. */
import type { Version } from '#domain/catalog/schema.ts';
import { day, integer, money } from '#domain/italian.ts';
import type { Condition } from '#domain/layouts/terms.ts';
import type { LayoutValues, layoutVariables } from '#domain/layouts/variables.ts';
import type { Beside } from '#domain/quotes/sheet/row-items.ts';
import type { PriceSheet, TradeIn } from '#domain/quotes/schema.ts';
import type { IptExemption } from '#domain/quotes/terms.ts';
import type { UsedCar } from '#domain/quotes/start/used-car.ts';
import type { Warranty } from '#domain/quotes/sheet/warranty.ts';
import type { Drawn } from '#backend/documents/car-picture.ts';
import { letterValues, type Letter } from '#backend/documents/letter.ts';
import type { Look } from '#backend/documents/look.ts';
import { debitOf, type FinancingData } from './document-financing.ts';

/** The contents of a printed quote; amounts in cents, days `YYYY-MM-DD`, exactly as the pricing engine returns them. */
export interface QuoteDocument extends FinancingData, Beside, Omit<Letter, 'look'> {
  /** If absent, the default colours and no picture of the car. */
  look?: Look & Drawn;
  maker: string;
  model: string;
  /** With the CO2 and the consumption of the car as it is configured. */
  version: Version;
  homologation?: PriceSheet['homologation'];
  /** The list that the quote keeps though a newer one is in force. */
  list?: PriceSheet['list'];
  /** The sold car of the used stock, with its legal warranty; null: a new car. */
  used: UsedCar | null;
  warranty: Warranty | null;
  /** Sold in the margin scheme: the document shows no VAT. */
  inMargin: boolean;
  colour: string | null;
  interior: string | null;
  tradeIns: TradeIn[];
  exemption: IptExemption;
  /** Name of the province for which IPT was computed. */
  province: string;
}

type Name = keyof (typeof layoutVariables)['quotes'];

/** The instalment in the words of a text. */
const rateOf = ({ form, plan, priced }: QuoteDocument): string =>
  form >= 3 ? debitOf({ plan, priced }) : priced.offer ? money(priced.offer.instalment) : '';

/** Every variable of a quote; what it does not have is empty. */
export function quoteValues(data: QuoteDocument): LayoutValues {
  const { used, priced, tradeIns, issuedOn } = data;
  const [barter] = tradeIns;
  const values: Record<Name, string> = {
    ...letterValues(data),
    'Tipo veicolo': used ? 'Usato' : 'Nuovo',
    Targa: used?.plate ?? '',
    Telaio: used?.vin ?? '',
    Marchio: data.maker,
    Modello: data.model,
    Versione: data.version.name,
    Anno: used?.registeredOn?.slice(0, 4) ?? '',
    Chilometraggio: used?.km == null ? '' : integer(used.km),
    'Numero documento': data.number ?? 'Bozza',
    'Data documento': day(issuedOn),
    'Valido fino al': data.expiresOn ? day(data.expiresOn) : '',
    Totale: money(priced.keysInHand),
    'Saldo alla consegna': money(priced.balance),
    'Auto in permuta': barter?.description ?? '',
    'Targa permuta': barter?.plate ?? '',
    'Chilometri permuta': barter?.km == null ? '' : integer(barter.km),
    'Valutazione permuta': barter ? money(barter.valuation) : '',
    'Residuo da estinguere': barter ? money(barter.residualDebt) : '',
    'Valore permute': money(tradeIns.reduce((sum, { valuation, residualDebt }) => sum + valuation - residualDebt, 0)),
    'Importo finanziato': money(priced.financed),
    Rata: rateOf(data),
  };
  return values;
}

export function quoteHolds({ used, tradeIns, priced, customer, notes }: QuoteDocument): Condition[] {
  const isConsumer = customer !== null && !customer.vatNumber;
  const all: [Condition, boolean][] = [
    ['trade_in', tradeIns.length > 0],
    ['financed', priced.offer !== null],
    ['new', used === null],
    ['used', used !== null],
    ['consumer', isConsumer],
    ['used_consumer', used !== null && isConsumer],
    ['noted', notes !== ''],
  ];
  return all.flatMap(([name, holds]) => (holds ? [name] : []));
}
