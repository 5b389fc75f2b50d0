import type { Fields } from '../record/fields.ts';
import { languages } from '../languages.ts';
import { privilegeTitles } from '../privilege-titles.ts';
import { privileges, type PrivilegeName } from '../privileges.ts';
import { commissionFields } from './commission.ts';

const numbers = Object.entries(privileges) as [PrivilegeName, number][];

/** The fields of a user that a manager of users writes (specification §6). */
export const userFields = {
  name: { label: 'Nome e cognome', kind: 'text', required: 'Inserire nome e cognome', maxLength: 100 },
  email: { label: 'E-mail', kind: 'text', required: 'Inserire un indirizzo e-mail', maxLength: 254 },
  phone: { label: 'Telefono', kind: 'text', phone: true, maxLength: 40, nullable: true },
  roleName: {
    label: 'Ruolo',
    kind: 'text',
    required: 'Scegliere un ruolo',
    maxLength: 60,
    default: 'Venditore',
    help: 'Propone i privilegi; si possono cambiare uno per uno',
  },
  locationIds: { label: 'Sedi', kind: 'lookups', most: 50, shown: 'locations' },
  defaultLocationId: { label: 'Sede principale', kind: 'lookup', nullable: 'La prima', shown: 'defaultLocation' },
  businessCenterId: { label: 'Business center', kind: 'lookup', nullable: 'Nessuno', shown: 'businessCenter' },
  payrollNumber: {
    label: 'Matricola paghe',
    kind: 'text',
    maxLength: 20,
    help: 'Sta nella lista delle provvigioni da pagare',
    seenWith: [privileges.manageUsers, privileges.seeAllCommissions],
  },
  rotation: {
    label: 'Rotazione',
    kind: 'choice',
    words: { role: 'Secondo il ruolo', in: 'Sempre', out: 'Mai' },
    default: 'role',
    head: false,
    help: 'A chi vanno i clienti che entrano: secondo il ruolo, a chi vende e non gestisce gli utenti',
  },
  desk: { label: 'Postazione', kind: 'text', maxLength: 30, head: false, help: 'Detta sullo schermo della sala' },
  languages: { label: 'Lingue', kind: 'many', words: languages, head: false, help: 'Oltre all’italiano' },
  makerIds: { label: 'Marche', kind: 'lookups', most: 50, head: false, help: 'Nessuna scelta: tutte' },
  /** The privilege numbers of specification §6, as texts. */
  privileges: {
    label: 'Privilegi',
    kind: 'many',
    required: 'Scegliere almeno un privilegio',
    default: [] as string[],
    words: Object.fromEntries(numbers.map(([name, number]) => [String(number), privilegeTitles[name]])),
  },
  /** Dated plans: earlier sales keep the plan of their day. */
  commissions: {
    label: 'Piano provvigioni',
    kind: 'rows',
    fields: commissionFields,
    most: 24,
    help: 'Vale dal suo giorno fino al piano seguente. Da una parte del margine chi la riceve può risalire al margine.',
    seenWith: [privileges.manageUsers, privileges.seeAllCommissions],
  },
} as const satisfies Fields;

/** Groups of privileges in the form, by subject. */
export const privilegeGroups: readonly { label: string; numbers: readonly number[] }[] = [
  { label: 'Stock e usato', numbers: [1, 2, 36] },
  { label: 'Listini', numbers: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
  { label: 'Preventivi', numbers: [13, 14, 15, 16, 17] },
  { label: 'Contratti', numbers: [27, 28, 29, 34, 38] },
  { label: 'Clienti e accessi', numbers: [20, 21, 22, 23, 24, 25, 35] },
  { label: 'Lead e calendari', numbers: [37, 39, 40] },
  { label: 'Numeri', numbers: [30, 31, 33] },
  { label: 'Azienda', numbers: [18, 19, 26, 32] },
];
