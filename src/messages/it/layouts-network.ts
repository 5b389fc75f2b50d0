/** Texts of the layouts that the manufacturer writes for its network. */
export const networkLayouts = {
  title: 'Modelli di stampa',
  intro: 'Le concessionarie li adottano come sono o li copiano. Una versione nuova non cambia ciò che è già stampato.',
  create: 'Nuovo modello',
  name: 'Nome',
  kind: 'Stampa',
  heads: {
    name: 'Nome',
    edition: 'Versione',
    current: 'Aggiornate',
    behind: 'Indietro',
    copied: 'Copiato',
    state: 'Stato',
  },
  states: { draft: 'Bozza', offered: 'Offerto', withdrawn: 'Ritirato' },
  none: 'Nessun modello: le concessionarie stampano con lo standard o con il proprio.',
  back: 'Tutti i modelli',
  edition: 'Versione {n}',
  of: '{at} · concessionarie: {companies}',
  publish: 'Pubblica la {n}',
  note: 'Che cosa cambia',
  noteHelp: 'Lo legge chi la usa già',
  published: 'Versione {n} offerta alle concessionarie.',
  withdraw: 'Ritira',
  offer: 'Offri di nuovo',
  history: 'Storia',
} as const;

/** Texts of the manufacturer’s layouts as a company compares and takes them. */
export const offeredLayouts = {
  title: 'Dal costruttore',
  edition: 'versione {n}, {at}',
  adopted: 'In uso',
  copied: 'Copiata e modificata',
  fresh: 'Nuova versione',
  compare: 'Confronta con la stampa in uso: {name}',
  adopt: 'Adotta',
  copy: 'Copia in bozza',
  adoptTitle: 'Stampare con «{name}», versione {n}?',
  adoptText: 'Vale da ora, e ciò che è già stampato tiene la sua versione. La bozza di oggi si perde.',
  adoptedNow: 'Si stampa con «{name}».',
  copiedNow: 'La bozza è «{name}»: si stampa come prima finché non si pubblica.',
} as const;
