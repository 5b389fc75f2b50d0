/** Texts of claims: what payers owe for contracts. */
export const claimsList = {
  title: 'Rimborsi',
  noun: ['rimborso', 'rimborsi'],
  search: 'Contratto, vettura, campagna, prenotazione',
  empty: 'Ancora nessun rimborso: il primo arriva con un contratto approvato che ha un incentivo rimborsato.',
  create: 'Nuovo rimborso',
  open: 'Apri',
  claim: 'Segna chiesti',
  claimed: 'Rimborsi chiesti: {n}.',
  undone: 'Rimborsi di nuovo da chiedere: {n}.',
  left: 'Non cambiati: {names}',
  undo: 'Annulla',
  onePayer: 'Scegliere rimborsi di un solo pagatore',
  due: 'Scadenza',
  views: {
    due: 'Da chiedere',
    maker: 'Da chiedere alla casa',
    claimed: 'Chiesti',
    refused: 'Rifiutati',
    owedBack: 'Da restituire',
    credited: 'Accreditati',
    all: 'Tutti',
  },
} as const;

export const claim = {
  what: 'Il rimborso',
  list: 'Tutti i rimborsi',
  contract: 'Contratto',
  vehicle: 'Vettura',
  type: 'Tipo',
  payer: 'Chi paga',
  campaign: 'Campagna',
  amount: 'Dovuto, netto',
  claimedOn: 'Chiesto il',
  credit: 'Nota di credito',
  creditOf: '{note} del {day}',
  credited: 'Accreditato, netto',
  missing: 'Manca',
  refusal: 'Rifiutato perché',
  owed: 'Da restituire, netto',
  returnedOn: 'Restituito il',
  kept: 'Scadenza, prenotazione e prova',
  proof: 'Apri la prova',
  saved: 'Rimborso salvato.',
  history: 'Cronologia',
  refusalNote: '{reason}: {note}',
} as const;

export const newClaim = {
  title: 'Nuovo rimborso',
  note: 'Per una garanzia dell’usato, o per altro che qualcuno deve per un contratto. I rimborsi degli incentivi arrivano con il contratto approvato.',
} as const;
