/** Words of the privacy page of the preferences. */
export const privacy = {
  intro:
    'Testi, consensi e tempi di conservazione dell’azienda, titolare del trattamento. Da far leggere a un legale prima dell’uso.',
  texts: {
    title: 'Testi',
    help: 'Ogni pubblicazione è una versione nuova: chi ha già scelto resta legato alla versione che ha letto.',
    version: 'Versione {n}, del {day} ({who})',
    initial: 'Testo iniziale, mai pubblicato',
    publish: 'Pubblica una nuova versione',
    field: 'Testo',
    fieldHelp: '{azienda} e {contatti} sono sostituiti con i dati dell’azienda.',
    published: '{title}: versione {n} pubblicata.',
    before: 'Versioni precedenti',
  },
  keeping: 'Tempi di conservazione',
  keepingHelp:
    'Riferimento del Garante: 24 mesi per il marketing, 12 per la profilazione. Contratti e documenti contabili restano dieci anni per legge.',
  reach: {
    title: 'Chi si può contattare',
    help: 'Contano solo i consensi validi oggi: gli elenchi per inviare comunicazioni si scaricano da qui.',
    purpose: 'Finalità',
    given: 'Consensi validi',
    ending: 'Da rinnovare',
    channel: 'Mezzo',
    people: 'Clienti',
    download: 'Scarica',
    downloadFor: 'Excel dei destinatari: {channel}',
  },
  retention: {
    title: 'Oltre il termine di conservazione',
    none: 'Nessun cliente è oltre il termine.',
    some: 'Clienti fermi da prima del {day}, senza vendite né consensi validi: {n}.',
    automatic: 'Si cancellano da soli ogni notte.',
    manual: 'Si cancellano solo da qui.',
    name: 'Cliente',
    last: 'Ultima attività',
    quotes: 'Preventivi',
    shown: 'I primi {n}.',
    erase: 'Cancella i dati dei clienti scelti ({n})',
    sure: 'Cancellare i dati personali?',
    sureText:
      'Clienti scelti: {n}. Nomi, recapiti, note, messaggi e consensi vengono cancellati; gli importi dei preventivi restano nelle statistiche. Non si può annullare.',
    confirm: 'Cancella i dati',
    cancel: 'Annulla',
    done: 'Clienti cancellati: {n}.',
  },
} as const;
