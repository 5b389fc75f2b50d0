import type { ImportDetails, Meanings } from '#domain/imports/schema.ts';
import { integer } from '#domain/italian.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Checkbox } from '../Choice.tsx';

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
  return (
    <section className="card pad import-fixes" aria-label={words.fixes}>
      <header>
        <h2>{words.fixes}</h2>
        <small>{words.fixesHelp}</small>
      </header>
      {it.fixes.map(({ fix, label, isOn, count }) => (
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
    </section>
  );
}
