const copied = { label: 'Tabella copiata da un foglio di calcolo', read: 'Leggi la tabella' } as const;
/** Texts of pasting what was copied into the rows of a form. */
export const paste = {
  done: 'Ora {n} righe',
  back: 'Annulla',
  values: {
    ...copied,
    help: 'Durate in mesi su un lato, chilometri all’anno sull’altro, percentuali nelle celle. Il nome del paniere nella casella in alto a sinistra; una riga vuota tra una tabella e l’altra.',
  },
  premiums: {
    ...copied,
    help: 'Durate in mesi su un lato, valori assicurati sull’altro («fino a 20.000», «oltre»), premi netti nelle celle.',
  },
  addresses: {
    label: 'Indirizzi copiati',
    read: 'Aggiungi',
    help: 'Uno per riga, o separati da virgole; i nomi accanto si lasciano.',
  },
} as const;
