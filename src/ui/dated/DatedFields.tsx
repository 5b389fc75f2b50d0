import { lazy, type ReactNode } from 'react';
import type { Fields } from '#domain/record/fields.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { Dated, type DatedCalls, type DatedChange } from './Dated.tsx';
import type { FieldLayout } from './DatedForm.tsx';
import { SettingShown } from './SettingShown.tsx';

const Form = lazy(async () => ({ default: (await import('./DatedForm.tsx')).DatedForm }));

/**
 * What the values of a part change, by its id, as a small example: of the values in force, and beside the form of those
 * that are typed.
 */
export type Examples<V, A> = Readonly<Record<string, (values: V, before: V, answer: A, today: string) => ReactNode>>;

/** Settings from a day on, card by card: shown by their fields, with an example of what they change, edited in place. */
export function DatedFields<V extends object, A extends DatedAnswer<V> = DatedAnswer<V>>({
  layout,
  shown,
  examples,
  ...props
}: {
  data: A;
  events: Events;
  today: string;
  fields: Fields;
  calls: DatedCalls<V, A>;
  parts: readonly SettingPart<keyof V & string>[];
  /** The arrangement of rows, which the fields do not describe. */
  layout?: (answer: A) => FieldLayout;
  children?: (answer: A) => ReactNode;
  /** Draws the values of a part, by its id, where a list of fields does not. */
  shown?: Readonly<Record<string, (answer: A) => ReactNode>>;
  examples?: Examples<V, A>;
}) {
  const { fields, today } = props;
  return (
    <Dated<V, A>
      {...props}
      renderPart={({ id, keys }, answer) => {
        const { values } = answer.periods[0]!;
        return (
          <>
            {shown?.[id]?.(answer) ?? (
              <SettingShown fields={fields} keys={keys} values={values} layout={layout?.(answer)} />
            )}
            {examples?.[id] && <div className="example">{examples[id](values, values, answer, today)}</div>}
          </>
        );
      }}
      renderForm={(change, part, answer) => (
        // `lazy` loses the type parameters of the form; what it returns has the types of this page.
        <Form
          {...(change as unknown as DatedChange<object, DatedAnswer<object>>)}
          fields={fields}
          layout={layout?.(answer)}
        >
          {(typed) => {
            const example = part === null ? undefined : examples?.[part];
            return (
              example && <div className="example">{example(typed as V, answer.periods[0]!.values, answer, today)}</div>
            );
          }}
        </Form>
      )}
    />
  );
}
