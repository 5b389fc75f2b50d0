/** What is said where a table that was copied elsewhere becomes rows of a form. */
export const paste = {
  label: 'Tabella copiata da un foglio di calcolo',
  read: 'Leggi la tabella',
  done: 'Ora {n} righe',
  back: 'Annulla',
  values:
    'Durate in mesi su un lato, chilometri all’anno sull’altro, percentuali nelle celle. Il nome del paniere nella casella in alto a sinistra; una riga vuota tra una tabella e l’altra.',
  premiums:
    'Durate in mesi su un lato, valori assicurati sull’altro («fino a 20.000», «oltre»), premi netti nelle celle.',
} as const;
