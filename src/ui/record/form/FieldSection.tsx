import { useStore } from '@nanostores/react';
import type { ComponentType, ReactNode } from 'react';
import { textOf } from '#domain/record/field-text.ts';
import { shortOf, type Fields } from '#domain/record/fields.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { useThisRecord } from '../store/context.ts';
import { DescriptionList } from '../page/DescriptionList.tsx';
import { shownOf, type FormField } from './form.ts';
import { FormFields, type ControlProps } from './FormFields.tsx';
import { Section, type Folding } from '../page/Section.tsx';

/**
 * Label and text of each field of a record. A record of another area shows the name that came with it, or the text of
 * another field.
 */
function textsOf<V extends object>(form: readonly FormField<V>[], fields: Fields, value: V, saved: object | null) {
  return shownOf(form, value).flatMap(({ name }): [string, ReactNode][] => {
    const field = fields[name]!;
    if (field.kind === 'lookup' && !field.shown) return [];
    if (field.kind === 'rows' && Array.isArray(value[name]) && value[name].length > 0)
      return [[shortOf(field), <Inner key={name} fields={field.fields} rows={value[name] as object[]} />]];
    const named = field.shown ? (saved as Record<string, unknown> | null)?.[field.shown] : undefined;
    const text = field.shown && named === null ? '—' : textOf(field, field.shown ? named : value[name]);
    return [[shortOf(field), text === '—' ? '' : text]];
  });
}

/** Records within the record, such as a customer's cars, each with its labels. */
const Inner = ({ fields, rows }: { fields: Fields; rows: readonly object[] }) =>
  rows.map((row, index) => (
    <DescriptionList
      key={index}
      rows={Object.entries(fields).flatMap(([key, field]): [string, string][] => {
        const text = textOf(field, (row as Record<string, unknown>)[key]);
        return field.kind === 'file' || text === '—' ? [] : [[shortOf(field), text]];
      })}
    />
  ));

const none: readonly string[] = [];
const asTheyAre = (fields: ReactNode) => fields;

/** One section of a record: its fields, or their texts for people who may only read. */
export function FieldSection<V extends object>({
  name,
  fields,
  form,
  fixed = none,
  parts,
  note,
  fold,
  read,
  document,
  around = asTheyAre,
  children,
  onChange,
}: {
  name: string;
  fields: Fields;
  /** The form of the whole record; the section takes its own fields from it. */
  form: readonly FormField<V>[];
  /** Fields that are read-only although the section can be edited. */
  fixed?: readonly string[];
  /** Draws compound fields (FormParts), for records that have any. */
  parts?: ComponentType<ControlProps<never>>;
  /** Beside the heading. */
  note?: ReactNode;
  /** Lets people fold it to a line. */
  fold?: Folding | undefined;
  /** Shown below the fields to people who may only read. */
  read?: ReactNode;
  /** What people who may only read see in the place of the fields' texts. */
  document?: ReactNode;
  /** Draws the fields within something else. */
  around?: ((fields: ReactNode) => ReactNode) | undefined;
  /** Shown below the fields to people who may edit. */
  children?: ReactNode;
  onChange: (patch: Partial<V>) => unknown;
}) {
  const record = useThisRecord();
  const value = useStore(record.$value) as V;
  const saved = useStore(record.$saved);
  const problems = useStore(record.$problems);
  const { holds } = record.spec.sections.find((section) => section.name === name)!;
  const own = holds.flatMap((key) => form.find((field) => field.name === key) ?? []);
  const isFixed = (field: FormField<V>) => fixed.includes(field.name);
  const errors = Object.fromEntries(
    problems.flatMap(({ level, path, message }) => (level === 'error' ? [[path, message]] : [])),
  );
  const texts = textsOf(own, fields, value, saved);
  return (
    <Section
      name={name}
      note={note}
      fold={fold}
      document={
        <>
          {document ??
            (texts.some(([, text]) => text !== '') ? (
              <DescriptionList rows={texts} />
            ) : (
              <p className="muted">{words.nothing}</p>
            ))}
          {read}
        </>
      }
    >
      {own.some(isFixed) && <DescriptionList rows={textsOf(own.filter(isFixed), fields, value, saved)} />}
      {around(
        <FormFields<V>
          values={value}
          errors={errors}
          fields={own.filter((field) => !isFixed(field))}
          readOnly={false}
          parts={parts}
          onChange={(patch) => void onChange(patch)}
        />,
      )}
      {children}
    </Section>
  );
}
