import type { Fields } from '../record/fields.ts';
import { leadTypes } from './lead-types.ts';
import { actionResults, actionTypes, leadSources, leadSubtypes, leadVehicles, templateChannels } from './terms.ts';

const line = { kind: 'text', maxLength: 160 } as const;

/** What is known of a lead: who asked, where it came from, what for (specification §3). */
export const leadFields = {
  name: { ...line, label: 'Nome', maxLength: 120 },
  phone: { ...line, label: 'Telefono', phone: true, maxLength: 40, nullable: true },
  phone2: { ...line, label: 'Altro telefono', phone: true, maxLength: 40, nullable: true },
  email: {
    ...line,
    label: 'E-mail',
    maxLength: 254,
    nullable: true,
    email: true,
  },
  vehicle: { ...line, label: 'Auto richiesta' },
  source: { label: 'Fonte', kind: 'choice', words: leadSources, default: 'call' },
  sourceName: { ...line, label: 'Nome della fonte', maxLength: 60, help: 'Per esempio il nome del portale' },
  type: { label: 'Tipo', kind: 'choice', words: leadTypes, default: 'sales' },
  subtype: { label: 'Sottotipo', kind: 'choice', words: leadSubtypes, nullable: 'Non indicato' },
  vehicleType: { label: 'Tipo veicolo', kind: 'choice', words: leadVehicles, nullable: 'Non indicato' },
  plate: { ...line, label: 'Targa', maxLength: 12 },
  vin: { ...line, label: 'Telaio', maxLength: 30 },
  tradeIn: { ...line, label: 'Permuta', maxLength: 300, help: 'L’auto che il cliente darebbe in cambio' },
  taxCode: { ...line, label: 'Codice fiscale', maxLength: 16 },
  advert: { ...line, label: 'Link annuncio', maxLength: 300 },
  message: { label: 'Richiesta', kind: 'area', maxLength: 4000 },
  details: { label: 'Altri dati', kind: 'area', maxLength: 10_000, help: 'Quanto altro dice la fonte' },
  quiet: {
    label: 'Non contattare',
    kind: 'flag',
    help: 'Lo ha chiesto la persona: nessun modello parte, né da qui né da altri suoi lead',
  },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Non indicata', shown: 'location' },
  customerId: { label: 'Cliente', kind: 'lookup', nullable: 'Non collegato', shown: 'customer' },
  contractId: { label: 'Contratto', kind: 'lookup', nullable: 'Non collegato', shown: 'contract' },
} as const satisfies Fields;

/** What comes next on an open lead. */
export const nextFields = {
  nextType: { label: 'Prossima azione', kind: 'choice', words: actionTypes, nullable: 'Nessuna' },
  nextOn: { label: 'Il', kind: 'day', span: 'planned', nullable: true },
  nextTime: { label: 'Alle', kind: 'time', nullable: true },
} as const satisfies Fields;

const resultWords = Object.fromEntries(Object.entries(actionResults).map(([key, { label }]) => [key, label])) as {
  readonly [K in keyof typeof actionResults]: string;
};

/** When a lost lead is taken up again, by itself. */
export const followUpFields = {
  followUpOn: {
    label: 'Risentirlo il',
    kind: 'day',
    span: 'planned',
    nullable: true,
    help: 'Facoltativo: quel giorno il lead si riapre da solo',
  },
} as const satisfies Fields;

/** A new lead also says who takes it; null: whose turn it is. */
export const newLeadFields = {
  ...leadFields,
  assigneeId: { label: 'In carico a', kind: 'lookup', nullable: 'A chi tocca' },
} as const satisfies Fields;

/** A lead as it is tried by which rule it would go. */
export const ruleTryFields = {
  source: { ...leadFields.source, default: 'portal' },
  sourceName: leadFields.sourceName,
  type: leadFields.type,
  locationId: leadFields.locationId,
  vehicle: leadFields.vehicle,
  phone: { label: 'Telefono del cliente', kind: 'text', maxLength: 40, phone: true },
  email: { label: 'E-mail del cliente', kind: 'text', maxLength: 254, email: true },
} as const satisfies Fields;

/** A message to the customer. `template`: the name of the one that the others begin with, which is not sent. */
export const writingFields = {
  template: { label: 'Modello', kind: 'text', maxLength: 60, nullable: true },
  channel: { label: 'Mezzo', kind: 'choice', words: templateChannels },
  subject: { label: 'Oggetto', kind: 'text', maxLength: 150, when: { field: 'channel', is: ['mail'] } },
  text: { label: 'Testo', kind: 'area', maxLength: 4000, required: 'Scrivere il testo' },
} as const satisfies Fields;

/** One mail for several leads, filled in with each. `template`: the name of the one that the others begin with. */
export const letterFields = {
  template: writingFields.template,
  subject: { label: 'Oggetto', kind: 'text', maxLength: 150, required: 'Scrivere l’oggetto' },
  text: writingFields.text,
} as const satisfies Fields;

/** Until when a lead is put off. */
export const parkFields = {
  until: { label: 'Fino al', kind: 'day', span: 'planned', required: 'Inserire il giorno' },
} as const satisfies Fields;

/** Who gets a lead; null: nobody. */
export const assignFields = {
  assigneeId: { label: 'In carico a', kind: 'lookup', nullable: 'Da assegnare' },
} as const satisfies Fields;

/** An action with its result, and what comes after it. */
export const actionFields = {
  type: { label: 'Che cosa', kind: 'choice', words: actionTypes, default: 'in_progress' },
  result: { label: 'Com’è andata', kind: 'choice', words: resultWords, default: 'success' },
  /** The company's reason where the lead is closed as lost or not valid, or no contract comes of it. */
  reason: { label: 'Motivo', kind: 'lookup', nullable: true },
  note: { label: 'Nota', kind: 'area', maxLength: 500 },
  ...nextFields,
} as const satisfies Fields;

/** Why several leads are closed at once: those in work are lost, those that nobody worked are not valid, each for reasons of its own. */
export const bulkCloseFields = {
  lose: { label: 'Motivo di chi è in lavorazione', kind: 'lookup', nullable: true, required: 'Scegliere il motivo' },
  dismiss: { label: 'Motivo di chi non è mai stato lavorato', kind: 'lookup', nullable: true, required: 'Scegliere il motivo' }, // prettier-ignore
  note: actionFields.note,
} as const satisfies Fields;
