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
export const soldBy = { contract: 'Contratto', was: 'Era l’auto nuova', open: 'apri' } as const;

export const listedStates = { without: 'senza: {states}, come da preferenze' } as const;

/** Texts of the company's settings for its stock; domain/stock holds the labels of the settings. */
export const stockSettings = {
  intro: 'Valgono per auto nuove e usate, dalla data scelta.',
  listsExample: 'Aprendo l’elenco dell’usato si vedono: {used}. Del nuovo: {fresh}.',
  restoringExample: '«Ripristino finito» vuole: {asks}.',
  restoringFree: '«Ripristino finito» non chiede niente.',
  ageingExample: 'Un’auto presa il {day} è in giacenza da {n} giorni: oggi è ferma.',
  reservationExample:
    'Un’opzione data oggi scade il {day}, al massimo il {most}; un sì del cliente tiene l’auto fino al {hold}.',
  papersExample: 'Oggi si avvisa per i documenti che scadono entro il {day}.',
  feedExample: 'Un’auto con meno di {n} foto non va sui portali.',
  feedAll: 'Un’auto va sui portali anche senza foto.',
} as const;

export const usedSettings = {
  intro: 'Valgono per le auto usate, dalla data scelta.',
  freshExample: 'Un’auto inserita oggi parte con {costs} di costi previsti e {months} mesi di garanzia.',
  marginExample: 'Per comprare un’auto si tolgono dal prezzo di vendita {target} di utile e {costs} di spese.',
  valuationExample:
    'A cinque anni un’auto media ha {km} km; diecimila in più valgono {more} in meno, al massimo il {most} % della quotazione.',
  sourcesExample: 'Di {n} valutazioni semplici al mese si avvisa alla {warn}ª; finite, {over}.',
  overOn: 'si continua a chiedere',
  overOff: 'ci si ferma fino al mese dopo',
  offersExample:
    'Un’offerta fatta oggi vale fino al {day}; lo specialista risponde entro {minutes} minuti di apertura.',
  ranksExample: 'Un’auto del 2021 con 60.000 km si confronta con quelle del {first}–{last} tra {from} e {to} km.',
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
