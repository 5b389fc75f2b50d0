/** Texts of the stock's home; domain/stock holds the labels of fields and states. */
export const stock = {
  title: 'Stock',
  new: 'Nuovo',
  newHelp: 'arrivate e non vendute',
  value: 'Valore al prezzo proposto',
  late: 'In ritardo sull’arrivo previsto',
  noPriceNew: 'Arrivate e senza prezzo',
  makers: 'Marche',
  noneNew: 'Nessuna auto nuova in stock.',
  used: 'Usato',
  all: 'Apri l’elenco',
  inStock: 'In stock',
  inStockHelp: 'auto di proprietà',
  retail: 'Valore al pubblico',
  cost: 'Costo',
  costHelp: 'acquisto e spese, IVA inclusa',
  average: 'Giacenza media',
  days: '{n} giorni',
  incoming: 'In arrivo',
  ageing: 'Giacenza',
  attention: 'Da guardare',
  fine: 'Niente da segnalare.',
  aged: 'Ferme da oltre {n} giorni',
  price: 'Senza prezzo',
  photos: 'Senza foto',
  lowMargin: 'Sotto il margine minimo',
  papers: 'Documenti mancanti',
  expiring: 'Documenti scaduti o in scadenza',
  lapsed: 'Opzioni scadute',
  reserved: 'Opzionate ora',
  none: 'Nessuna auto usata in stock.',
  card: 'Stock usato',
  slow: 'Fermo da oltre {n} giorni',
} as const;

/** Said of a list whose company hides some states. */
export const listedStates = { without: 'senza: {states}, come da preferenze' } as const;

/** Texts of the company's settings for its stock; domain/stock holds the labels of the settings. */
export const stockSettings = {
  intro: 'Valgono per auto nuove e usate, dalla data scelta.',
  lists: 'Elenchi',
  restoring: 'Ripristino',
  restoringHelp: 'Si chiede quando un’auto usata finisce il ripristino.',
  ageing: 'Giacenza',
  ageingHelp: 'Le fasce colorano elenchi e schede, e dividono la giacenza nella pagina dello stock.',
  reservations: 'Opzioni',
  reservationsHelp: 'Le opzioni già date non cambiano.',
  papers: 'Documenti',
  feed: 'Feed per i portali',
  feedHelp: 'I portali lo leggono con un token API: ciò che cambia qui vale dalla loro prossima lettura.',
} as const;

export const usedSettings = {
  intro: 'Valgono per le auto usate, dalla data scelta.',
  fresh: 'Ogni auto inserita parte con',
  freshHelp:
    'Si scrivono nella scheda quando l’auto entra, anche da un file, e lì si cambiano. I costi solo per le auto inserite a mano.',
  margins: 'Margini',
  valuation: 'Tabelle di valutazione',
  valuationHelp:
    'Correggono la quotazione di ritiro nella stima di una permuta: chilometri, optional e danni. La preparazione è la somma dei costi previsti.',
  ranks: 'Posizione di prezzo',
  ranksHelp:
    'Il prezzo di un’auto si confronta con quelli delle altre in stock: stessa marca e modello, età e chilometri vicini.',
} as const;

/** Texts of a used car's public page. */
export const shown = {
  ask: 'Prezzo su richiesta',
  reserved: 'In trattativa',
  photo: 'Foto {n}',
  car: 'L’auto',
  equipment: 'Dotazioni',
  contact: 'Dove vederla',
  call: 'Telefona',
  write: 'Scrivi',
  gone: 'Auto non più in vendita',
  goneText: 'Questa auto è stata venduta o non è più esposta. La concessionaria può proporne altre.',
} as const;
