/** Texts of the company's reasons for moves. */
export const reasons = {
  link: 'Motivi di lead, accessi e appuntamenti',
  back: 'Regole e testi dei lead',
  titles: {
    contracts: 'Motivi dei passaggi',
    leads: 'Motivi dei lead',
    accesses: 'Motivi degli accessi',
    calendars: 'Motivi degli appuntamenti',
  },
  help: {
    contracts: 'Chi rimanda, respinge, riapre o annulla un contratto ne sceglie uno.',
    leads: 'Chi chiude, scarta o riapre un lead ne sceglie uno; anche quando un contratto non si conclude.',
    accesses: 'Chi gestisce al banco, restituisce o riapre un accesso ne sceglie uno.',
    calendars: 'Chi annulla o chiude in parte un appuntamento, o lo segna come mancato, ne sceglie uno.',
  },
  saved: 'Motivi salvati: {move}.',
  retired: 'Un motivo tolto non si propone più; dove è stato scelto resta leggibile.',
} as const;
