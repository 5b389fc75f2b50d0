import { blankOf, type Fields, type Values } from '#domain/record/fields.ts';
import type { Machine, Move } from '#domain/record/machine.ts';
import { whyFields, type OwnReason } from '#domain/record/own-reasons.ts';
import { kit as words } from '#site/messages/it/kit.ts';
import type { Place, Row } from '../form/form.ts';
import { formOf } from '../form/form-of.ts';
import { RecordForm } from '../form/RecordForm.tsx';

/** What is sent with the move: `reason` and `note` where it asks for a reason, and what else it takes. */
export type Sent = { reason: string; note: string } & Row;

export interface MoveDialogProps<Answer = unknown> {
  machine: Machine;
  /** A move of the machine, or an act that takes something. */
  name: string;
  /** The company's reasons for all moves. */
  reasons: readonly OwnReason[];
  /** By default both are the move's label. */
  title?: string;
  verb?: string;
  layout?: Readonly<Record<string, Place<Row>>>;
  /** Fields that this record asks for beside what the move takes, before it. */
  also?: Fields;
  /** Fields that this record need not be asked for; they are sent blank. */
  hidden?: readonly string[];
  /** What is known of the fields already. */
  initial?: Row;
  note?: string | undefined;
  /** What is wrong with the fields, by name. */
  check?: (values: Row) => Record<string, string>;
  /** Somebody else has asked for it: who says yes gives nothing more. */
  isAsked?: boolean;
  version?: number;
  save: (body: Sent, version: number) => Promise<Answer>;
  onSaved: (now: Answer) => void;
  onClose: () => void;
}

/** Asks for what a move takes before it is made: one of the company's reasons, and fields of its own. */
export default function MoveDialog<Answer>({
  machine,
  name,
  reasons,
  title,
  verb,
  layout,
  also,
  hidden,
  initial,
  note,
  check,
  isAsked,
  version,
  save,
  onSaved,
  onClose,
}: MoveDialogProps<Answer>) {
  const { label, takes, second } = (machine.moves[name] ?? machine.acts[name]) as Move;
  const own = isAsked ? [] : reasons.filter(({ move }) => move === name);
  const fields: Fields = { ...also, ...(!isAsked && takes), ...(own.length > 0 && whyFields(own)) };
  const places = Object.fromEntries(Object.keys(fields).map((key) => [key, { span: 6 as const, ...layout?.[key] }]));
  const lacksNote = ({ reason, note }: Values<Fields>) =>
    own.some(({ id, needsNote }) => needsNote && String(id) === reason) && !String(note).trim();
  return (
    <RecordForm<Values<Fields>, Answer>
      title={title ?? label}
      verb={second && !isAsked ? words.askFor : (verb ?? label)}
      note={isAsked ? words.askedFor : note}
      fields={formOf(fields, places).filter((field) => !hidden?.includes(field.name))}
      initial={{ ...blankOf(fields), ...((isAsked ? {} : initial) as Values<Fields>) }}
      version={version}
      check={(values, typing): Record<string, string> => ({
        ...(!typing && !isAsked && check?.(values)),
        ...(lacksNote(values) && { note: words.writeNote }),
      })}
      save={(body, seen) => save(body as Sent, seen.version)}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
