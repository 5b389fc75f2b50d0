/** The annexes of a sale beside its contract, each by the same template; the packet has those that concern the sale. */
import { addressLine } from '#domain/address.ts';
import { codesLine } from '#domain/customers/foreign-codes.ts';
import { day, integer, money, telephone } from '#domain/italian.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { annexes, revaluedCars, type Annex } from '#domain/contracts/annexes.ts';
import { preparations } from '#domain/contracts/terms.ts';
import { Failure } from '#domain/errors.ts';
import { headView } from '../documents/letterhead.ts';
import { lookPictures, readLook, withLogo, type Look } from '../documents/look.ts';
import type { Sources } from '../lib/agreed.ts';
import type { FileAnswer, VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import type { Drawing } from '../documents/draw.ts';
import { inThread } from '../lib/worker.ts';
import { contractLayout, readDocument } from './document.ts';
import type { ContractDocument } from './values.ts';
import { contractCourse, type ContractRecord } from './records.ts';

/** A part of a annex: text, and facts as label and value. */
interface Part {
  title: string;
  paragraphs?: readonly string[];
  facts?: readonly (readonly [string, string])[];
}

const dayOr = (value: string | null) => (value === null ? '–' : day(value));

const carsOf = ({ cars }: ContractRecord): Part[] =>
  cars.map(({ maker, model, plate, vin, registeredOn, km }) => ({
    title: [maker, model].filter(Boolean).join(' ') || 'Auto',
    facts: [
      ['Targa', plate || '–'],
      ['Telaio', vin || '–'],
      ['Prima immatricolazione', dayOr(registeredOn)],
      ['Chilometri', km === null ? '–' : integer(km)],
    ],
  }));

const tradeInsOf = ({ agreedTradeIns, tradeIns }: ContractRecord): Part[] =>
  agreedTradeIns.map(({ description, plate, km, valuation, residualDebt }, at) => {
    const more = tradeIns[at];
    return {
      title: description || 'Auto ritirata',
      facts: [
        ['Targa', plate || '–'],
        ['Telaio', more?.vin || '–'],
        ['Chilometri', km === null ? '–' : integer(km)],
        ['Prima immatricolazione', dayOr(more?.registeredOn ?? null)],
        ['Intestatario', more?.owner || '–'],
        ['Valutazione', money(more?.revaluation ?? valuation)],
        ['Residuo da estinguere', money(residualDebt)],
        ['Finanziaria', more?.lender || '–'],
      ],
    };
  });

const said = (title: string, ...paragraphs: string[]): Part => ({ title, paragraphs });

/** What each annex says, and what it lacks before it can be printed. */
const contents: Readonly<Record<Annex, (data: ContractDocument) => Part[] | string>> = {
  confirmation: ({ record, company }) =>
    record.approvedOn === null
      ? 'La conferma d’ordine si stampa dopo l’approvazione.'
      : [
          said(
            'Accettazione',
            `${company.name} accetta la proposta di acquisto del contratto ${record.number}, approvata il ${day(record.approvedOn)}, al prezzo complessivo di ${money(record.total)}.`,
            record.promisedOn
              ? `Consegna entro il ${day(record.promisedOn)}.`
              : 'La consegna si concorda per iscritto.',
          ),
          ...carsOf(record),
        ],
  addendum: ({ record }) => {
    const changed = revaluedCars(record);
    if (changed.length === 0) return 'Nessun usato è stato rivalutato.';
    return [
      said(
        'Oggetto',
        `Le parti modificano il contratto ${record.number} nella valutazione dell’auto ritirata; il resto non cambia.`,
      ),
      ...changed.map(({ car, revaluation, reason }): Part => ({
        title: car.description || 'Auto ritirata',
        facts: [
          ['Targa', car.plate || '–'],
          ['Valutazione concordata', money(car.valuation)],
          ['Nuova valutazione', money(revaluation)],
          ['Differenza', money(revaluation - car.valuation)],
        ],
        paragraphs: [`Motivo: ${reason}`],
      })),
    ];
  },
  delivery: ({ record }) =>
    record.deliveryOn === null
      ? 'Manca il giorno di consegna.'
      : [
          ...carsOf(record),
          {
            title: 'Consegna',
            facts: [
              ['Giorno', day(record.deliveryOn)],
              ['Ora', record.deliveryAt || '–'],
              ['Luogo', record.deliveryPlace || '–'],
            ],
            paragraphs: [
              `Eseguito prima della consegna: ${record.preparation.map((one) => preparations[one]).join(', ') || '–'}.`,
              'L’acquirente ritira l’auto con chiavi e documenti, dopo averla vista e provata, e la trova conforme al contratto salvo quanto annotato qui sotto.',
              record.deliveryNotes || 'Annotazioni: ______________________________',
            ],
          },
        ],
  trade_in: ({ record }) =>
    record.agreedTradeIns.length === 0
      ? 'Il contratto non ha auto ritirate.'
      : [
          said(
            'Dichiarazione',
            'Chi cede dichiara, sotto la propria responsabilità, di essere proprietario dell’auto o autorizzato a cederla, che i chilometri indicati sono quelli percorsi per quanto gli è noto, che non ha subito danni gravi non dichiarati e che è libera da vincoli, ipoteche e fermi amministrativi, salvo il residuo indicato.',
          ),
          ...tradeInsOf(record),
        ],
  condition: ({ record }) =>
    record.kind === 'new'
      ? 'La scheda dello stato d’uso è delle auto usate.'
      : [
          ...carsOf(record),
          said(
            'Stato d’uso',
            'Carrozzeria, meccanica, interni e pneumatici corrispondono a età e chilometri indicati. Difetti noti e ripristini:',
            record.notes || '______________________________',
            'L’acquirente ha esaminato l’auto e questa scheda prima di concludere il contratto.',
          ),
        ],
  privacy: ({ company }) => [
    said(
      'Informativa (art. 13 del Regolamento UE 2016/679)',
      `Titolare del trattamento è ${company.name}. I dati servono a concludere ed eseguire il contratto (art. 6, par. 1, lett. b) e ad adempiere agli obblighi di legge (lett. c): immatricolazione o passaggio di proprietà, fatturazione, antiriciclaggio.`,
      'Sono comunicati, quanto serve, a pubblici registri, agenzie di pratiche, finanziarie e assicurazioni scelte dall’acquirente, costruttore per garanzia e richiami, consulenti fiscali.',
      'Si conservano dieci anni dalla fine del contratto (art. 2220 c.c.). L’interessato può chiedere accesso, rettifica, cancellazione, limitazione e portabilità, opporsi e reclamare al Garante. I consensi per comunicazioni commerciali sono facoltativi e si danno a parte.',
    ),
  ],
};

interface Readied {
  data: ContractDocument;
  look: Look;
  today: string;
}

/** What an annex says, as Italian text; throws `conflict` while the contract cannot print it. */
export function annexView({ data, today, look }: Readied, annex: Annex) {
  const { record, company, seller, people } = data;
  const parts = contents[annex](data);
  if (typeof parts === 'string') throw new Failure('conflict', parts);
  const { label } = annexes[annex];
  const buyer = people.find(({ role }) => role === 'buyer');
  return {
    ...headView({
      look,
      company,
      title: `${label} ${record.number}`,
      number: record.number,
      revision: 1,
      date: today,
      watermark: '',
      footerLine: '',
    }),
    is: 'annex',
    kind: label,
    seller: {
      name: seller.name,
      lines: [seller.phone ? `Tel. ${telephone(seller.phone)}` : '', seller.email].filter(Boolean),
    },
    customer: buyer ? { name: buyer.name, lines: [addressLine(record), codesLine(buyer)].filter(Boolean) } : null,
    parts: parts.map(({ title, paragraphs = [], facts = [] }) => ({ title, paragraphs, facts })),
    signers: [company.name, ...people.map(({ name }) => name)],
  };
}

/** Some documents of a contract, one after the other. */
export const drawingTogether = (look: Look, parts: readonly object[]): Drawing => ({
  template: 'contracts/annexes.typ',
  view: { parts },
  pictures: lookPictures(look),
});

/** Draws some documents of a contract as one PDF, outside of transactions. */
export const drawTogether = (look: Look, name: string, parts: readonly object[]): Promise<FileAnswer> =>
  inThread<Uint8Array>('documents/draw.ts', 'drawPdf', { ...drawingTogether(look, parts) }).then((bytes) => ({
    bytes,
    type: 'application/pdf',
    name: `${name}.pdf`,
    inline: true,
  }));

/** Everything that the documents of a contract say, read in a transaction. */
export async function readPrints(ctx: Ctx, id: number, sources: Sources) {
  const record = await contractCourse.read(ctx, id);
  const blocks = await contractLayout(ctx, record, { keep: true });
  return { data: await readDocument(ctx, record, sources), blocks, look: await readLook(ctx), today: ctx.today };
}

/** An annex as PDF. */
export const annexBy =
  (sources: Sources): VerbOf<typeof table, 'GET /contracts/:id/annex'> =>
  async (call, { params, query: { annex } }) => {
    const { look: unread, ...prints } = await call.inside((ctx) => readPrints(ctx, params.id, sources));
    const look = await withLogo(call, unread);
    const name = `${annexes[annex].label} ${prints.data.record.number}`;
    return drawTogether(look, name, [annexView({ ...prints, look }, annex)]);
  };
