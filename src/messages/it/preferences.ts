/** Texts of the preferences: the company, its look, and its settings for quotes. */
export const preferences = {
  pages: 'Parametri',
  search: 'Cerca tra le preferenze',
  searchHint: 'Per esempio: bollo, consensi, orari',
  noPage: 'Nessuna pagina imposta questo. Provare con un’altra parola.',
  params: ['Parametri fiscali', 'IVA, IPT, bolli, immatricolazione, con la data di inizio'],
  privacy: ['Privacy', 'Informativa, consensi, tempi di conservazione'],
  quoteParams: ['Parametri dei preventivi', 'Validità, messa su strada, limiti di sconto, testi'],
  locations: ['Sedi', 'Indirizzi, orari, chiusure'],
  businessCenters: ['Business center', 'A cosa si contano vendite e margini'],
  stock: ['Stock', 'Fasce di giacenza, opzioni, scadenze, feed per i portali'],
  usedParameters: ['Parametri dell’usato', 'Costi previsti, garanzia, margini, auto confrontabili'],
  company: {
    title: 'Azienda',
    help: 'Compare su ogni documento: preventivi, stampe, messaggi.',
    edit: 'Modifica i dati',
    editTitle: 'Dati e colori dell’azienda',
    saved: 'Dati dell’azienda salvati.',
    logo: 'Logo',
    logoHelp: 'PNG o JPEG, fino a 400 kB e 2000 pixel per lato. Compare in testa ai documenti.',
    noLogo: 'Nessun logo: i documenti portano la ragione sociale.',
    choose: 'Scegli un file',
    replace: 'Sostituisci',
    remove: 'Rimuovi',
    logoSaved: 'Logo salvato.',
    logoRemoved: 'Logo rimosso.',
    tooLarge: 'Il file supera i 400 kB.',
    colours: 'Colori',
    sample: 'Preventivo P-2026-000042',
    sampleFigure: 'Chiavi in mano 24.021,53 €',
  },
  quotes: {
    costs: 'Validità e importi',
    caps: 'Limiti di sconto',
    capsHelp:
      'Oltre il limite il preventivo non si emette senza autorizzazione. Vale la riga più precisa: prima il ruolo, poi la marca, poi nuove o usate.',
    noCaps: 'Nessun limite: ogni sconto si emette senza autorizzazione.',
    start: 'Predefiniti di un nuovo preventivo',
    texts: 'Testi',
    mails: {
      title: 'E-mail ai clienti',
      offer: 'E-mail con il preventivo, come la legge il cliente',
      reminder: 'E-mail quando il preventivo, già inviato, sta per scadere',
      receipt: 'E-mail di conferma dopo l’accettazione',
      help: 'Variabili: {list}. Vuoto: torna il testo iniziale.',
      preview: 'Anteprima con dati di esempio',
    },
    all: 'Tutte le categorie',
    asAll: 'come per tutte',
    nothing: 'Nessuno',
  },
} as const;

/** Texts of the province rules. */
export const provinces = {
  title: 'IPT per provincia',
  intro:
    'Addizionali e regole nazionali valgono per tutti. Una regola dell’azienda le sostituisce dal giorno indicato finché non la si toglie; i preventivi emessi tengono la loro.',
  own: 'Regole dell’azienda',
  edit: 'Modifica le regole delle province',
  none: 'Nessuna regola dell’azienda: valgono i valori nazionali.',
  province: 'Provincia',
  percent: 'Addizionale',
  rule: 'Regola',
  reason: 'Motivo',
  national: 'Valori nazionali',
  example: 'IPT di 85 kW',
  fixed: 'fissa con IVA',
  plain: 'proporzionale',
  fuel: '{fuels}: {percent}',
  sample: 'Che cosa cambia',
  changes: '{name}: 85 kW a benzina {from} → {to}, elettrica {electric}, autocarro di 10 quintali {van}',
} as const;

/** Texts of the fiscal parameters. */
export const fiscal = {
  intro:
    'Valgono per tutti i calcoli dal giorno indicato: preventivi, passaggi, bollo, finanziamenti. Un valore dell’azienda sostituisce quello nazionale fino alla prossima variazione di legge; i preventivi emessi tengono i loro.',
  parameter: 'Parametro',
  value: 'Valore',
  since: 'Valido dal',
  whose: 'Origine',
  law: 'Nazionale',
  own: 'Azienda',
} as const;
