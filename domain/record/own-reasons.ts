import type { Fields } from './fields.ts';

/** A reason that the company offers for a move. */
export interface OwnReason {
  id: number;
  move: string;
  label: string;
  needsNote: boolean;
}

/** What somebody explains besides the reason. */
export const noteField = { label: 'Spiegazione', kind: 'area', maxLength: 500 } as const;

/** Why a move is made: one of the company's reasons, and what it asks to be explained. */
export const whyFields = (reasons: readonly OwnReason[]) =>
  ({
    reason: {
      label: 'Motivo',
      kind: 'choice',
      words: Object.fromEntries(reasons.map(({ id, label }) => [String(id), label])),
      nullable: '—',
      required: 'Scegliere il motivo',
    },
    note: noteField,
  }) as const satisfies Fields;
