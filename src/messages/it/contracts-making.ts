/** Texts of the page that makes a contract by hand. */
export const making = {
  title: 'Nuovo contratto',
  intro: 'Cliente e auto: il prezzo si fa nel configuratore, con «Fai il contratto» nasce il contratto.',
  customer: 'Cliente',
  for: 'Il contratto sarà per',
  find: 'Nome, codice fiscale, partita IVA o telefono',
  seek: 'Cerca',
  nobody: 'Nessun cliente così: si può creare nel configuratore, nella sezione «Cliente».',
  later: 'Si può scegliere o creare anche dopo, nel configuratore.',
  car: 'Auto',
  cars: {
    catalog: { title: 'Nuova dal listino', text: 'Si ordina alla Casa quando il contratto è fatto' },
    stock: { title: 'Nuova dallo stock', text: 'Auto nuove e chilometri zero' },
    used: { title: 'Usata dallo stock', text: 'Passaggio di proprietà e garanzia' },
  },
  noPrices:
    'I prezzi si fanno nel configuratore, che chiede il permesso di fare preventivi: lo dà chi amministra gli utenti.',
  fromQuote: 'Oppure da un preventivo emesso o accettato',
} as const;
