/**
 * Edits values in the grid's cells: saves one change after the other, reports when somebody else saved first, and
 * lets people undo for 8 seconds.
 */
import { textOf } from '#domain/record/field-text.ts';
import { day, hundredths, number, parseDay, parseNumber, parseWhole } from '#domain/italian.ts';
import { applies, type Field } from '#domain/record/fields.ts';
import { CallError, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { grid as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';
import type { Column, Editing, Row } from './columns.ts';

const UNDO = 8000;
const kinds = new Set<string>(['text', 'number', 'percent', 'money', 'flag', 'day', 'choice']);

/** The field behind an editable column; undefined when the column is read-only. */
export const editableField = ({ fields }: Editing, { key, net }: Column): Field | undefined => {
  const field = fields[key];
  return field && !net && !field.derived && kinds.has(field.kind) ? field : undefined;
};

export const mayEdit = (field: Field, row: Row): boolean => applies(field, row);

export interface Choice {
  value: unknown;
  label: string;
}

/** The values that a cell offers, each with its word; undefined for fields that people type. */
export function choicesOf(field: Field): Choice[] | undefined {
  const values =
    field.kind === 'choice' ? Object.keys(field.words) : 'among' in field && field.among ? field.among : undefined;
  if (!values) return undefined;
  const none = typeof field.nullable === 'string' ? field.nullable : '—';
  return [
    ...(field.nullable ? [{ value: null, label: none }] : []),
    ...values.map((value) => ({ value, label: textOf(field, value) })),
  ];
}

/**
 * Marks a text that is not a value of its field. It may become one while the person types, so the error waits until
 * the cell is left.
 */
export const UNREADABLE = Symbol('unreadable');

/** The value as people type it. */
export function typedText(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === UNREADABLE) return '';
  if (field.kind === 'day') return day(value as string);
  if (field.kind === 'money') return hundredths((value as number) / 100);
  if (field.kind === 'number' || field.kind === 'percent') return number(value as number);
  return String(value);
}

/** The value that a typed text means; undefined when it is not one. */
export function readTyped(field: Field, text: string | null): unknown {
  const bare = (text ?? '').trim();
  if (!bare) return field.nullable ? null : field.kind === 'text' && !field.required ? '' : undefined;
  if (field.kind === 'day') return parseDay(bare) ?? undefined;
  if (field.kind === 'text') return bare;
  const value =
    field.kind === 'number'
      ? (field.decimals ? parseNumber : parseWhole)(bare, field.suffix)
      : parseNumber(bare, field.kind === 'percent' ? '%' : '');
  if (value === null) return undefined;
  return field.kind === 'money' ? Math.round(value * 100) : value;
}

interface Cells {
  /** The row as the grid has it now. */
  row: (id: number) => Row | undefined;
  /** Shows the row as it is now; `stale` is the column that somebody else changed first. */
  show: (row: Row, stale?: string) => void;
}

interface Change {
  id: number;
  key: string;
  from: unknown;
  to: unknown;
  /** Time until which the change can be undone; 0: it cannot be undone. */
  until: number;
  isUndo: boolean;
}

export function editor(editing: Editing, cells: Cells) {
  const known = new Map<number, Row>();
  const queue = new Map<number, Promise<void>>();
  const made: Change[] = [];

  const put = (row: Row, stale?: string) => {
    known.set(row.id, row);
    cells.show(row, stale);
  };
  const takeBack = (change: Change) => {
    if (change.until < Date.now()) return;
    change.until = 0;
    start({ ...change, from: change.to, to: change.from, isUndo: true });
  };

  async function send(change: Change): Promise<void> {
    const { id, key, from, to, isUndo } = change;
    const field = editing.fields[key]!;
    const before = (cells.row(id) ?? known.get(id))!;
    const said = { name: editing.nameOf(before), field: field.short ?? field.label, after: textOf(field, to) };
    try {
      put({ ...before, ...(await editing.save({ ...before, [key]: to })) });
      if (isUndo) return void toast(t(words.undone, said), { kind: 'ok' });
      // The person undid the change during its save: the old value is saved next.
      if (!change.until) return;
      change.until = Date.now() + UNDO;
      void toast(t(words.changed, { ...said, before: textOf(field, from) }), {
        kind: 'ok',
        duration: UNDO,
        action: { label: words.undo, run: () => takeBack(change) },
      });
    } catch (error) {
      change.until = 0;
      if (!(error instanceof CallError)) throw error;
      const { status, body } = error;
      const current = body.current as Row | undefined;
      const tell = (text: string) => void toast(text, { kind: 'bad', duration: UNDO });
      if (status === 412 && current) {
        put({ ...before, ...current }, key);
        return tell(t(words.stale, { ...said, now: textOf(field, current[key]) }));
      }
      put(before);
      tell(t(words.refused, { ...said, why: body.fields?.[key] ?? whyOf(error) }));
    }
  }

  /** Changes run one after the other: each builds on the version that the previous one saved. */
  function start(change: Change): void {
    if (!change.isUndo) made.push(change);
    queue.set(
      change.id,
      (queue.get(change.id) ?? Promise.resolve()).then(() => send(change)),
    );
  }

  return {
    change: (id: number, key: string, from: unknown, to: unknown) =>
      start({ id, key, from, to, until: Infinity, isUndo: false }),
    /** Reports a text that is not a value of the field. */
    refuse: (row: Row, key: string) =>
      void toast(
        t(words.refused, {
          name: editing.nameOf(row),
          field: editing.fields[key]!.label,
          why: editing.fields[key]!.invalid ?? words.invalid,
        }),
        { kind: 'bad' },
      ),
    /** Undoes the last change; false when none is left. */
    undo(): boolean {
      const last = made.findLast(({ until }) => until >= Date.now());
      if (last) takeBack(last);
      return last !== undefined;
    },
  };
}

/** Calls `undo` on Ctrl+Z (⌘Z); the returned function stops that. */
export function onUndoKey(undo: () => boolean): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    // A text field has its own undo.
    if ((event.target as Element).matches('input:not([type=checkbox]), textarea, select')) return;
    if (undo()) event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
