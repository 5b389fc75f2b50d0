/** Files in the manner of twelve other systems, clean and ugly, with wrong codes in some rows. */
import type { ImportKind } from '#domain/imports/kinds.ts';
import {
  article,
  customer,
  isWrong,
  names,
  pick,
  ROWS,
  surnames,
  two,
  used,
  type Article,
  type Person,
  type Used,
} from './other-records.ts';
import { workbookOf } from './xlsx.ts';

export interface OtherFile {
  name: string;
  kind: ImportKind;
  bytes: Buffer;
  rows: number;
  /** Rows that nobody could import. */
  wrong: number;
}

const it = (iso: string, separator = '/') => iso.split('-').toReversed().join(separator);
const comma = (n: number, decimals = 2) => n.toFixed(decimals).replace('.', ',');
const euro = (n: number) =>
  `€ ${Math.floor(n).toLocaleString('it-IT', { useGrouping: 'always' })},${two(Math.round((n % 1) * 100))}`;
const thousands = (n: number) => n.toLocaleString('it-IT', { useGrouping: 'always' });
const upper = (text: string) => text.toUpperCase().replace(/[ÀÈÉÌÒÙ]$/, (sign) => `${sign.normalize('NFD')[0]!}'`);

type Column<T> = readonly [head: string, cell: (one: T) => string | number];
interface Shape {
  separator?: ';' | ',' | '\t';
  encoding?: 'utf8' | 'latin1' | 'utf16le';
  above?: string[];
  below?: (rows: number) => string[];
}

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;

function csvOf<T>(rows: readonly T[], columns: readonly Column<T>[], shape: Shape = {}): Buffer {
  const { separator = ';', encoding = 'utf8', above = [], below = () => [] } = shape;
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell) => quoted(String(cell), separator)).join(separator);
  const lines = [
    ...above,
    line(columns.map(([head]) => head)),
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ];
  const text = [...lines, ...below(rows.length)].join('\r\n');
  // Windows-1252 has the euro where Latin-1 has nothing.
  return Buffer.from(encoding === 'latin1' ? text.replaceAll('€', '\x80') : text, encoding);
}

/** Days are serial numbers of the workbook's second style, other numbers numbers. */
function xlsxOf<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  above: readonly (readonly string[])[] = [],
): Buffer {
  const text = (cell: string) =>
    `<c t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  const cell = (value: string | number) => {
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) return text(value);
    return `<c s="1"><v>${(Date.parse(value) - Date.UTC(1899, 11, 30)) / 86_400_000}</v></c>`;
  };
  const body = [
    ...above.map((line) => line.map(text).join('')),
    columns.map(([head]) => text(head)).join(''),
    ...rows.map((row) => columns.map(([, of]) => cell(of(row))).join('')),
  ];
  return workbookOf({
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    rows: body.map((cells) => `<row>${cells}</row>`).join(''),
  });
}

const many = <T>(make: (n: number, seed: number) => T, seed: number): T[] =>
  Array.from({ length: ROWS }, (_, n) => make(n, seed));

const clean: readonly Column<Person>[] = [
  ['Codice cliente', (p) => p.id],
  ['Cognome', (p) => p.lastName],
  ['Nome', (p) => p.firstName],
  ['Ragione sociale', (p) => p.firm],
  ['Codice fiscale', (p) => p.taxCode],
  ['Partita IVA', (p) => p.vat],
  ['Data di nascita', (p) => it(p.birthDate)],
  ['Sesso', (p) => p.sex],
  ['Cellulare', (p) => p.mobile],
  ['Telefono', (p) => p.phone],
  ['E-mail', (p) => p.email],
  ['Indirizzo', (p) => `${p.street} ${p.number}`],
  ['CAP', (p) => p.cap],
  ['Città', (p) => p.city],
  ['Provincia', (p) => p.province],
];

const ugly: readonly Column<Person>[] = [
  ['PROG', (p) => p.id],
  ['TIPO_SOGG', (p) => (p.isFirm ? 'G' : 'F')],
  ['RAG_SOC', (p) => upper(p.isFirm ? p.firm : `${p.lastName} ${p.firstName}`)],
  ['C.F.', (p) => p.taxCode],
  ['P.IVA', (p) => p.vat],
  ['Data Nasc.', (p) => (p.birthDate ? it(p.birthDate, '.') : '00/00/0000')],
  ['CELL', (p) => `+39 ${p.mobile}`],
  ['Tel.2', (p) => p.phone || '-'],
  ['MAIL', (p) => p.email.toUpperCase()],
  ['VIA', (p) => upper(p.street)],
  ['N.CIV', (p) => p.number],
  ['CAP_RES', (p) => String(Number(p.cap))],
  ['LOC.', (p) => upper(p.city)],
  ['PROV.', (p) => p.province],
  ['CONS_MKT', (p) => p.consent],
  ['Zona vendita', () => 'NORD'],
];

const prefixed: readonly Column<Person>[] = [
  ['CLI_CODICE', (p) => p.id],
  ['CLI_NOMINATIVO', (p) => upper(p.isFirm ? p.firm : `${p.lastName} ${p.firstName}`)],
  ['CLI_COD_FISC', (p) => p.taxCode.toLowerCase()],
  ['CLI_PARTITA_IVA', (p) => p.vat && `IT${p.vat}`],
  ['CLI_INDIRIZZO', (p) => `${upper(p.street)} ${p.number}`],
  ['CLI_CAP', (p) => p.cap],
  ['CLI_COMUNE', (p) => upper(p.city)],
  ['CLI_PROV', (p) => p.province],
  ['CLI_TEL_CASA', (p) => p.phone.replaceAll(' ', '-')],
  ['CLI_CELLULARE', (p) => `0039${p.mobile}`],
];

const headless: readonly Column<Person>[] = [
  ['Campo 1', (p) => p.taxCode],
  ['Nominativo', (p) => (p.isFirm ? p.firm : `${p.lastName} ${p.firstName}`)],
  ['Campo 3', (p) => p.email || `nessuna${p.id}@posta.example.it`],
  ['Campo 4', (p) => p.mobile],
];

const usedClean: readonly Column<Used>[] = [
  ['Targa', (c) => c.plate],
  ['Telaio', (c) => c.vin],
  ['Marca', (c) => c.maker],
  ['Modello', (c) => c.model],
  ['Versione', (c) => c.version],
  [
    'Alimentazione',
    (c) => ({ ibrida: 'Full Hybrid', diesel: 'Gasolio', benzina: 'Benzina', gpl: 'Benzina/GPL' })[c.fuel],
  ],
  ['Immatricolazione', (c) => it(c.registered)],
  ['Km', (c) => c.km],
  ['Regime IVA', (c) => (c.margin ? 'Margine' : 'IVA esposta')],
  ['Costo di acquisto', (c) => comma(c.cost)],
  ['Prezzo', (c) => comma(c.price)],
  ['In stock dal', (c) => it(c.stocked)],
];

const usedUgly: readonly Column<Used>[] = [
  ['N. stock', (c) => c.id],
  ['TG', (c) => c.plate.replace(/(..)(...)(..)/, '$1 $2 $3').toLowerCase()],
  ['N. telaio', (c) => c.vin.toLowerCase()],
  ['CASA', (c) => c.maker.toUpperCase()],
  ['Mod.', (c) => c.model.toUpperCase()],
  ['Allestimento', (c) => c.version.toUpperCase()],
  ['Alim.', (c) => ({ ibrida: 'Ibrida', diesel: 'DIESEL', benzina: 'Benz.', gpl: 'Benz./GPL' })[c.fuel]],
  ['Immatr.', (c) => `${c.registered.slice(5, 7)}/${c.registered.slice(0, 4)}`],
  ['Km percorsi', (c) => `${thousands(c.km)} km`],
  ['Cambio', (c) => c.gearbox],
  ['IVA', (c) => (c.margin ? 'art. 36 DL 41/95' : 'Esposta')],
  ['Provenienza acquisto', (c) => (c.margin ? 'Permuta' : 'Noleggio')],
  ['Costo acquisto', (c) => euro(c.cost)],
  ['Prezzo web', (c) => thousands(c.price)],
  ['Data carico', (c) => `${it(c.stocked)} 00:00:00`],
  ['Stato', (c) => pick(['Disponibile', 'In officina', 'In arrivo'], c.n)],
  ['Colore', (c) => c.colour.toUpperCase()],
];

const usedEnglish: readonly Column<Used>[] = [
  ['Vehicle ID', (c) => c.id],
  ['License plate', (c) => c.plate],
  ['VIN', (c) => c.vin],
  ['Make', (c) => c.maker],
  ['Model', (c) => c.model],
  ['Version', (c) => c.version],
  ['Fuel', (c) => ({ ibrida: 'Hybrid', diesel: 'Diesel', benzina: 'Petrol', gpl: 'LPG' })[c.fuel]],
  ['First registration', (c) => c.registered],
  ['Mileage', (c) => c.km],
  ['Purchase price', (c) => c.cost.toFixed(2)],
  ['Price', (c) => c.price.toFixed(2)],
  ['Power', (c) => `${c.kw} kW`],
];

const articles: readonly Column<Article>[] = [
  ['Codice', (a) => a.code],
  ['Descrizione', (a) => a.description],
  ['Prezzo', (a) => (a.wrong ? 'da definire' : comma(a.price))],
  ['Costo', (a) => comma(a.cost)],
  ['IVA', () => 22],
  ['Disponibile', (a) => (a.stock > 0 ? 'Sì' : 'No')],
];

const articlesUgly: readonly Column<Article>[] = [
  ['Cod. Articolo', (a) => a.code],
  ['DES_ART', (a) => a.description.toUpperCase()],
  ['Pr. vendita', (a) => (a.wrong ? 'a richiesta' : euro(a.price))],
  ['Costo acquisto', (a) => `${comma(a.cost)} €`],
  ['Aliq. IVA', () => '22%'],
  ['Giacenza', (a) => `${a.stock},00`],
  ['Fornitore', () => 'ACME'],
];

const sizes = ['205/55 R16 91V', '225/45 R17 94W', '195/65 R15 91H', '215/60 R16 99V'];
const tyres = (isUgly: boolean): readonly Column<Article>[] => [
  [isUgly ? 'Cod. articolo' : 'Codice', (a) => a.code],
  [isUgly ? 'Brand' : 'Marca', (a) => pick(['Pirelli', 'Michelin', 'Bridgestone'], a.n)],
  [isUgly ? 'Disegno' : 'Modello', (a) => pick(['Cinturato', 'Primacy 4', 'Blizzak'], a.n)],
  ['Misura', (a) => (a.wrong ? 'varie' : isUgly ? pick(sizes, a.n).replace(' R', 'R') : pick(sizes, a.n))],
  [
    isUgly ? 'Tipo' : 'Stagione',
    (a) => (isUgly ? pick(['E', 'I', '4S'], a.n) : pick(['Estivo', 'Invernale', 'Quattro stagioni'], a.n)),
  ],
  [isUgly ? 'Prezzo al pubblico' : 'Prezzo', (a) => (isUgly ? euro(a.price) : comma(a.price))],
  [isUgly ? 'Netto' : 'Costo', (a) => comma(a.cost)],
  [isUgly ? 'Q.tà' : 'Disponibile', (a) => (isUgly ? a.stock : a.stock > 0 ? 'Sì' : 'No')],
];

const services = (isUgly: boolean): readonly Column<Article>[] => [
  [isUgly ? 'Cod. servizio' : 'Codice', (a) => a.code],
  [isUgly ? 'Servizio' : 'Descrizione', (a) => `Servizio ${a.description}`],
  [
    isUgly ? 'Tipologia' : 'Tipo',
    (a) => (isUgly ? pick(['GAR', 'Tagliandi', 'Soccorso stradale'], a.n) : 'Altro servizio'),
  ],
  [isUgly ? 'Tariffa' : 'Prezzo', (a) => (a.wrong ? 'gratis' : isUgly ? euro(a.price) : comma(a.price))],
  [isUgly ? 'Durata mesi' : 'Durata', (a) => `${12 + (a.n % 3) * 12}${isUgly ? ' mesi' : ''}`],
];

const people = (isUgly: boolean): readonly Column<Article>[] => [
  [
    isUgly ? 'Dipendente' : 'Nome e cognome',
    (a) =>
      isUgly ? upper(`${pick(names, a.n)} ${pick(surnames, a.n)}`) : `${pick(names, a.n)} ${pick(surnames, a.n)}`,
  ],
  [
    isUgly ? 'Mail aziendale' : 'E-mail',
    (a) => (a.wrong ? 'senza-chiocciola' : `${a.code.toLowerCase()}@lavoro.example.it`),
  ],
  [
    isUgly ? 'Mansione' : 'Ruolo',
    (a) => (isUgly ? pick(['VENDITORE', 'Reception', 'Contabile'], a.n) : pick(['Venditore', 'Accoglienza'], a.n)),
  ],
  [isUgly ? 'Cell. aziendale' : 'Telefono', (a) => `33${a.n % 10}${2_000_000 + a.n}`],
];

const ordered = (codes: readonly string[], isUgly: boolean): readonly Column<Article>[] => [
  [isUgly ? 'Commission number' : 'Numero d’ordine', (a) => a.code],
  [isUgly ? 'Model code' : 'Codice versione', (a) => (a.wrong ? 'SCONOSCIUTA' : pick(codes, a.n))],
  [
    isUgly ? 'Order date' : 'Data ordine',
    (a) => (isUgly ? `2026-0${(a.n % 8) + 1}-11` : it(`2026-0${(a.n % 8) + 1}-11`)),
  ],
  [isUgly ? 'Dealer net' : 'Costo fattura', (a) => (isUgly ? (18_000 + a.n).toFixed(2) : comma(18_000 + a.n))],
  [isUgly ? 'List price' : 'Prezzo', (a) => (isUgly ? (24_000 + a.n).toFixed(2) : comma(24_000 + a.n))],
];

const title = (text: string) => [text, 'Elaborato il 20/11/2026', ''];
const totals = (rows: number) => ['', `Totale righe: ${rows}`];

/** Two files of each of twelve systems; `versions`: codes of the catalogue. */
export function otherFiles(versions: readonly string[]): OtherFile[] {
  const wrong = Array.from({ length: ROWS }, (_, n) => n).filter(isWrong).length;
  const file = (name: string, kind: ImportKind, bytes: Buffer): OtherFile => ({ name, kind, bytes, rows: ROWS, wrong });
  // A firm has no code of a person that could be wrong.
  const clients = (name: string, seed: number, make: (rows: Person[]) => Buffer): OtherFile => {
    const rows = many(customer, seed);
    return {
      ...file(name, 'customers', make(rows)),
      wrong: rows.filter(({ n, isFirm }) => isWrong(n) && !isFirm).length,
    };
  };
  const anno: Shape = { encoding: 'latin1', above: title('Officine Riva - CLIENTI'), below: totals };
  return [
    clients('1 clienti.csv', 1, (rows) => csvOf(rows, clean)),
    clients('1 anagrafica.txt', 2, (rows) => csvOf(rows, ugly, anno)),
    clients('2 clienti.xlsx', 3, (rows) => xlsxOf(rows, ugly, [['Anagrafica clienti'], ['Filtro: tutti']])),
    file('2 usato.xlsx', 'stock/used', xlsxOf(many(used, 4), usedClean)),
    clients('3 clienti.txt', 5, (rows) => csvOf(rows, clean, { separator: '\t', encoding: 'utf16le' })),
    file(
      '3 parco usato.csv',
      'stock/used',
      csvOf(many(used, 6), usedUgly, { encoding: 'latin1', above: title('PARCO USATO') }),
    ),
    file('4 usato.csv', 'stock/used', csvOf(many(used, 7), usedClean)),
    file('4 usato lungo.csv', 'stock/used', csvOf(many(used, 8), usedUgly, { below: totals })),
    file('5 stock.csv', 'stock/used', csvOf(many(used, 9), usedEnglish, { separator: ',' })),
    file('5 accessori.xlsx', 'accessories', xlsxOf(many(article, 1), articles)),
    file('6 accessori.csv', 'accessories', csvOf(many(article, 2), articles)),
    file(
      '6 magazzino.csv',
      'accessories',
      csvOf(many(article, 3), articlesUgly, { encoding: 'latin1', above: title('GIACENZE'), below: totals }),
    ),
    file('7 ordini.csv', 'stock/new', csvOf(many(article, 4), ordered(versions, false))),
    file(
      '7 orders.csv',
      'stock/new',
      csvOf(many(article, 5), ordered(versions, true), { separator: ',', above: ['Order bank', ''] }),
    ),
    file('8 pneumatici.csv', 'tyres', csvOf(many(article, 6), tyres(false))),
    file('8 gomme.csv', 'tyres', csvOf(many(article, 7), tyres(true), { separator: '\t', below: totals })),
    file('9 servizi.csv', 'services', csvOf(many(article, 8), services(false))),
    file(
      '9 prodotti.csv',
      'services',
      csvOf(many(article, 9), services(true), { encoding: 'latin1', above: title('PRODOTTI') }),
    ),
    file('10 utenti.csv', 'users', csvOf(many(article, 10), people(false))),
    file('10 dipendenti.csv', 'users', csvOf(many(article, 11), people(true), { above: title('ORGANICO') })),
    clients('11 estrazione.csv', 10, (rows) => csvOf(rows, headless)),
    file('11 gomme.xlsx', 'tyres', xlsxOf(many(article, 12), tyres(true), [['Listino gomme']])),
    clients('12 clifor.csv', 11, (rows) => csvOf(rows, prefixed, { encoding: 'latin1' })),
    file('12 stock.csv', 'stock/used', csvOf(many(used, 13), usedUgly, { separator: ';', above: ['Stock;;;', ''] })),
  ];
}
