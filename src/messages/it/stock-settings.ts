/** Words of what a company sets for its stock. What the settings are called stands in domain/stock. */
export const stockSettings = {
  intro: 'Valgono per auto nuove e usate, dalla data scelta.',
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
