import type { Fields, Values } from '../record/fields.ts';
import type { SettingPart } from '../record/setting-parts.ts';

/** What a company sets for its appointments. */
export const calendarSettingFields = {
  customerHours: {
    label: 'Il cliente sposta o annulla dal suo collegamento fino a',
    short: 'Limite per il cliente',
    kind: 'number',
    min: 0,
    max: 336,
    suffix: 'ore prima',
    default: 24,
    help: 'Dopo, la pagina dice di telefonare. Confermare si può fino all’inizio',
  },
  smsReminders: {
    label: 'Promemoria anche per SMS',
    short: 'SMS',
    kind: 'flag',
    help: 'A chi ha un cellulare, oltre alla e-mail; ogni SMS costa',
  },
  showsPersons: {
    label: 'Mostra anche per persona gli appuntamenti mancati',
    short: 'Dati per persona',
    kind: 'flag',
    help: 'Controlla chi lavora: accenderlo solo dopo aver sentito un legale (art. 4 L. 300/1970)',
  },
  driveTerms: {
    label: 'Accordo per la prova su strada: condizioni',
    short: 'Condizioni della prova',
    kind: 'area',
    maxLength: 4000,
    required: 'Scrivere le condizioni',
    default: [
      'Il conducente dichiara di avere la patente indicata, valida e adatta al veicolo, di non essere sotto l’effetto di alcol, stupefacenti o farmaci e di avere almeno 18 anni.',
      'Guida di persona, nei tempi e sul percorso concordati, con l’incaricato della concessionaria quando previsto, e non affida il veicolo ad altri.',
      'Sanzioni, pedaggi e soste del tempo della prova sono a carico del conducente, i cui dati si comunicano agli organi di polizia che li chiedono.',
      'Il veicolo è assicurato per la responsabilità civile. I danni al veicolo dovuti a dolo o colpa grave del conducente sono a suo carico; gli altri secondo la polizza della concessionaria.',
      'In caso di incidente il conducente avvisa subito la concessionaria e compila la constatazione amichevole.',
    ].join('\n'),
  },
} as const satisfies Fields;
export type CalendarSettings = Values<typeof calendarSettingFields>;

/** The cards of these settings. */
export const calendarParts: readonly SettingPart<keyof CalendarSettings>[] = [
  {
    id: 'customer',
    title: 'Appuntamenti con i clienti',
    help: 'Il cliente riceve conferma, spostamenti e promemoria con il collegamento alla sua pagina.',
    keys: ['customerHours', 'smsReminders'],
  },
  {
    id: 'persons',
    title: 'Dati per persona',
    help: 'Gli appuntamenti mancati si contano per tipo e per risorsa; per persona solo se è acceso.',
    keys: ['showsPersons'],
  },
  {
    id: 'drive',
    title: 'Accordo per la prova su strada',
    help: 'Stampato sull’accordo che il conducente firma; da far leggere a un legale prima dell’uso.',
    keys: ['driveTerms'],
    wide: true,
  },
];
