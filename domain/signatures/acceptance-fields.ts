import type { Fields } from '../record/fields.ts';
import { scan, typesOf } from '../uploads/kinds.ts';
import { MOST_DRAWING } from './terms.ts';

/** What is typed when somebody accepts the advanced signature: by which paper they are known, what they sign. */
export const acceptFields = {
  scanId: { label: 'Documento di riconoscimento', kind: 'lookup', required: 'Scegliere il documento d’identità' },
  phone: {
    label: 'Cellulare che usa solo chi aderisce',
    kind: 'text',
    phone: true,
    maxLength: 20,
    required: 'Inserire il cellulare',
  },
  read: {
    label: 'Ha letto le condizioni qui sotto e le accetta',
    kind: 'flag',
    required: 'Le condizioni vanno lette prima di accettarle',
  },
  confirmed: {
    label: 'Documento visto di persona, cellulare confermato a voce',
    kind: 'flag',
    required: 'Confermare di avere visto il documento e il cellulare',
  },
  drawing: { label: 'Firma', kind: 'text', maxLength: MOST_DRAWING },
  uploadId: {
    label: 'Oppure: dichiarazione firmata su carta',
    kind: 'file',
    nullable: true,
    types: typesOf(scan.kinds),
    mostBytes: scan.mostBytes,
  },
} as const satisfies Fields;
