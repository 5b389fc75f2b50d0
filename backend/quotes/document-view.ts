import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import type { Version } from '#domain/catalog/schema.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { euro } from '#domain/money.ts';
import type { Priced, Row } from '#domain/quotes/pricing.ts';
import type { QuoteParams, TradeIn } from '#domain/quotes/schema.ts';
import { dayText, decimal, percent } from './document-text.ts';
import { financingView } from './document-financing.ts';

/** What a printed quote says; amounts in cents, days `YYYY-MM-DD`. The numbers are those of the pricing engine, as they are. */
export interface QuoteDocument {
  /** Printed large behind a draft. */
  watermark?: 'BOZZA';
  /** Null for a draft. */
  number: string | null;
  revision: number;
  issuedOn: string;
  expiresOn: string | null;
  company: {
    name: string;
    address: string;
    cap: string;
    city: string;
    province: string;
    vatNumber: string;
    phone: string;
    email: string;
  };
  seller: { name: string; phone: string | null; email: string };
  customer: {
    name: string;
    address: string | null;
    cap: string | null;
    city: string | null;
    province: string | null;
    taxCode: string | null;
    vatNumber: string | null;
    email: string | null;
    phone: string | null;
  } | null;
  maker: string;
  model: string;
  version: Version;
  colour: string | null;
  interior: string | null;
  priced: Priced;
  accessories: { code: string; description: string; price: number }[];
  tradeIns: TradeIn[];
  /** The plan behind `priced.offer`. */
  plan: Plan | null;
  /** Name of the province that IPT was computed for. */
  province: string;
  params: QuoteParams;
  notes: string;
  /** The company's conditions, one paragraph per line. */
  conditions: string;
}

type PricedOption = Priced['options'][number];

/** Which options a row is made of; what a pack brings is listed with the packs. */
const belongs: Record<number, (option: PricedOption) => boolean> = {
  2: ({ kind, included }) => kind === 'optional' && !included,
  3: ({ kind, included }) => kind === 'pack' || included,
  4: ({ kind, included }) => (kind === 'colour' || kind === 'interior') && !included,
};

/** The priced row with what it is made of: options one by one under rows 2–4, accessories under row 5. */
function rowView({ no, label, amount, kind }: Row, { priced, accessories }: QuoteDocument) {
  const parts = [
    ...priced.options
      .filter((option) => belongs[no]?.(option))
      // What a pack brings comes after it.
      .toSorted((a, b) => Number(a.included) - Number(b.included)),
    ...(no === 5 ? accessories.map(({ description, ...rest }) => ({ name: description, ...rest })) : []),
  ];
  const items = parts.map((part) => ({
    label: part.name,
    code: part.code,
    amount: part.price === 0 ? 'incluso' : euro(part.price),
  }));
  return { label, amount: euro(amount), kind, items };
}

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const place = (at: { address: string | null; cap: string | null; city: string | null; province: string | null }) => {
  const town = [at.cap, at.city, at.province && `(${at.province})`].filter(Boolean).join(' ');
  return [at.address, town].filter(Boolean).join(', ');
};

/** Everything as Italian text, so that the template only places strings. */
export function documentView(data: QuoteDocument) {
  const { company, customer, seller, version, priced } = data;
  const number = data.number ?? 'Bozza';
  const paid = priced.rows.filter((row) => row.no > 13);
  return {
    watermark: data.watermark ?? '',
    documentTitle: `Preventivo ${number} – ${data.maker} ${data.model}`,
    date: data.issuedOn.split('-').map(Number),
    number,
    revisionAndDate: [data.revision > 1 && `revisione ${data.revision}`, dayText(data.issuedOn)]
      .filter(Boolean)
      .join(' · '),
    company: {
      name: company.name,
      address: place(company),
      contacts: [company.phone && `Tel. ${company.phone}`, company.email].filter(Boolean).join(' · '),
    },
    footerLine: [company.name, company.vatNumber && `P. IVA ${company.vatNumber}`].filter(Boolean).join(' · '),
    seller: { name: seller.name, lines: [seller.phone && `Tel. ${seller.phone}`, seller.email].filter(Boolean) },
    customer: customer && {
      name: customer.name,
      lines: [
        place(customer),
        [customer.taxCode && `C.F. ${customer.taxCode}`, customer.vatNumber && `P. IVA ${customer.vatNumber}`]
          .filter(Boolean)
          .join(' · '),
        [customer.phone && `Tel. ${customer.phone}`, customer.email].filter(Boolean).join(' · '),
      ].filter(Boolean),
    },
    vehicle: {
      title: `${data.maker} ${data.model}`,
      version: version.name,
      facts: [
        ['Codice', version.code],
        ['Alimentazione', fuels[version.fuel]],
        ['Potenza', `${version.kw} kW (${Math.round(version.kw * 1.35962)} CV)`],
        ['Cambio', gearboxes[version.gearbox]],
        ['CO₂ (WLTP)', `${version.co2} g/km · ${version.euroClass}`],
        ['Consumo (WLTP)', `${decimal(version.consumption, 1)} ${version.fuel === 'bev' ? 'kWh' : 'l'}/100 km`],
        ['Colore', data.colour ?? 'Da scegliere'],
        ['Interni', data.interior ?? 'Di serie'],
      ],
    },
    rows: priced.rows.filter((row) => row.no <= 13 && row.key !== 'keysInHand').map((row) => rowView(row, data)),
    keysInHand: {
      amount: euro(priced.keysInHand),
      note: `IVA ${percent(data.params.taxRate)}, messa su strada e immatricolazione in provincia di ${data.province} comprese; bollo auto e assicurazione esclusi`,
    },
    payment: paid.map((row) => rowView(row, data)),
    validity: data.expiresOn ? `Valido fino al ${dayText(data.expiresOn)}` : 'Bozza senza valore di offerta',
    validityNote: data.expiresOn
      ? 'Prezzi, campagne e contributi sono quelli in vigore alla data del preventivo.'
      : 'Il preventivo riceve numero e scadenza quando viene emesso.',
    financing: financingView(priced, data.plan, data.params),
    tradeIns: data.tradeIns.map((car) => [
      `${car.description || 'Veicolo'}${car.type === 'scrapping' ? ' (rottamazione)' : ' (permuta)'}`,
      car.plate,
      car.km === null ? '–' : decimal(car.km, 0),
      euro(car.valuation),
      euro(car.residualDebt),
    ]),
    roadCost: data.params.roadCost
      ? `${euro(data.params.roadCost)}, IVA inclusa: trasporto dalla fabbrica, preparazione e controllo prima della consegna, gestione della pratica di immatricolazione.`
      : 'Compresa nel prezzo di listino: trasporto dalla fabbrica, preparazione e controllo prima della consegna, gestione della pratica di immatricolazione.',
    registration: [
      ...data.params.registration.map(({ label, amount }) => [label, euro(amount)]),
      [`IPT, provincia di ${data.province}`, euro(priced.ipt)],
    ],
    notes: paragraphs(data.notes),
    conditions: paragraphs(data.conditions),
    privacy: `I dati personali indicati sono trattati da ${company.name}, titolare del trattamento, solo per preparare e gestire questo preventivo (art. 6, par. 1, lett. b, Regolamento UE 2016/679); l’informativa completa è disponibile in sede. Il preventivo non è una proposta di acquisto: l’accettazione diventa vincolante con il contratto.`,
  };
}
