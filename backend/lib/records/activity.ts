/** The activity of records with a course: its words and its verb follow from the machine, the fields and what is told besides. */
import { headOf, type Fields } from '#domain/record/fields.ts';
import { didOf, type Machine } from '#domain/record/machine.ts';
import type { Timeline } from '#domain/record/timeline.ts';
import type { Ctx } from '../work/context.ts';
import type { Course } from './course.ts';
import type { CourseRow } from './move.ts';
import { fieldText, timelineOf, type FieldText, type Vocabulary } from './timeline.ts';

interface ActivityOf<R> {
  /** Typed fields, whose labels and texts the activity uses; those of other privileges are left out. */
  fields: Fields;
  /** References are told, too, by their ids, or by name where the record still has them: nothing else says that another one was chosen. */
  references?: true;
  /** Verb phrases of what is done beside saving, moves and acts. */
  actions: Vocabulary['actions'];
  /** Labels and texts of what only events say, before the fields. */
  facts: Vocabulary['fields'];
  /** The entity of other events that are told under the record's own id. */
  beside?: string;
  /** Who acted outside the company, as the vocabulary has it. */
  outside?: Vocabulary['outside'];
  /** The words for who may not see everything of the record. */
  seen?: (ctx: Ctx, record: R, vocabulary: Vocabulary) => Vocabulary;
}

/** The words of a kind of record: states and moves by its machine, then what is told besides, then its fields. */
export function vocabularyOf(
  machine: Machine,
  { fields, references, actions, facts }: Omit<ActivityOf<never>, 'beside' | 'seen' | 'outside'>,
) {
  const { states, acts } = machine;
  const typed = Object.entries(fields).filter(
    ([key, field]) =>
      headOf(field) !== null && (references || field.kind !== 'lookup') && !field.seenWith && !(key in facts),
  );
  return {
    actions: { ...(acts.save && { update: acts.save.did }), ...didOf(machine), ...actions },
    fields: {
      state: ['Stato', (value) => states[String(value)]?.label ?? '—'],
      ...facts,
      ...Object.fromEntries(typed.map(([key, field]) => [key, fieldText(field)])),
    },
  } satisfies Vocabulary;
}

/** The vocabulary with the names of what a record refers to now, as its reading has them. */
function naming(vocabulary: Vocabulary, fields: Fields, record: object): Vocabulary {
  const values = record as Readonly<Record<string, unknown>>;
  const named = Object.entries(fields).flatMap(([key, { kind, shown = '' }]): [string, FieldText][] => {
    const [id, name, told] = [values[key], values[shown], vocabulary.fields[key]];
    if (kind !== 'lookup' || typeof id !== 'number' || typeof name !== 'string' || !told) return [];
    const [label, text] = told;
    return [[key, [label, (value) => (Number(value) === id ? name : text(value))]]];
  });
  return { ...vocabulary, fields: { ...vocabulary.fields, ...Object.fromEntries(named) } };
}

/** The verb of the call that answers the activity of one record; it throws `not_found` or `forbidden` as reading does. */
export function activityOf<M extends Machine, R extends CourseRow, A>(
  course: Course<M, R, A>,
  { beside, outside, seen = (_ctx, _record, vocabulary) => vocabulary, ...told }: ActivityOf<R>,
): (ctx: Ctx, input: { params: { id: number } }) => Promise<Timeline> {
  const vocabulary: Vocabulary = { ...vocabularyOf(course.machine, told), ...(outside && { outside }) };
  return async (ctx, { params: { id } }) => {
    const record = await course.read(ctx, id);
    const others = beside === undefined ? undefined : { entity: beside, ids: [id] };
    const words = told.references ? naming(vocabulary, told.fields, record) : vocabulary;
    return timelineOf(ctx, course.machine.entity, [id], seen(ctx, record, words), others);
  };
}
