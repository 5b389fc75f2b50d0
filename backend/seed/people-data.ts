/** Invented people: common surnames and names, including those that often cause errors in programs. */
export const surnames =
  "Rossi,Ferrari,Esposito,Bianchi,Romano,Colombo,Ricci,Marino,Greco,Bruno,Gallo,Conti,De Luca,Mancini,Costa,Giordano,Rizzo,Lombardi,Moretti,Barbieri,D'Angelo,Pellegrini,Villa,Ferri,Riva,Dell'Acqua,Lo Presti,Nicolò,Bonfà".split(
    ',',
  );
export const men =
  'Marco Andrea Luca Giuseppe Alessandro Matteo Davide Simone Paolo Stefano Niccolò Gian-Piero Ahmed'.split(' ');
export const women =
  'Giulia Chiara Francesca Sara Anna Elena Laura Martina Valentina Federica Mariasole Ioana Olena'.split(' ');

/** City, CAP, province, cadastral code. */
export const cities: [string, string, string, string][] = [
  ['Milano', '20121', 'MI', 'F205'],
  ['Torino', '10121', 'TO', 'L219'],
  ['Genova', '16121', 'GE', 'D969'],
  ['Brescia', '25121', 'BS', 'B157'],
  ['Bergamo', '24121', 'BG', 'A794'],
  ['Verona', '37121', 'VR', 'L781'],
  ['Padova', '35121', 'PD', 'G224'],
  ['Bologna', '40121', 'BO', 'A944'],
  ['Modena', '41121', 'MO', 'F257'],
  ['Firenze', '50122', 'FI', 'D612'],
  ['Roma', '00184', 'RM', 'H501'],
  ['Napoli', '80133', 'NA', 'F839'],
  ['Bari', '70121', 'BA', 'A662'],
  ['Palermo', '90133', 'PA', 'G273'],
  ['Catania', '95124', 'CT', 'C351'],
  ['Cagliari', '09124', 'CA', 'B354'],
  ['Perugia', '06121', 'PG', 'G478'],
  ['Pescara', '65121', 'PE', 'G482'],
  ['Ancona', '60121', 'AN', 'A271'],
  ['Trento', '38122', 'TN', 'L378'],
];

export const streets = [
  'Via Garibaldi',
  'Via Roma',
  'Corso Italia',
  'Via dell’Università',
  'Viale della Libertà',
  'Piazza San Niccolò',
  'Via Fratelli Cervi',
  'Largo Augusto',
  'Via Monte Bianco',
  'Strada Statale 11',
];

/** Trades for company names, each with a legal form and how a name carries it. */
export const forms = {
  ss: 's.s.',
  snc: 'S.n.c.',
  sas: 'S.a.s.',
  srl: 'S.r.l.',
  srls: 'S.r.l.s.',
  spa: 'S.p.A.',
  sapa: 'S.a.p.A.',
  sc: 'Soc. Coop.',
} as const;
export const trades = [
  'Autotrasporti',
  'Edilizia',
  'Officine',
  'Studio Tecnico',
  'Alimentari',
  'Impianti',
  'Logistica',
  'Arredamenti',
  'Farmacia',
  'Vivai',
];

export interface Person {
  lastName: string;
  firstName: string;
  sex: 'M' | 'F';
  birthDate: string;
  birthPlace: string;
  cadastral: string;
}
const person = (
  lastName: string,
  firstName: string,
  sex: 'M' | 'F',
  birthDate: string,
  [birthPlace, cadastral]: [string, string],
): Person => ({
  lastName,
  firstName,
  sex,
  birthDate,
  birthPlace,
  cadastral,
});

/** The first private customers of every dealer. */
export const notable: Person[] = [
  person("D'Angelo", 'Niccolò', 'M', '1978-08-05', ['Firenze', 'D612']),
  person('Müller', 'Gianfranco', 'M', '1971-11-02', ['Germania', 'Z112']),
  person('Fo', 'Ugo', 'M', '1962-01-31', ['Roma', 'H501']),
  person('Esposito', 'Anna', 'F', '2001-06-22', ['Napoli', 'F839']),
  person('Ben Youssef', 'Ahmed', 'M', '1984-03-14', ['Marocco', 'Z330']),
  person('Popescu', 'Ioana', 'F', '1990-09-27', ['Romania', 'Z129']),
  person('Wu', 'Xin', 'F', '1995-12-09', ['Cina', 'Z210']),
  person('Kovalenko', 'Olena', 'F', '1988-05-18', ['Ucraina', 'Z138']),
  person('De Bortoli Sant’Ambrogio Visconti', 'Maria Grazia Annunziata', 'F', '1957-07-01', ['Milano', 'F205']),
  person('Rossi', 'Marco', 'M', '1980-04-12', ['Milano', 'F205']),
  person('Rossi', 'Marco', 'M', '1980-04-12', ['Milano', 'F205']),
];

/** Company names of more than 90 characters. */
export const longNames = [
  'Immobiliare Costruzioni Generali e Manutenzioni Stradali Fratelli D’Angelo & Niccolò Pérez di Forlì-Cesena',
  'Consorzio Intercomunale per la Gestione dei Servizi di Trasporto Scolastico dell’Alta Val d’Intelvi e del Lario',
];
