import type { Fix } from '#domain/imports/fixes.ts';
import type { ImportDetails, Meanings } from '#domain/imports/schema.ts';
import { integer } from '#domain/italian.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Checkbox } from '#site/ui/Choice.tsx';

/** What can be switched off before anything was counted. */
const usual: readonly Fix[] = ['names', 'caps', 'phones', 'doubles', 'blanks'];

/** What the import sets right by itself, with the number of rows of the last check. */
export function ImportFixes({
  it,
  busy,
  say,
}: {
  it: ImportDetails;
  busy: boolean;
  say: (body: Partial<Meanings>) => void;
}) {
  const off = it.fixes.filter(({ isOn }) => !isOn).map(({ fix }) => fix);
  // Conversions of units show up where there are any.
  const shown = it.fixes.filter(({ fix, isOn, count }) => count > 0 || !isOn || usual.includes(fix));
  return (
    <section className="card pad import-fixes" aria-label={words.fixes}>
      <header>
        <h2>{words.fixes}</h2>
        <small>{words.fixesHelp}</small>
      </header>
      {shown.map(({ fix, label, isOn, count }) => (
        <div key={fix}>
          <Checkbox
            label={label}
            checked={isOn}
            disabled={busy}
            onChange={() => say({ unfixed: isOn ? [...off, fix] : off.filter((one) => one !== fix) })}
          />
          {count > 0 && <small className="num">{integer(count)}</small>}
        </div>
      ))}
      {it.blanks.length > 0 && (
        <>
          <h3>{words.blanks}</h3>
          <ul>
            {it.blanks.map(({ field, sentence, count, examples }) => (
              <li key={`${field} ${sentence}`}>
                {it.targets.find((target) => target.field === field)?.label ?? field}: {examples.join(' · ')}{' '}
                <small className="num">{integer(count)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
