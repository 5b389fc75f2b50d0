/** Words of privacy (rules.md §13): the key is stored, the label is Italian. */

/** Purposes to which a person consents separately; a contract needs no consent. */
export const purposes = {
  marketing: 'Comunicazioni commerciali',
  profiling: 'Profilazione',
  third_parties: 'Comunicazione a terzi',
} as const;
export type ConsentPurpose = keyof typeof purposes;

/** Channels for marketing messages. */
export const channels = {
  email: 'E-mail',
  sms: 'SMS',
  phone: 'Telefono',
  whatsapp: 'WhatsApp',
  post: 'Posta',
} as const;
export type Channel = keyof typeof channels;

/** Ways in which a consent was given. */
export const ways = {
  paper: 'Modulo firmato',
  spoken: 'A voce, in sede',
  phone: 'Per telefono',
  portal: 'Dal portale che ha inviato il contatto',
  page: 'Pagina privata del cliente',
  form: 'Modulo del sito',
  import: 'Dal gestionale precedente',
} as const;
export type Way = keyof typeof ways;

/** The texts of a company: the notice of art. 13 GDPR, and the request for each purpose. */
export const texts = { notice: 'Informativa', ...purposes } as const;
export type TextKind = keyof typeof texts;

/** The status of a purpose for a person. */
export const consentStates = {
  given: { label: 'Dato', tone: 'ok' },
  expired: { label: 'Scaduto', tone: 'warn' },
  withdrawn: { label: 'Non dato', tone: 'bad' },
  never: { label: 'Mai chiesto', tone: 'mute' },
} as const;
export type ConsentState = keyof typeof consentStates;

/** Days before the end of a consent from which it should be renewed. */
export const RENEW_DAYS = 60;
