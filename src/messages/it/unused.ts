/** Texts of uploaded files that no record uses. */
export const unused = {
  title: 'File inutilizzati',
  help: 'Inviati e non ancora salvati in una scheda, o tolti da una scheda. Si eliminano da soli dopo un giorno; oltre {most} il più vecchio lascia il posto.',
  helpAll:
    'Inviati e non salvati in una scheda, o tolti da una scheda. Si eliminano da soli dopo un giorno; oltre {most} a persona, o {all} in tutto, il più vecchio lascia il posto.',
  none: 'Nessun file inutilizzato.',
  file: 'File',
  for: 'Per',
  size: 'Dimensione',
  since: 'Da',
  row: '{n, plural, one {Un file} other {# file}}, {size}; il più vecchio {since}',
  empty: 'Svuota',
  emptyOf: 'Svuota i file di {name}',
  question: 'Eliminare i file inutilizzati?',
  own: '{n, plural, one {Un file si elimina} other {# file si eliminano}} ora, {size} in tutto. Non si recuperano: un modulo aperto che li aspetta li chiede di nuovo.',
  of: '{n, plural, one {Un file si elimina} other {# file si eliminano}} ora, {size} in tutto, inviati da {name}. Non si recuperano: un modulo aperto che li aspetta li chiede di nuovo.',
  cancel: 'Annulla',
  confirm: 'Elimina',
  done: 'File inutilizzati eliminati.',
} as const;
