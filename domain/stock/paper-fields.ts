import type { Fields } from '../record/fields.ts';
import { scan, typesOf } from '../uploads/kinds.ts';
import { paperKinds, type PaperKind } from './paper-kinds.ts';
import { supplierSeenWith } from './rights.ts';

/** Papers that show whom the company pays, with the privileges for seeing them. */
export const paperSeenWith: Partial<Record<PaperKind, readonly number[]>> = {
  invoice: supplierSeenWith,
  mandate: supplierSeenWith,
};

/** Papers of purchase and sale, which the law keeps for ten years whoever they name (art. 2220 of the civil code). */
export const lawfulPapers = ['transfer', 'invoice', 'mandate', 'warranty'] as const satisfies readonly PaperKind[];
/** Papers without personal data. */
export const namelessPapers = ['coc'] as const satisfies readonly PaperKind[];

/** A paper of a car. The end of inspection and mandate is stored in the car's own fields. */
export const paperFields = {
  kind: { label: 'Documento', kind: 'choice', words: paperKinds },
  until: {
    label: 'Vale fino al',
    short: 'Scadenza',
    kind: 'day',
    span: 'period',
    nullable: true,
    when: { field: 'kind', is: ['registration', 'road_tax', 'warranty', 'other'] },
  },
  note: { label: 'Numero o nota', short: 'Nota', kind: 'text', maxLength: 120 },
  uploadId: {
    label: 'Scansione',
    kind: 'file',
    nullable: true,
    shown: 'scan',
    types: typesOf(scan.kinds),
    mostBytes: scan.mostBytes,
    help: 'PDF, o una foto',
  },
} as const satisfies Fields;
