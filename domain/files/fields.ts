/** What the dialogs of files ask for; their calls check by the same limits (schema.ts, network.ts). */
import type { Fields } from '../record/fields.ts';
import { MOST_FOLDER_NAME } from './limits.ts';

const name = { label: 'Nome', kind: 'text', maxLength: MOST_FOLDER_NAME, required: 'Dare un nome' } as const;
const expiresOn = { label: 'Vale fino al', kind: 'day', span: 'planned', nullable: true } as const;

/** Who sees it, of those who see what it stands in; which roles there are says the company. */
export const seersFields = {
  locationIds: { label: 'Nelle sedi', kind: 'lookups', most: 200, help: 'Nessuna scelta: tutte' },
} as const satisfies Fields;
export const rolesField = {
  label: 'Visibile ai ruoli',
  help: 'Nessuno scelto: tutti quelli che vedono la cartella sopra. Si può solo restringere',
} as const;

export const folderFields = {
  name,
  parentId: { label: 'Dentro', kind: 'lookup', nullable: 'Nessuna: accanto alle altre' },
} as const satisfies Fields;

export const fileFields = {
  name,
  expiresOn: { ...expiresOn, help: 'Poi non lo vede più nessuno, e si riprende per 30 giorni' },
  receiptBy: {
    label: 'Presa visione entro il',
    kind: 'day',
    span: 'planned',
    nullable: true,
    help: 'Chi lo vede è avvisato e conferma di averlo letto',
  },
} as const satisfies Fields;

/** Where it goes; null: out of all folders, or back to where it was. */
export const moveFields = { to: { label: 'Cartella', kind: 'lookup', nullable: true } } as const satisfies Fields;

/** What is new in a version; who has read the one before may be asked again. */
export const versionFields = {
  note: { label: 'Che cosa cambia in questa versione', kind: 'text', maxLength: 200 },
  again: { label: 'Chiedi di nuovo la presa visione', kind: 'flag' },
} as const satisfies Fields;

/** A file of the network; `audience` says in words what `companyIds` of its call is: nobody's, everybody's, or of these. */
export const networkFields = {
  name,
  folder: { label: 'Cartella', kind: 'text', maxLength: 80, help: 'Vuota: fuori da ogni cartella' },
  brandId: { label: 'Marchio', kind: 'lookup', nullable: 'Nessuno' },
  expiresOn,
  audience: {
    label: 'Chi lo legge',
    kind: 'choice',
    words: { nobody: 'Nessuno: non pubblicato', all: 'Tutta la rete', some: 'Solo alcune concessionarie' },
  },
  companyIds: { label: 'Concessionarie', kind: 'lookups', most: 2000, when: { field: 'audience', is: ['some'] } },
} as const satisfies Fields;
