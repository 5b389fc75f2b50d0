import { record as words } from '#site/messages/it/kit.ts';
import { shownOf, type FormField, type Row } from '../form/form.ts';
import { DescriptionList } from './DescriptionList.tsx';

const isSet = (value: unknown) =>
  value !== null && value !== '' && value !== 0 && value !== false && !(Array.isArray(value) && value.length === 0);

/** Fields with a value, labelled; records within the record follow one below the other. */
function Read<V extends object>({ fields, values }: { fields: readonly FormField<V>[]; values: V }) {
  const set = shownOf(fields, values).filter(({ name }) => isSet(values[name]));
  return (
    <>
      <DescriptionList
        rows={set
          .filter(({ kind, look }) => kind !== 'rows' || look === 'table')
          .map(({ name, label, show }) => [label, show(values[name])])}
      />
      {set
        .filter(({ kind, look }) => kind === 'rows' && look !== 'table')
        .map(({ name, within }) =>
          (values[name] as Row[]).map((row, at) => <Read key={`${name} ${at}`} fields={within!.fields} values={row} />),
        )}
    </>
  );
}

/** A part of a form as a document, with the button that opens its fields. */
export function ReadCard<V extends object>({
  label,
  fields,
  values,
  empty,
  onEdit,
}: {
  label: string;
  fields: readonly FormField<V>[];
  values: V;
  empty: string;
  onEdit: (() => void) | null;
}) {
  const nothing = fields.every(({ name }) => !isSet(values[name]));
  return (
    <section className="card read-card" aria-label={label}>
      <header>
        <h2>{label}</h2>
        <span className="grow" />
        {onEdit && (
          <button type="button" className="btn small" aria-label={`${words.edit}: ${label}`} onClick={onEdit}>
            {words.edit}
          </button>
        )}
      </header>
      {nothing ? <p className="muted">{empty}</p> : <Read fields={fields} values={values} />}
    </section>
  );
}
