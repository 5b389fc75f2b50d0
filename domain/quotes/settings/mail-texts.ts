/** Texts of the mails to customers as a company words them, with variables in braces. */

/** The variables of a text, with the values that the preview shows. */
export const mailVariables = {
  cliente: 'Mario Rossi',
  numero: 'P-2026-000042',
  veicolo: 'Lumera Rea 1.5 HEV Comfort',
  prezzo: '24.021,53 €',
  rata: '291,67 €',
  scadenza: '28/11/2026',
  venditore: 'Giulia Ferrari',
  contatti: '02 1234 5678 · giulia.ferrari@brera.example.it',
  azienda: 'Autosalone Brera',
  collegamento: 'https://…/offer/…',
} as const;
export type MailVariable = keyof typeof mailVariables;

const known = Object.keys(mailVariables);
/** Matches texts that contain only known variables in braces. */
export const MAIL_TEXT = new RegExp(`^(?:[^{}]|\\{(?:${known.join('|')})\\})*$`);
export const UNKNOWN_VARIABLE = `Tra parentesi graffe solo: ${known.map((name) => `{${name}}`).join(', ')}`;

export const mailDefaults = {
  offerSubject: 'Preventivo {numero} – {veicolo}',
  offerText: [
    'Gentile {cliente},',
    'ecco il preventivo {numero} per {veicolo}: {prezzo} chiavi in mano, valido fino al {scadenza}.',
    'Si può leggere, accettare o commentare qui:\n{collegamento}',
    'Cordiali saluti\n{venditore}\n{azienda}\n{contatti}',
  ].join('\n\n'),
  reminderSubject: 'Il preventivo {numero} scade il {scadenza}',
  reminderText: [
    'Gentile {cliente},',
    'il preventivo {numero} per {veicolo} a {prezzo} vale fino al {scadenza}: dopo cambiano prezzi e campagne.',
    'Si può ancora leggere, accettare o commentare qui:\n{collegamento}',
    'Cordiali saluti\n{venditore}\n{azienda}\n{contatti}',
  ].join('\n\n'),
  receiptSubject: 'Preventivo {numero} accettato – {veicolo}',
  receiptText: [
    'Gentile {cliente},',
    'grazie: il preventivo {numero} per {veicolo} a {prezzo} chiavi in mano risulta accettato. Il documento è allegato e si può rileggere qui:\n{collegamento}',
    'Per il contratto e i documenti necessari si farà vivo {venditore} ({contatti}). Chi non ha accettato risponda a questa e-mail.',
    'Cordiali saluti\n{azienda}',
  ].join('\n\n'),
} as const;

/** The text with its variables filled in; missing ones stay as they are, and lines that became empty leave no gap. */
export const filled = (text: string, values: Readonly<Partial<Record<MailVariable, string>>>): string =>
  text
    .replace(/\{(\w+)\}/g, (all, name: MailVariable) => values[name] ?? all)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
