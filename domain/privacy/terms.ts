/** Terms of privacy (domain.md §2.17); the value is what is stored, the label is Italian. */

/** What a person consents to, each by itself; a contract needs no consent. */
export const purposes = {
  marketing: 'Comunicazioni commerciali',
  profiling: 'Profilazione',
  third_parties: 'Comunicazione a terzi',
} as const;
export type ConsentPurpose = keyof typeof purposes;

/** By which way a person may be reached with marketing messages. */
export const channels = {
  email: 'E-mail',
  sms: 'SMS',
  phone: 'Telefono',
  whatsapp: 'WhatsApp',
  post: 'Posta',
} as const;
export type Channel = keyof typeof channels;

/** How a consent came in. */
export const ways = {
  paper: 'Modulo firmato',
  spoken: 'A voce, in sede',
  phone: 'Per telefono',
  portal: 'Dal portale che ha inviato il contatto',
  page: 'Pagina privata del cliente',
} as const;
export type Way = keyof typeof ways;

/** The texts of a company: the notice of art. 13 GDPR, and what is asked for each purpose. */
export const texts = { notice: 'Informativa', ...purposes } as const;
export type TextKind = keyof typeof texts;

/** How a purpose stands with a person. */
export const standings = {
  given: { label: 'Dato', tone: 'ok' },
  expired: { label: 'Scaduto', tone: 'warn' },
  withdrawn: { label: 'Non dato', tone: 'bad' },
  never: { label: 'Mai chiesto', tone: 'mute' },
} as const;
export type Standing = keyof typeof standings;

/** Days before its end from which a consent is to be renewed. */
export const RENEW_DAYS = 60;
