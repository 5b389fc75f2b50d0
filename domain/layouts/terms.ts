/** What layouts of prints are made of: their kinds, blocks and conditions. */

/** The prints that a company lays out. */
export const layoutKinds = {
  contracts: 'Contratto',
  annexes: 'Allegati',
  receipts: 'Ricevute',
  quotes: 'Preventivo',
  offers: 'Offerta B2B',
  stocks: 'Stock',
} as const;
export type LayoutKind = keyof typeof layoutKinds;

/** Those that their customers sign on a phone, for which they are drawn as wide as it is. */
export const phoneLayouts: readonly LayoutKind[] = ['contracts'];

/** The pages on which they are edited, by the words of their addresses. */
export const layoutPages = {
  contracts: { label: 'Contratti', kinds: ['contracts', 'annexes', 'receipts'] },
  quotes: { label: 'Preventivi', kinds: ['quotes', 'offers'] },
  stocks: { label: 'Stock', kinds: ['stocks'] },
} as const satisfies Readonly<Record<string, { label: string; kinds: readonly LayoutKind[] }>>;

/** The most blocks of a layout, and the most characters of a text and of a title. */
export const MOST_BLOCKS = 200;
export const MOST_TEXT = 20_000;
export const MOST_TITLE = 80;

interface BlockKind {
  label: string;
  /** The print is not valid without it: it stays, in whatever place, and has no condition. */
  mandatory?: true;
  /** It has contents only where this holds, whatever its own condition. */
  only?: Condition;
}
type BlockKinds = Readonly<Record<string, BlockKind>>;

/** Blocks that every layout may have, each any number of times. */
export const freeBlocks = {
  text: { label: 'Testo' },
  section: { label: 'Blocco riutilizzabile' },
  page_break: { label: 'Nuova pagina' },
} as const satisfies BlockKinds;

/** The blocks of each kind, which place figures of the record; each at most once. */
export const ownBlocks = {
  contracts: {
    parties: { label: 'Acquirente e consulente', mandatory: true },
    vehicle: { label: 'Veicolo', mandatory: true },
    price: { label: 'Prezzo', mandatory: true },
    trade_ins: { label: 'Permuta', only: 'trade_in' },
    payments: { label: 'Pagamenti' },
    financing: { label: 'Finanziamento', only: 'financed' },
    delivery: { label: 'Consegna' },
    warranty: { label: 'Garanzia' },
    notes: { label: 'Note', only: 'noted' },
    clauses: { label: 'Condizioni', mandatory: true },
    signatures: { label: 'Firme', mandatory: true },
  },
  annexes: {
    parties: { label: 'Acquirente e consulente', mandatory: true },
    cars: { label: 'Auto venduta', mandatory: true },
    trade_ins: { label: 'Auto ritirata', mandatory: true },
    revaluations: { label: 'Nuova valutazione', mandatory: true },
    delivery: { label: 'Consegna', mandatory: true },
    signatures: { label: 'Firme', mandatory: true },
  },
  receipts: {
    customer: { label: 'Cliente', mandatory: true },
    statement: { label: 'Dichiarazione', mandatory: true },
    amount: { label: 'Importo', mandatory: true },
    details: { label: 'Voce, metodo, data', mandatory: true },
    law: { label: 'IVA e bollo', mandatory: true },
    signature: { label: 'Timbro e firma' },
    place: { label: 'Sede' },
  },
  quotes: {
    parties: { label: 'Cliente e consulente', mandatory: true },
    vehicle: { label: 'Veicolo', mandatory: true },
    price: { label: 'Prezzo e chiavi in mano', mandatory: true },
    payment: { label: 'Permuta, anticipo, saldo' },
    validity: { label: 'Validità', mandatory: true },
    financing: { label: 'Finanziamento', only: 'financed' },
    trade_ins: { label: 'Usato ritirato', only: 'trade_in' },
    included: { label: 'Che cosa comprende il prezzo', mandatory: true },
    equipment: { label: 'Dotazioni' },
    notes: { label: 'Note', only: 'noted' },
    accounts: { label: 'Come si paga' },
    conditions: { label: 'Condizioni' },
    signatures: { label: 'Firme e privacy', mandatory: true },
    schedules: { label: 'Piano mese per mese' },
  },
  offers: {
    parties: { label: 'Operatore e consulente', mandatory: true },
    cars: { label: 'Auto', mandatory: true },
    regimes: { label: 'Totali per regime IVA', mandatory: true },
    total: { label: 'Totale', mandatory: true },
    validity: { label: 'Validità', mandatory: true },
    mentions: { label: 'Diciture IVA', mandatory: true },
    notes: { label: 'Note', only: 'noted' },
    accounts: { label: 'Come si paga' },
    conditions: { label: 'Condizioni' },
    signatures: { label: 'Firme e privacy', mandatory: true },
  },
  stocks: {
    name: { label: 'Auto', mandatory: true },
    picture: { label: 'Foto' },
    price: { label: 'Prezzo', mandatory: true },
    details: { label: 'Dati' },
    equipment: { label: 'Dotazioni e QR' },
  },
} as const satisfies Readonly<Record<LayoutKind, BlockKinds>>;

/** Every block that a layout of this kind may have. */
export const blocksFor = (kind: LayoutKind): BlockKinds => ({ ...ownBlocks[kind], ...freeBlocks });
export const isFree = (block: string): boolean => Object.hasOwn(freeBlocks, block);
export const isMandatory = (kind: LayoutKind, block: string): boolean => blocksFor(kind)[block]?.mandatory === true;

/** When a block is printed. */
export const conditions = {
  always: 'sempre',
  trade_in: 'se c’è una permuta',
  financed: 'se finanziato',
  new: 'se auto nuova',
  used: 'se auto usata',
  b2b: 'se tra operatori',
  consumer: 'se a un privato',
  used_consumer: 'se usato a un privato',
  distance: 'se a distanza o fuori sede',
  noted: 'se ci sono note',
  priced: 'se ha un prezzo',
  annex_confirmation: 'nella conferma d’ordine',
  annex_privacy: 'nell’informativa privacy',
  annex_condition: 'nella scheda dello stato d’uso',
  annex_trade_in: 'nella dichiarazione sull’auto ritirata',
  annex_addendum: 'nell’addendum di rivalutazione',
  annex_delivery: 'nel verbale di consegna',
} as const;
export type Condition = keyof typeof conditions;

/** The conditions that a kind can answer. */
export const conditionsFor = {
  contracts: ['always', 'trade_in', 'financed', 'new', 'used', 'b2b', 'consumer', 'used_consumer', 'distance', 'noted'],
  annexes: [
    'always',
    'annex_confirmation',
    'annex_privacy',
    'annex_condition',
    'annex_trade_in',
    'annex_addendum',
    'annex_delivery',
  ],
  receipts: ['always', 'new', 'used', 'b2b', 'consumer'],
  quotes: ['always', 'trade_in', 'financed', 'new', 'used', 'consumer', 'used_consumer', 'noted'],
  offers: ['always', 'noted'],
  stocks: ['always', 'new', 'used', 'priced'],
} as const satisfies Readonly<Record<LayoutKind, readonly Condition[]>>;

/** A block of a layout. */
export interface LayoutBlock {
  /** Made by the editor; the same through all versions. */
  id: string;
  kind: string;
  /** Its heading; empty: none, or the one that its contents have. */
  title: string;
  /** Printed in or below it, with variables in braces. */
  text: string;
  when: Condition;
  hidden: boolean;
  /** The reusable block that a `section` prints. */
  sectionId: number | null;
}
