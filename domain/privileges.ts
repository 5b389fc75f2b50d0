/** The numeric privileges of the specification §6; titles in Italian as administrators see them. */
export const privileges = {
  1: 'Vedere lo stock',
  2: 'Gestire lo stock',
  3: 'Vedere gli accessori',
  4: 'Gestire gli accessori',
  5: 'Vedere i servizi',
  6: 'Gestire i servizi',
  7: 'Vedere gli pneumatici',
  8: 'Gestire gli pneumatici',
  9: 'Vedere le assicurazioni',
  10: 'Gestire le assicurazioni',
  11: 'Vedere le finanziarie',
  12: 'Gestire le finanziarie',
  13: 'Creare preventivi (con provvigioni) e vedere i propri',
  14: 'Gestire i propri preventivi',
  15: 'Vedere tutti i preventivi',
  16: 'Gestire tutti i preventivi',
  17: 'Gestire i preventivi B2B',
  18: 'Vedere gli utenti',
  19: 'Gestire gli utenti',
  20: 'Vedere i clienti',
  21: 'Gestire i clienti',
  22: 'Creare clienti e registrare accessi',
  23: 'Vedere gli accessi',
  24: 'Gestire gli accessi',
  25: 'Vedere le statistiche degli accessi',
  26: 'Gestire le preferenze',
  27: 'Fare contratti e vedere i propri',
  28: 'Validare i contratti (back office)',
  29: 'Vedere e modificare tutti i contratti',
  30: 'Vedere le statistiche di vendita',
  31: 'Vedere le provvigioni di tutti',
  32: 'Gestire i file aziendali',
  33: 'Vedere il margine',
  34: 'Vedere tutti i contratti',
  35: 'Accogliere i clienti',
  36: "Valutare l'usato",
  37: 'Gestire i calendari',
  38: 'Validare i contratti (commerciale)',
  39: 'Vedere tutti i lead',
  40: 'Gestire tutti i lead',
} as const;

export type Privilege = keyof typeof privileges;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Role presets of domain.md §2.23; a user's own list may differ from the preset. */
export const rolePresets: Record<string, readonly number[]> = {
  'Amministratore dealer': range(1, 40),
  'Direttore commerciale': [...range(1, 17), 20, 21, 23, 25, 26, 29, 30, 31, 33, 34, ...range(36, 40)],
  'Responsabile vendite': [1, 3, 5, 7, 9, 11, ...range(13, 17), 20, 21, 23, 24, 25, 27, 30, 31, 34, ...range(36, 40)],
  Venditore: [1, 3, 5, 7, 9, 11, 13, 14, 20, 22, 27, 36],
  'Venditore usato / B2B': [1, 2, 13, 14, 17, 20, 22, 27, 36],
  'Back office vendite': [1, 2, 4, 6, 8, 10, 12, 15, 16, 20, 21, 28, 29, 32, 34, 37],
  Accoglienza: [20, 22, 23, 24, 35],
  BDC: [20, 21, 22, 39, 40, 37],
  'Responsabile usato': [1, 2, 13, 14, 36, 17, 30],
  Amministrazione: [15, 28, 30, 33, 34],
};

/** Does the user hold at least one of the required numbers? An empty requirement is always met. */
export const holdsAny = (held: readonly number[], required: readonly number[] = []): boolean =>
  required.length === 0 || required.some((number) => held.includes(number));
