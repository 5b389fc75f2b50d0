/** Texts of the statistics. */
export const daily = {
  at: 'alle {time}, si aggiorna da solo',
  before: 'Giorno prima',
  after: 'Giorno dopo',
  day: 'Giorno',
  place: 'Sede',
  allPlaces: 'Tutte le sedi',
  nowhere: 'Senza sede',
  nobody: 'Senza persona',
  basis: 'Contratti per data di',
  against: 'Confronto',
  show: 'Mostra',
  xlsx: 'Esporta XLSX',
  csv: 'CSV',
  how: 'Previsione = fatto ÷ giorni lavorati × giorni del mese. Oggi conta intero.',
  ofDay: '{label} di oggi',
  ofOther: '{label} del giorno',
  mean: 'media {n}',
  forecast: 'previsti {n}',
  lastDays: 'Ultimi {n} giorni: {counts}',
  heads: { day: 'oggi', otherDay: 'giorno', month: 'mese', forecast: 'previsti' },
  worked: '{worked} di {working}',
  workedHead: 'giorno lavorativo',
  closed: 'chiusa',
  none: '—',
  equal: 'uguale',
  total: 'Totale',
  unfold: 'Mostra le persone di {place}',
  fold: 'Chiudi le persone di {place}',
  byDay: 'Contratti di {month}, giorno per giorno',
  sum: 'totale {n}',
  dayCounts: '{day}: {n}',
  deliveries: 'Consegne di oggi',
  deliveriesOf: 'Consegne del {day}',
  late: '{n, plural, one {# in ritardo} other {# in ritardo}}',
  calendar: 'Calendario',
  noDeliveries: 'Nessuna consegna in questo giorno.',
  delivered: 'Consegnata',
  ready: 'pronta',
  lacks: 'manca {section}',
  planned: '{n, plural, one {# prevista} other {# previste}}, {done, plural, one {# fatta} other {# fatte}}',
  openDeliveries: '{n, plural, one {Apri la consegna} other {Apri le # consegne}}',
  nameless: 'Senza cliente',
} as const;

/** What changed of a month after its end. */
export const changes = {
  title: 'Cambiato dopo la fine di {month}',
  note: 'Le cifre qui sopra contano già questi inserimenti.',
  none: 'Dopo la fine del mese non è cambiato niente.',
  more: 'Le prime {n} di {total}: il foglio le ha tutte.',
  at: 'Inserito',
  contract: 'Contratto',
  what: 'Che cosa',
  day: 'Giorno che conta',
  amount: 'Importo',
  margin: 'Margine II',
  by: 'Chi',
  nobody: 'dal sistema',
  from: '{before} → {after}',
  nothing: '—',
  xlsx: 'Esporta XLSX',
  csv: 'CSV',
} as const;

export const figureRows = {
  title: '{label} per data di {basis}',
  days: 'dal {from} al {to}',
  count: '{n, plural, one {# riga} other {# righe}}',
  list: 'Apri nell’elenco',
  note: 'Le righe non mostrano i clienti: chi può aprire il documento lo apre dal numero.',
  none: 'In questi giorni non c’è niente: tornare alla pagina della cifra.',
  number: 'Numero',
  car: 'Auto',
  person: 'Persona',
  place: 'Sede',
  day: 'Giorno',
  amount: 'Importo',
  previous: 'Precedenti',
  next: 'Successive',
  unnumbered: 'Senza numero',
  xlsx: 'Esporta XLSX',
  csv: 'CSV',
} as const;

/** Filters of the rows behind a number; of a flag what it says, and what its opposite says. */
export const figureFilters = {
  flags: {
    financed: ['finanziati', 'non finanziati'],
    insured: ['con polizza', 'senza polizza'],
    tradeIn: ['con usato ritirato', 'senza usato ritirato'],
    retail: ['a clienti, non a commercianti', 'a commercianti'],
    answered: ['già risposti', 'non ancora risposti'],
    untouched: ['mai toccati', 'già toccati'],
    negotiated: ['arrivati in trattativa', 'senza trattativa'],
    waited: ['con attesa nota', 'ancora in attesa'],
    abandoned: ['abbandonate', 'non abbandonate'],
    refused: ['rifiutate almeno una volta', 'mai rifiutate'],
    quoted: ['con un preventivo entro 90 giorni', 'senza preventivo'],
    contracted: ['con un contratto entro 90 giorni', 'senza contratto'],
  },
  hour: 'dalle {from} alle {to}',
  item: 'con la voce scelta',
} as const;

/** Why a typed day is not shown. */
export const day = {
  unread: 'Scrivere il giorno come 16/12/2026: intanto è mostrato oggi.',
  ahead: 'Il giorno non può essere futuro: intanto è mostrato oggi.',
} as const;

/** Choices of lists for what figures count apart. */
export const choices = { nowhere: 'Senza sede', nobody: 'Senza persona', arrived: 'Arrivati' } as const;
