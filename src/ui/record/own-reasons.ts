import type { Fields } from '#domain/fields.ts';
import { kit as words } from '#site/messages/it/kit.ts';

/** A reason that the company offers for a move. */
export interface OwnReason {
  id: number;
  label: string;
  needsNote: boolean;
}

/** The fields of a move that wants one of these reasons. */
export const reasonFields = (reasons: readonly OwnReason[]) =>
  ({
    reason: {
      label: words.reason,
      kind: 'choice',
      words: Object.fromEntries(reasons.map(({ id, label }) => [String(id), label])),
      nullable: '—',
      required: words.chooseReason,
    },
    note: { label: words.note, kind: 'area', maxLength: 500 },
  }) as const satisfies Fields;

/** What is wrong with the note, by field: some reasons need one. */
export const noteIssues = (
  reasons: readonly OwnReason[],
  { reason, note }: { reason?: string | null; note?: string },
): Record<string, string> =>
  reasons.some(({ id, needsNote }) => needsNote && String(id) === reason) && !note?.trim()
    ? { note: words.writeNote }
    : {};
