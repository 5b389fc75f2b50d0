import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import type { Version } from '#domain/catalog/schema.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import type { LayoutBlock } from '#domain/layouts/terms.ts';
import { day, integer, km, money, percent, tenths } from '#domain/italian.ts';
import type { Row } from '#domain/quotes/sheet/priced.ts';
import { rowItems } from '#domain/quotes/sheet/row-items.ts';
import type { UsedCar } from '#domain/quotes/start/used-car.ts';
import { expenseTypeOf } from '#domain/quotes/sheet/transfer.ts';
import type { Drawing } from '#backend/documents/draw.ts';
import { laidOut } from '#backend/documents/layout.ts';
import { financingView } from './document-financing.ts';
import { quoteHolds, quoteValues, type QuoteDocument } from './values.ts';
import { lookPictures } from '#backend/documents/look.ts';
import { carPicture } from '#backend/documents/car-picture.ts';
import { letterView } from '#backend/documents/letter.ts';

const PLAIN = { colour: '#1557c0', accent: '#eef3fb', logo: null };

function rowView(row: Row, data: QuoteDocument) {
  const items = rowItems(row, data.priced, data).map(({ name, code, price }) => ({
    label: name,
    code,
    amount: price === 0 ? 'incluso' : money(price),
  }));
  return { no: row.no, label: row.label, amount: money(row.amount), kind: row.kind, items };
}

/** The VAT rate of the car in percent: 4 in a sale under L. 104/92. */
const carRate = ({ priced, params }: QuoteDocument): number => {
  const tax = priced.rows.find(({ key }) => key === 'list')?.tax;
  return typeof tax === 'number' ? tax : params.taxRate;
};

const power = ({ kw }: Version) => `${kw} kW (${Math.round(kw * 1.35962)} CV)`;

const newDetails = ({ version, homologation, colour, interior }: QuoteDocument) => [
  ['Codice', version.code],
  ['Alimentazione', fuels[version.fuel]],
  ['Potenza', power(version)],
  ['Cambio', gearboxes[version.gearbox]],
  ['CO₂ (WLTP)', `${version.co2} g/km · ${version.euroClass}`],
  ['Consumo (WLTP)', `${tenths(version.consumption)} ${version.fuel === 'bev' ? 'kWh' : 'l'}/100 km`],
  ['Colore', colour ?? 'Da scegliere'],
  ['Interni', interior ?? 'Di serie'],
  ...(homologation
    ? [['Omologazione', `${homologation.number} · ${homologation.variant} / ${homologation.edition}`]]
    : []),
];

const usedDetails = ({ version, colour }: QuoteDocument, used: UsedCar) => [
  ['Targa', used.plate || '–'],
  ['Immatricolata il', used.registeredOn ? day(used.registeredOn) : '–'],
  ['Chilometri', used.km === null ? '–' : km(used.km)],
  ['Alimentazione', [fuels[version.fuel], version.euroClass].filter(Boolean).join(' · ')],
  ['Potenza', power(version)],
  ['Cambio', gearboxes[version.gearbox]],
  ['Colore', colour ?? '–'],
  ['Telaio', used.vin || '–'],
];

/** What a price includes, and what it leaves `out`. */
export function priceNote(data: QuoteDocument, out = 'bollo auto e assicurazione esclusi') {
  const { province, used, inMargin, version, list } = data;
  const tax = `IVA ${percent(carRate(data))}`;
  if (!used)
    return `${tax}, messa su strada e immatricolazione in provincia di ${province} comprese; ${out}${list ? `. Listino del ${day(list.day)}` : ''}`;
  const deed = `passaggio di proprietà in provincia di ${province} compreso`;
  return inMargin
    ? `Regime del margine – art. 36 DL 41/1995: IVA sull’auto non esposta; ${deed}; ${out}. Rif. ${version.code}`
    : `${tax} e ${deed}; ${out}. Rif. ${version.code}`;
}

/** Fees of the registration, or of the transfer of a used car. */
const feesOf = ({ params, used, exemption }: QuoteDocument) =>
  used ? params.transfer[expenseTypeOf(exemption)] : params.registration;

const ROAD =
  'trasporto dalla fabbrica, preparazione e controllo prima della consegna, gestione della pratica di immatricolazione';

/** Messa su strada with what it consists of: by its entries where the company charges several (rules.md §3). */
function roadCostText({ roadCost, roadEntries = [] }: QuoteDocument['params']): string {
  if (!roadCost) return `Compresa nel prezzo di listino: ${ROAD}.`;
  const entries = roadEntries.map(({ label, amount }) => `${label} ${money(amount)}`);
  return `${money(roadCost)}, IVA inclusa: ${entries.length > 1 ? entries.join(', ') : ROAD}.`;
}

/** All contents as Italian text: the template only places strings. */
export function documentView(data: QuoteDocument, blocks: readonly LayoutBlock[] = standardLayouts.quotes) {
  const { version, priced } = data;
  const letter = letterView({ ...data, look: data.look ?? PLAIN }, 'Preventivo');
  const paid = priced.rows.filter((row) => row.no > 13);
  return {
    ...letter,
    documentTitle: `${letter.documentTitle} – ${data.maker} ${data.model}`,
    vehicle: {
      title: `${data.maker} ${data.model}`,
      version: version.name,
      picture: data.look ? carPicture(data.look) : null,
      facts: data.used ? usedDetails(data, data.used) : newDetails(data),
    },
    rows: priced.rows.filter((row) => row.no <= 13 && row.key !== 'keysInHand').map((row) => rowView(row, data)),
    keysInHand: {
      amount: money(priced.keysInHand),
      note: priceNote(data),
    },
    payment: paid.map((row) => rowView(row, data)),
    validityNote: data.expiresOn
      ? 'Prezzi, campagne e contributi sono quelli in vigore alla data del preventivo.'
      : 'Il preventivo riceve numero e scadenza quando viene emesso.',
    financing: financingView(data),
    tradeIns: data.tradeIns.map((car) => [
      `${car.description || 'Veicolo'}${car.type === 'scrapping' ? ' (rottamazione)' : ' (permuta)'}`,
      car.plate,
      car.km === null ? '–' : integer(car.km),
      money(car.valuation),
      money(car.residualDebt),
    ]),
    roadCost: roadCostText(data.params),
    registration: [
      ...feesOf(data).map(({ label, amount }) => [label, money(amount)]),
      [
        priced.rows.find(({ key }) => key === 'ipt' || key === 'exempt')?.label ?? `IPT, provincia di ${data.province}`,
        money(priced.ipt),
      ],
    ],
    registrationTitle: `${data.used ? 'Passaggio di proprietà' : 'Immatricolazione'}, spese anticipate (art. 15 DPR 633/72)`,
    warranty: data.warranty,
    equipment: data.used?.equipment ?? [],
    layout: laidOut(blocks, quoteValues(data), quoteHolds(data)),
    privacy: `I dati personali indicati sono trattati da ${data.company.name}, titolare del trattamento, solo per preparare e gestire questo preventivo (art. 6, par. 1, lett. b, Regolamento UE 2016/679); l’informativa completa è disponibile in sede. Il preventivo non è una proposta di acquisto: l’accettazione diventa vincolante con il contratto.`,
  };
}

/** The printed quote, by a layout. */
export const quoteDrawing = (data: QuoteDocument, blocks?: readonly LayoutBlock[]): Drawing => ({
  template: 'quotes/print/quote.typ',
  view: documentView(data, blocks),
  pictures: data.look ? lookPictures(data.look) : {},
});
