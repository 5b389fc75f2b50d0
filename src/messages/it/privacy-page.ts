/** What a person reads on their own page, by private link. */
export const page = {
  title: 'I suoi dati e le sue scelte',
  for: 'Pagina personale di {name}',
  intro:
    'Qui sceglie, finalità per finalità, come {company} può usare i suoi dati. Nulla è obbligatorio e ogni scelta si cambia quando si vuole, anche da questa pagina.',
  notice: 'Informativa sul trattamento dei dati',
  yes: 'Acconsento',
  by: 'Con quali mezzi',
  states: {
    given: 'Consenso dato il {on}, vale fino al {until}.',
    expired: 'Consenso scaduto il {until}: non lo usiamo più.',
    withdrawn: 'Consenso negato o revocato il {on}.',
    never: 'Non ha ancora scelto: senza consenso non facciamo nulla.',
  },
  save: 'Salva le scelte',
  saved: 'Le sue scelte sono salvate e valgono da subito. Può chiudere la pagina.',
  rights: 'Per accedere ai dati, correggerli o farli cancellare: {company}, {contacts}.',
  gone: 'Collegamento non valido',
  goneText: 'È scaduto, è stato revocato o non è completo: chiederne uno nuovo alla concessionaria.',
} as const;
