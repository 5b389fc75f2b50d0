/** What is typed of a round of signatures. */
import type { Fields } from '../record/fields.ts';
import { REASON } from '../record/machine.ts';
import { scan, typesOf } from '../uploads/kinds.ts';
import { MOST_REASON, MOST_SIGNERS, blockKinds, codeChannels, signerRoles } from './terms.ts';

const role = { label: 'Firma come', kind: 'choice', words: signerRoles } as const;

/** By what a signer is reached, and that somebody has seen who they are. */
export const reachFields = {
  channel: { label: 'Codice per', kind: 'choice', words: codeChannels },
  email: { label: 'E-mail', kind: 'text', email: true, maxLength: 254, nullable: true },
  phone: {
    label: 'Cellulare',
    kind: 'text',
    phone: true,
    maxLength: 20,
    nullable: true,
    when: { field: 'channel', is: ['sms'] },
  },
  confirmed: {
    label: 'Documento d’identità visto',
    kind: 'flag',
    required: 'Confermare di avere visto il documento d’identità',
  },
} as const satisfies Fields;

/** Who is asked to sign with a code; who that is, the record knows. */
export const askFields = {
  signers: { label: 'Firmatario', kind: 'rows', most: MOST_SIGNERS, fields: { role, ...reachFields } },
  inOrder: { label: 'Uno dopo l’altro, nell’ordine', kind: 'flag' },
} as const satisfies Fields;

/** A document that was signed by hand. */
export const scanFields = {
  uploadId: {
    label: 'Scansione (PDF o foto)',
    kind: 'file',
    types: typesOf(scan.kinds),
    mostBytes: scan.mostBytes,
    required: 'Caricare la scansione del documento firmato',
  },
  signedOn: { label: 'Firmato il', kind: 'day', span: 'past', required: 'Inserire il giorno della firma' },
  signers: { label: 'Chi ha firmato', kind: 'many', words: signerRoles },
  blocks: { label: 'Parti firmate', kind: 'many', words: blockKinds },
} as const satisfies Fields;

/** Why a round is voided, or not signed. */
export const reasonFields = {
  reason: {
    label: 'Motivo, che i firmatari leggono',
    kind: 'area',
    maxLength: MOST_REASON,
    pattern: REASON,
    required: 'Scrivere il motivo',
  },
} as const satisfies Fields;
