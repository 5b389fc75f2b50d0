import type { SettingPart } from '#domain/record/setting-parts.ts';
import type { QuoteSettings } from './fields.ts';

/** The cards of the quotes' settings. */
export const quoteParts: readonly SettingPart<keyof QuoteSettings>[] = [
  {
    id: 'validity',
    title: 'Validità',
    help: 'Da quando si emette: dopo, prezzi e campagne si rifanno.',
    keys: ['expiryDays'],
  },
  {
    id: 'roadCost',
    title: 'Messa su strada',
    help: 'Si aggiunge a ogni preventivo di auto nuova. Sul documento è scritta con le sue voci. Le bozze prendono il valore nuovo quando si riaprono, e lo dicono; i preventivi emessi tengono il loro.',
    keys: ['roadVat', 'roadRegistration', 'roadTransport', 'roadPreparation'],
  },
  {
    id: 'used',
    title: 'Usato e permute',
    help: 'La pratica si aggiunge ai preventivi di auto usate; senza quotazione una permuta pagata troppo conta come sconto.',
    keys: ['agencyFee', 'quotationRequired'],
  },
  {
    id: 'margins',
    title: 'Margini',
    help: 'Entrano nei margini II e III di ogni preventivo: il cliente non li vede.',
    keys: ['objectiveBonus', 'stockCost'],
  },
  {
    id: 'start',
    title: 'Nuovo preventivo',
    help: 'Quello che un preventivo propone appena aperto; il venditore lo cambia.',
    keys: ['deposit', 'notes'],
  },
  {
    id: 'sections',
    title: 'Ordine delle sezioni',
    help: 'Così le trova il venditore; può cambiarle per sé.',
    keys: ['sections'],
  },
  {
    id: 'caps',
    title: 'Limiti di sconto',
    help: 'Oltre il limite il preventivo non si emette senza autorizzazione. Vale la riga più precisa: prima il ruolo, poi la marca, poi nuove o usate.',
    keys: ['caps'],
    wide: true,
  },
  {
    id: 'charges',
    title: 'Importi per categoria',
    help: 'Autocarri e moto possono avere messa su strada, PFU e bolli diversi.',
    keys: ['charges'],
    wide: true,
  },
  {
    id: 'mails',
    title: 'E-mail ai clienti',
    help: 'Con il preventivo, prima della scadenza, dopo l’accettazione. Variabili tra parentesi graffe; vuoto, torna il testo iniziale.',
    keys: ['offerSubject', 'offerText', 'reminderSubject', 'reminderText', 'receiptSubject', 'receiptText'],
    wide: true,
  },
  {
    id: 'footers',
    title: 'Condizioni in calce',
    help: 'In fondo al documento, un paragrafo per riga: numerati sulla stampa.',
    keys: ['footer', 'usedFooter', 'b2bFooter'],
    wide: true,
  },
];
