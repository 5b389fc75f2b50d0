import { customerTypeWords } from '#domain/customers/terms.ts';
import type { Fields, Values } from '#domain/record/fields.ts';
import { euroClasses, usedWords } from './terms.ts';
import { CAR_LIMIT } from '#domain/money.ts';

const withUsed = { field: 'used', is: ['barter', 'scrapping'] } as const;
const cars = { version: 'Nuova, a catalogo', new: 'Nuova, in stock', used: 'Usata, in stock' } as const;

/** The sample quote on which a campaign is tried: a car, a customer, and what incentives ask for. */
export const sampleFields = {
  kind: { label: 'Auto', kind: 'choice', words: cars },
  versionId: { label: 'Versione', kind: 'lookup', when: { field: 'kind', is: ['version'] } },
  newCarId: { label: 'Auto in stock', kind: 'lookup', when: { field: 'kind', is: ['new'] } },
  stockId: { label: 'Auto usata', kind: 'lookup', when: { field: 'kind', is: ['used'] } },
  equipped: {
    label: 'Con optional, un pacchetto e un accessorio',
    kind: 'flag',
    default: true,
    when: { field: 'kind', is: ['version'] },
  },
  customer: { label: 'Cliente', kind: 'choice', words: customerTypeWords },
  used: { label: 'Usato', kind: 'choice', words: usedWords, nullable: 'Nessuno' },
  euroClass: { label: 'Classe dell’usato', kind: 'choice', words: euroClasses, default: '4', when: withUsed },
  ownedMonths: { label: 'Intestato da', kind: 'number', min: 0, max: 600, suffix: 'mesi', default: 24, when: withUsed },
  financed: { label: 'Con finanziamento', kind: 'flag' },
  isee: { label: 'ISEE', kind: 'money', max: CAR_LIMIT, nullable: 'Non dichiarato' },
  plateOn: { label: 'Immatricolazione prevista', kind: 'day', span: 'planned', nullable: true },
  booked: { label: 'Con numero di prenotazione', kind: 'flag' },
  others: { label: 'Insieme agli altri incentivi possibili', kind: 'flag', default: true },
} as const satisfies Fields;
export type Sample = Values<typeof sampleFields>;
