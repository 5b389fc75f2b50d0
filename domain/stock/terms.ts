/** Words of the used stock: the key is stored, the label is Italian. */
import { keysOf, type State } from '../record/machine.ts';

/** States of a used car (specification §3, rules.md §22); in the last two it has left the stock without a sale. */
export const usedStates = {
  scheduled: { label: 'In arrivo', tone: 'info' },
  acquired: { label: 'Acquisita', tone: 'ok' },
  restoring: { label: 'In ripristino', tone: 'warn' },
  consignment: { label: 'Conto vendita', tone: 'info' },
  service_vehicle: { label: 'Auto di servizio', tone: 'mute' },
  sold: { label: 'Venduta', tone: 'ok' },
  delivered: { label: 'Consegnata', tone: 'mute' },
  canceled: { label: 'Annullata', tone: 'mute' },
  returned: { label: 'Restituita', tone: 'mute' },
} as const satisfies Record<string, State>;
export type UsedState = keyof typeof usedStates;

/** States in which the company owns the car, which counts in the value of its stock. */
export const ownedStates = ['acquired', 'restoring', 'service_vehicle'] as const satisfies readonly UsedState[];
/** States in which a car can be offered and sold (U8); `scheduled`: before it arrives. */
export const sellableStates = [...ownedStates, 'consignment', 'scheduled'] as const satisfies readonly UsedState[];
export const isSellable = (state: UsedState): boolean => (sellableStates as readonly UsedState[]).includes(state);

/** Purchase types of specification §3. */
export const purchaseTypes = {
  barter: 'Permuta',
  km0: 'Km 0',
  demo: 'Demo',
  remarketing: 'Remarketing',
  direct_purchase: 'Acquisto diretto',
  other: 'Altro',
} as const;
export const regimes = { retail: 'Margine', iva_exposed: 'IVA esposta' } as const;
export type Regime = keyof typeof regimes;
export const markets = { italy: 'Italia', other: 'Estero' } as const;
export const warrantyKinds = { maker: 'Della Casa', dealer_conventional: 'Convenzionale' } as const;
/** The channel of a sale, in quotes, new cars, contracts and statistics (specification §3). */
export const saleChannels = { retail: 'Privati', business: 'Km 0 e Demo', b2b: 'B2B' } as const;
export type SaleChannel = keyof typeof saleChannels;
/** A used car's own channel. */
export const usedSaleChannels = { retail: saleChannels.retail, b2b: saleChannels.b2b } as const;
export type UsedSaleChannel = keyof typeof usedSaleChannels;
/** The channel in which a car of the stock is sold to a customer: the company's own Km 0 and Demo cars have one. */
export const customerChannel = (purchaseType: keyof typeof purchaseTypes): 'retail' | 'business' =>
  purchaseType === 'km0' || purchaseType === 'demo' ? 'business' : 'retail';

/**
 * VAT regimes of a used car sold to a trader, each with the nature code of the e-invoice and the sentence of the
 * document (rules.md §1, §2).
 */
export const saleRegimes = {
  margin: {
    label: 'Regime del margine',
    nature: 'N5',
    mention: 'Regime del margine – art. 36 D.L. 41/1995: IVA non esposta e non detraibile.',
  },
  vat: { label: 'IVA esposta', nature: null, mention: 'Operazione imponibile: IVA esposta e detraibile.' },
  intra_eu: {
    label: 'Cessione UE',
    nature: 'N3.2',
    mention: 'Cessione intracomunitaria non imponibile – art. 41 D.L. 331/1993.',
  },
  export: {
    label: 'Esportazione fuori UE',
    nature: 'N3.1',
    mention: 'Cessione all’esportazione non imponibile – art. 8 D.P.R. 633/1972.',
  },
} as const;
export type SaleRegime = keyof typeof saleRegimes;
export const saleRegimeKeys = keysOf(saleRegimes);

/** Kinds of sellers of a car; they decide whether the margin scheme is possible (rules.md §2). */
export const sellerKinds = {
  private: 'Privato',
  no_deduction: 'P. IVA senza detrazione',
  margin: 'Rivenditore in regime del margine',
  vat: 'P. IVA con IVA esposta',
} as const;
export type SellerKind = keyof typeof sellerKinds;

/** Kinds of lines of the cost ledger (rules.md §12). */
export const costKinds = {
  mechanics: 'Meccanica',
  bodywork: 'Carrozzeria',
  tyres: 'Pneumatici',
  maintenance: 'Tagliando',
  inspection: 'Revisione',
  detailing: 'Lavaggio e pulizia',
  photos: 'Foto',
  warranty: 'Garanzia',
  transport: 'Trasporto',
  transfer: 'Minivoltura e pratiche',
  other: 'Altro',
} as const;
export type CostKind = keyof typeof costKinds;

/** Lines of the ledger that are work on the car: while one has no actual amount, the work is open. */
const workKinds = [
  'mechanics',
  'bodywork',
  'tyres',
  'maintenance',
  'inspection',
  'detailing',
] as const satisfies readonly CostKind[];
export const isOpenWork = ({ kind, amount }: { kind: CostKind; amount: number | null }): boolean =>
  amount === null && (workKinds as readonly CostKind[]).includes(kind);

/** Papers and things that come with a car (rules.md §16). */
export const papers = {
  registration: 'Documento Unico o libretto',
  transfer: 'Certificato di minivoltura',
  invoice: 'Fattura o atto di acquisto',
  mandate: 'Mandato a vendere',
  maintenance: 'Libretto dei tagliandi',
  second_key: 'Seconda chiave',
  coc: 'Certificato di conformità (CoC)',
} as const;
export type Paper = keyof typeof papers;

/** Vehicle categories of the Documento Unico that the stock uses. */
export const categories = { M1: 'Autovettura (M1)', N1: 'Autocarro (N1)', N2: 'Autocarro oltre 35 q (N2)' } as const;

/** Age bands of cars in stock, from the cheapest to hold to the dearest; a company sets their days (ageing.ts). */
export const ageBands = {
  fresh: { tone: 'ok' },
  normal: { tone: 'ok' },
  slow: { tone: 'warn' },
  aged: { tone: 'bad' },
} as const;
export type AgeBand = keyof typeof ageBands;

/** How a car is reserved: for a customer, without one, or no longer. */
export const reservationStates = {
  assigned: { label: 'Assegnata', tone: 'info' },
  now: { label: 'Opzionata', tone: 'warn' },
  lapsed: { label: 'Scaduta', tone: 'bad' },
} as const satisfies Record<string, State>;

export const usedStateKeys = keysOf(usedStates);

/** Some of the states with their labels. */
export const usedStateWords = <const S extends UsedState>(states: readonly S[]) =>
  Object.fromEntries(states.map((state) => [state, usedStates[state].label])) as { readonly [K in S]: string };
