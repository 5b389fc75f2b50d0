type Rows = readonly (readonly [keys: readonly string[], text: string])[];

/** The keys that single pages have beside those of the whole site, by the address at which the page begins. */
export const pageKeys = {
  '/dealer/leads/handle': [
    [['J'], 'Lead seguente'],
    [['K'], 'Lead precedente'],
    [['C'], 'Chiama'],
    [['1', '…', '9'], 'Esito del contatto'],
    [['A'], 'Prossima azione'],
    [['M'], 'Scrivi un messaggio'],
    [['P'], 'Fai un preventivo'],
    [['V'], 'Registra o prenota la visita'],
  ],
  '/dealer/calendars': [
    [['T'], 'Oggi'],
    [['↑', '↓'], 'Da un appuntamento all’altro'],
    [['M'], 'Sposta l’appuntamento'],
    [['←', '→'], 'Mentre si sposta: giorno prima o dopo'],
    [['↑', '↓'], 'Mentre si sposta: un quarto d’ora prima o dopo'],
    [['Maiusc', '↓'], 'Mentre si sposta: più lungo'],
    [['Invio'], 'Mentre si sposta: lascia qui'],
  ],
  '/dealer/files': [
    [['Ctrl', 'X'], 'Taglia i file scelti'],
    [['Ctrl', 'V'], 'Mettili qui'],
    [['Canc'], 'Elimina i file scelti'],
  ],
} as const satisfies Record<string, Rows>;
export type PageWithKeys = keyof typeof pageKeys;

/** The page with keys of its own that is at an address; null: none is. */
export const keysAt = (path: string): PageWithKeys | null =>
  (Object.keys(pageKeys) as PageWithKeys[]).find((at) => path.startsWith(at)) ?? null;
