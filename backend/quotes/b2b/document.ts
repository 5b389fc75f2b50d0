import { day, integer, money, percent } from '#domain/italian.ts';
import type { Condition, LayoutBlock } from '#domain/layouts/terms.ts';
import type { LayoutValues, layoutVariables } from '#domain/layouts/variables.ts';
import type { B2bPriced, B2bTax } from '#domain/quotes/b2b/schema.ts';
import { saleRegimes } from '#domain/stock/terms.ts';
import { netOf } from '#domain/money.ts';
import type { Drawing } from '#backend/documents/draw.ts';
import { laidOut } from '#backend/documents/layout.ts';
import { lookPictures } from '#backend/documents/look.ts';
import { letterValues, letterView, type Letter } from '#backend/documents/letter.ts';

/**
 * The contents of a printed wholesale offer; amounts in cents, exactly as the pricing returns them, without margins.
 */
export interface B2bDocument extends Letter {
  priced: Omit<B2bPriced, 'margin'>;
  /** The kind of transfer, in words. */
  transfer: string;
  euVatNumber: string;
}

const taxText = (tax: B2bTax) => (typeof tax === 'number' ? `IVA ${percent(tax)}` : `natura ${tax}`);
const NONE = '–';

/** All contents as Italian text: the template only places strings. */
export function b2bView(data: B2bDocument) {
  const { priced, euVatNumber } = data;
  const letter = letterView(data, 'Offerta');
  const exposed = (tax: B2bTax) => typeof tax === 'number';
  const { customer } = letter;
  return {
    ...letter,
    customer: customer && {
      ...customer,
      lines: [
        ...customer.lines,
        ...(euVatNumber && euVatNumber !== data.customer?.vatNumber ? [`Partita IVA UE ${euVatNumber}`] : []),
      ],
    },
    cars: priced.cars.map((car, i) => ({
      no: String(i + 1),
      name: car.name,
      plate: car.plate || 'Senza targa',
      km: car.km === null ? NONE : integer(car.km),
      registered: car.registeredOn ? day(car.registeredOn) : NONE,
      regime: saleRegimes[car.regime].label,
      tax: car.vat > 0 ? `${taxText(car.tax)}: ${money(car.net)} + ${money(car.vat)}` : taxText(car.tax),
      price: money(car.price),
    })),
    regimes: priced.regimes.map((row) => ({
      label: `${saleRegimes[row.regime].label} (${taxText(row.tax)})`,
      cars: integer(row.cars),
      // The margin scheme shows no taxable amount, because there is no VAT to deduct.
      net: row.tax === 'N5' ? NONE : money(row.net),
      vat: exposed(row.tax) ? money(row.vat) : NONE,
      total: money(row.total),
    })),
    expenses: priced.expenses.map((row) => {
      const net = typeof row.tax === 'number' ? netOf(row.amount, row.tax) : null;
      const label = row.printed ? row.label : 'Altri servizi';
      return {
        label: `${label} (${row.tax === 'N1' ? 'spese anticipate, art. 15 DPR 633/72' : taxText(row.tax)})`,
        cars: integer(row.cars),
        net: net === null ? NONE : money(net),
        vat: net === null ? NONE : money(row.amount - net),
        total: money(row.amount),
      };
    }),
    total: money(priced.total),
    totalNote: `${integer(priced.cars.length)} auto${priced.vat > 0 ? `, di cui IVA ${money(priced.vat)}` : ', IVA non esposta'} · ${data.transfer}`,
    mentions: priced.regimes.map(({ mention }) => mention),
  };
}

/** Every variable of a wholesale offer; what it does not have is empty. */
export function b2bValues(data: Omit<B2bDocument, 'look'>): LayoutValues {
  const { issuedOn, priced } = data;
  const values: Record<keyof (typeof layoutVariables)['offers'], string> = {
    ...letterValues(data),
    'Tipo veicolo': 'Usato',
    Targa: priced.cars
      .map(({ plate }) => plate)
      .filter(Boolean)
      .join(', '),
    Telaio: '',
    Marchio: '',
    Modello: priced.cars.map(({ name }) => name).join(', '),
    Versione: '',
    Anno: '',
    Chilometraggio: '',
    'Numero documento': data.number ?? 'Bozza',
    'Data documento': day(issuedOn),
    'Valido fino al': data.expiresOn ? day(data.expiresOn) : '',
    Totale: money(priced.total),
    IVA: money(priced.vat),
    'Numero auto': integer(priced.cars.length),
    Trasferimento: data.transfer,
  };
  return values;
}

/** Which of the conditions of a layout hold. */
export const b2bHolds = ({ notes }: Pick<B2bDocument, 'notes'>): Condition[] => (notes === '' ? [] : ['noted']);

/** The printed offer. */
export const b2bDrawing = (data: B2bDocument, blocks: readonly LayoutBlock[]): Drawing => ({
  template: 'quotes/b2b/offer.typ',
  view: { ...b2bView(data), layout: laidOut(blocks, b2bValues(data), b2bHolds(data)) },
  pictures: lookPictures(data.look),
});
