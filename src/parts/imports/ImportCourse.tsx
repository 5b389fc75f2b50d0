import type { ImportDetails } from '#domain/imports/schema.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { openIn } from './open-values.ts';

/** Where the import stands: file, columns, values, check, import. */
export function ImportCourse({ it }: { it: ImportDetails }) {
  const read = it.columns.filter(({ field }) => field !== null).length;
  const open = openIn(it).values;
  const at = it.state === 'mapping' ? (open > 0 ? 2 : 3) : it.state === 'checking' || it.state === 'ready' ? 3 : 4;
  const steps = [
    { label: words.steps.file, note: '' },
    { label: words.steps.columns, note: t(words.steps.of, { n: integer(read), all: integer(it.columns.length) }) },
    { label: words.steps.values, note: open > 0 ? t(words.steps.open, { n: integer(open) }) : '' },
    { label: words.steps.check, note: '' },
    { label: words.steps.import, note: '' },
  ];
  return (
    <ol className="import-course">
      {steps.map(({ label, note }, index) => (
        <li key={label} data-done={index < at || undefined} aria-current={index === at ? 'step' : undefined}>
          <b>{label}</b> {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}
