/** Words of leads: the key is stored, the label is Italian (specification §3, rules.md §21). */
import type { State, Tone } from '../record/machine.ts';
import type { LeadType } from './lead-types.ts';

export const leadStates = {
  to_handle: { label: 'Da gestire', tone: 'info' },
  in_progress: { label: 'In lavorazione', tone: 'warn' },
  negotiation: { label: 'In trattativa', tone: 'ok' },
  closed: { label: 'Chiuso', tone: 'mute' },
} as const satisfies Record<string, State>;
export type LeadState = keyof typeof leadStates;
export const openStates = ['to_handle', 'in_progress', 'negotiation'] as const satisfies readonly LeadState[];

/** What a board has its columns for. */
export const boardColumns = { state: 'Stato', assignee: 'Venditore' } as const;

/** What is said of a mail whose sender the company's mail server has not verified. */
export const mailChecks = {
  unverified: { label: 'Non verificata', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** What is said of a person who has asked not to be contacted. */
export const contactChecks = {
  silent: { label: 'Non contattare', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** How a closed lead ended; why says the company's reason. */
export const leadOutcomes = {
  won: { label: 'Vinto', tone: 'ok' },
  lost: { label: 'Perso', tone: 'bad' },
  invalid: { label: 'Non valido', tone: 'mute' },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type LeadOutcome = keyof typeof leadOutcomes;

export const leadSources = {
  portal: 'Portale',
  call: 'Telefonata',
  email: 'E-mail',
  web: 'Sito',
  reminder: 'Promemoria',
  other: 'Altro',
} as const;
export type LeadSource = keyof typeof leadSources;

/** Minutes of working time for the first response, until a company sets its own; 480 are a working day. */
export const firstMinutes: Readonly<Record<LeadSource, number>> = {
  portal: 15,
  web: 15,
  call: 30,
  email: 30,
  reminder: 480,
  other: 480,
};

/** Sources where the person gave their data to somebody else first (art. 14 GDPR). */
export const indirectSources: readonly LeadSource[] = ['portal', 'reminder', 'other'];

/** How a template is sent. */
export const templateChannels = { mail: 'E-mail', whatsapp: 'WhatsApp', sms: 'SMS' } as const;
export type TemplateChannel = keyof typeof templateChannels;

export const leadVehicles = { new: 'Nuovo', used: 'Usato', km0: 'Km 0', demo: 'Demo', rental: 'Noleggio' } as const;

export const leadSubtypes = {
  used: 'Usato',
  km0: 'Km 0',
  new_ready: 'Nuovo in pronta consegna',
  new_order: 'Nuovo da ordinare',
  lease_end_tcm: 'Fine TCM',
  lt_auto_ready: 'Auto in pronta consegna',
  lt_auto_order: 'Auto da ordinare',
  lt_auto_replace_end: 'Auto, sostituzione a fine noleggio',
  lt_lcv_ready: 'Commerciale in pronta consegna',
  lt_lcv_order: 'Commerciale da ordinare',
  lt_lcv_replace_end: 'Commerciale, sostituzione a fine noleggio',
  sr_auto_free: 'Auto sostitutiva',
  sr_auto_u7: 'Auto, fino a 7 giorni',
  sr_auto_7_30: 'Auto, da 7 a 30 giorni',
  sr_auto_over30: 'Auto, oltre 30 giorni',
  sr_lcv_u7: 'Commerciale, fino a 7 giorni',
  sr_lcv_7_30: 'Commerciale, da 7 a 30 giorni',
  sr_lcv_over30: 'Commerciale, oltre 30 giorni',
  svc_regular: 'Tagliando',
  svc_extra: 'Riparazione',
  svc_revision: 'Revisione',
  svc_tires: 'Pneumatici',
  ins_roadside: 'Assistenza stradale',
  ins_rca: 'RCA',
  ins_cvt_plus: 'CVT e altre garanzie',
  oth_tax: 'Bollo',
  oth_license: 'Patente',
  oth_other: 'Altro',
} as const;
export type LeadSubtype = keyof typeof leadSubtypes;

const sold = ['used', 'km0', 'new_ready', 'new_order', 'lease_end_tcm'] as const;
/** The subtypes of each type (specification §3). */
export const subtypesOf: Readonly<Record<LeadType, readonly LeadSubtype[]>> = {
  sales: sold,
  sales_fleet: sold,
  rent: ['lt_auto_ready', 'lt_auto_order', 'lt_auto_replace_end', 'lt_lcv_ready', 'lt_lcv_order', 'lt_lcv_replace_end'],
  short_rent: [
    'sr_auto_free',
    'sr_auto_u7',
    'sr_auto_7_30',
    'sr_auto_over30',
    'sr_lcv_u7',
    'sr_lcv_7_30',
    'sr_lcv_over30',
  ],
  service: ['svc_regular', 'svc_extra', 'svc_revision', 'svc_tires'],
  insurance: ['ins_roadside', 'ins_rca', 'ins_cvt_plus'],
  other: ['oth_tax', 'oth_license', 'oth_other'],
};

export const actionTypes = {
  to_handle: 'Presa in carico',
  in_progress: 'Contatto',
  negotiation: 'Trattativa',
  create_deal: 'Contratto',
  closed: 'Chiusura',
  follow_up: 'Richiamo',
} as const;
export type ActionType = keyof typeof actionTypes;

export const actionResults = {
  scheduled: { label: 'Pianificata', tone: 'info' },
  rescheduled: { label: 'Rinviata', tone: 'warn' },
  success: { label: 'OK', tone: 'ok' },
  failed: { label: 'KO', tone: 'bad' },
  no_show: { label: 'Non presentato', tone: 'bad' },
  canceled: { label: 'Annullata', tone: 'mute' },
  not_needed: { label: 'Non necessaria', tone: 'mute' },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type ActionResult = keyof typeof actionResults;
