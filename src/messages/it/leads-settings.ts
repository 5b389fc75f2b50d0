/** Texts of the settings for leads. */
export const leadSettings = {
  deadlineExample:
    'Un lead di vendita da un portale si gestisce entro {minutes} minuti di lavoro; dopo {warn} si avvisa.',
  sourceExample: '«{name}»: con 20 lead in un mese ognuno costa {amount}.',
  sourceNone: 'Senza fonti il costo per lead e per vendita non si conta.',
  senderExample: 'Una mail da {address} diventa un lead di «{name}»; le altre aspettano una persona.',
  senderNone: 'Ogni mail inoltrata aspetta una persona.',
  typesExample: 'Chi registra un lead sceglie tra questi. Quanti: tipi {types}, sottotipi {subtypes}.',
  expiriesExample: 'Una revisione che scade il {day} dà oggi un lead a chi segue il cliente.',
  expiriesNone: 'Nessuna scadenza dà un lead.',
  originExample: 'Chiara Colombo, che ha scritto ad AutoVetrina il 24/11/2026, legge:',
  originNone: 'Il primo messaggio non dice da dove vengono i dati.',
  personsOn: 'L’andamento nomina le persone, con tempi di risposta e risultati di ognuna.',
  personsOff: 'L’andamento non nomina nessuno.',
  variables:
    'Le variabili, tra parentesi graffe. «Data domani» e «Data dopodomani» sono i prossimi giorni in cui la sede è aperta.',
  exampleValues: {
    Nome: 'Chiara',
    Cognome: 'Colombo',
    Email: 'chiara.colombo@example.it',
    Telefono: '333 0000 218',
    Indirizzo: 'via Solferino 8',
    CAP: '20121',
    Città: 'Milano',
    Provincia: 'MI',
    Nazione: 'Italia',
    Fonte: 'AutoVetrina',
    'Data ricezione': '24/11/2026',
    Sede: 'Milano',
    'Link annuncio': 'https://autovetrina.example.it/88214',
    'Tipo veicolo': 'Nuovo',
    Targa: 'GX 123 AB',
    Telaio: 'ZZZ00000000000001',
    Marchio: 'Lumera',
    Modello: 'Rea',
    Versione: 'HEV 1.5 Comfort',
    Anno: '2026',
    Chilometraggio: '10 km',
    'Azienda dealer': 'Autosalone Brera',
    'Nome Utente': 'Giulia Ferrari',
    'Data oggi': '24/11/2026',
    'Data domani': '25/11/2026',
    'Data dopodomani': '26/11/2026',
    'Giorno previsto': 'sabato 28 novembre',
    'Ora prevista': '10:00',
    'Luogo previsto': 'Autosalone Brera, Milano',
    'Persona prevista': 'Giulia Ferrari',
    'Auto prevista': 'Lumera Rea HEV 1.5 Comfort',
  },
  tryRules: 'Prova le regole',
} as const;

/** Whom a lead would go to, by the rules in force. */
export const ruleTrial = {
  tryTitle: 'A chi andrebbe un lead così?',
  tryVerb: 'Prova',
  counts: 'vale questa',
  after: 'corrisponde, ma viene dopo',
  nobody: 'Nessuno',
  usual: 'nessuna regola dell’azienda corrisponde: vale quella generale',
  away: 'Assenti o fuori turno fino alla scadenza: {names}',
} as const;

/** What stands around the cards, by the server alone. */
export const leadSettingsPage = {
  intro: 'Da dove arrivano i lead, a chi vanno, entro quando si risponde e con quali parole.',
  keys: 'Chiavi dei portali',
  keysAbout:
    'Portali e siti inviano i lead con un token che ha solo «Inviare lead, senza leggerli»: POST /api/leads/inbound. Il token si vede una volta sola.',
  noKeys: 'Nessun token può ancora inviare lead.',
  newKey: 'Crea un token',
  readsToo: 'legge anche i lead: sostituirlo',
  used: 'ultimo uso {when}',
  neverUsed: 'mai usato',
  expires: 'scade il {day}',
} as const;
