import type { TextKind } from './terms.ts';

/**
 * Default texts, until a company writes its own (art. 13 GDPR; a lawyer must check them before use). `{azienda}` and
 * `{contatti}` are filled in when they are shown.
 */
export const defaultTexts: Readonly<Record<TextKind, string>> = {
  notice: [
    'Titolare del trattamento è {azienda} ({contatti}).',
    'Trattiamo i dati che ci fornite per rispondere alle richieste, preparare preventivi, concludere ed eseguire il contratto (art. 6.1.b GDPR) e per gli obblighi di legge, fiscali e contabili (art. 6.1.c). Per questo non serve un consenso.',
    'Solo con il vostro consenso, libero e separato per ciascuna finalità, li usiamo anche per comunicazioni commerciali, profilazione e comunicazione a terzi. Potete revocarlo in ogni momento, senza effetti su quanto fatto prima.',
    'I dati sono trattati da nostri incaricati e da fornitori che operano per noi come responsabili; contratti e documenti contabili si conservano dieci anni, i preventivi non conclusi e i consensi per i tempi indicati in sede.',
    'Potete chiedere accesso, rettifica, cancellazione, limitazione, portabilità e opporvi, scrivendo ai nostri contatti, e proporre reclamo al Garante per la protezione dei dati personali.',
  ].join('\n'),
  marketing:
    'Acconsento a ricevere da {azienda} offerte e inviti con i mezzi che indico: e-mail, SMS, telefono, WhatsApp, posta.',
  profiling: 'Acconsento all’analisi delle mie preferenze e dei miei acquisti per ricevere proposte adatte a me.',
  third_parties:
    'Acconsento alla comunicazione dei miei dati a costruttore o importatore, società finanziarie e assicurative e aziende del gruppo per le loro offerte.',
};

/** The text with the company's name and contacts filled in. */
export const filledText = (text: string, { name, contacts }: { name: string; contacts: string }): string =>
  text.replaceAll('{azienda}', name).replaceAll('{contatti}', contacts);
