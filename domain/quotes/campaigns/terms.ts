import type { State } from '#domain/record/machine.ts';

/** States of a campaign. What it gives counts only while it runs. */
export const campaignStates = {
  draft: { label: 'Bozza', tone: 'mute' },
  programmed: { label: 'Programmata', tone: 'info', of: 'active', until: 'validFrom' },
  active: { label: 'In corso', tone: 'ok' },
  ended: { label: 'Conclusa', tone: 'mute', of: 'active', after: 'validTo' },
  stopped: { label: 'Interrotta', tone: 'warn' },
} as const satisfies Record<string, State>;
export type CampaignState = keyof typeof campaignStates;

/** Sales that a campaign is for: to customers, of the company's Km0 and demo cars, to traders (specification §3). */
export const channels = {
  retail: 'Privati e aziende',
  business: 'Km0 e dimostrative',
  b2b: 'Operatori (B2B)',
} as const;
export type Channel = keyof typeof channels;

/** Vehicle categories of the Documento Unico that quotes are made for (rules.md §16). */
export const categories = {
  M1: 'Autovetture (M1)',
  N1: 'Autocarri fino a 35 q (N1)',
  N2: 'Autocarri oltre 35 q (N2)',
} as const;

/** Incentive types with the names of the specification §3. */
export const typeWords = {
  custom: 'Personalizzato',
  flat: 'Campagna',
  barter: 'Permuta',
  scrapping: 'Rottamazione',
  plate: 'Targa Mese',
  ecobonus: 'Ecobonus',
  ecobonus_scrapping: 'Ecobonus con rottamazione',
  vat: 'Partita IVA',
  fleet: 'Flotte',
  pack: 'Pacchetti',
  optional: 'Optional',
  accessory: 'Accessori',
  financial: 'Finanziamento',
  spare_parts: 'Ricambi',
} as const;
export const payers = { dealer: 'Concessionaria', maker: 'Casa', state: 'Stato', financial: 'Finanziaria' } as const;
export const bases = {
  list: 'Listino con optional',
  optional: 'Optional scelti',
  pack: 'Pacchetti scelti',
  accessory: 'Accessori scelti',
  total: 'Totale',
} as const;
/** What an incentive gives. */
export const measures = { amount: 'Importo', percent: 'Percentuale', bands: 'Fasce di CO₂' } as const;
export const euroClasses = {
  '0': 'Euro 0',
  '1': 'Euro 1',
  '2': 'Euro 2',
  '3': 'Euro 3',
  '4': 'Euro 4',
  '5': 'Euro 5',
  '6': 'Euro 6',
} as const;
export const usedWords = { barter: 'Permuta', scrapping: 'Rottamazione' } as const;
export const usages = { new: 'Nuove', used: 'Usate' } as const;

/** Reasons for stopping a campaign before its end. */
export const stopReasons = {
  mistake: 'Errore nei valori',
  budget: 'Budget da destinare ad altro',
  over: 'Obiettivo raggiunto',
  other: 'Altro',
} as const;
