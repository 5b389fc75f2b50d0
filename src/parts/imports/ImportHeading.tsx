import type { ChosenList, ImportDetails } from '#domain/imports/schema.ts';
import type { EncodingName } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';

/** Which worksheet and which row of it is the heading of the list; what stands below it and is left out. */
export function ImportHeading({
  it,
  busy,
  choose,
}: {
  it: ImportDetails;
  busy: boolean;
  choose: (body: ChosenList) => void;
}) {
  const { worksheets, worksheet, headRow, headLines, first, below, readings } = it;
  const set = (change: Partial<ChosenList>) => choose({ worksheet, headRow, headLines, ...change });
  return (
    <details className="fold import-heading">
      <summary>
        {[
          worksheets.length > 1 && t(words.worksheet, { name: worksheets[worksheet]!.name }),
          headLines > 0 ? t(words.headAt, { n: integer(headRow) }) : words.headless,
          it.encoding,
        ]
          .filter(Boolean)
          .join(' · ')}
      </summary>
      <div className="form-grid">
        {worksheets.length > 1 && (
          <label className="field span-2">
            {words.worksheetLabel}
            <select
              value={worksheet}
              disabled={busy}
              onChange={({ target }) => {
                const at = Number(target.value);
                const { headRow: row, headLines: lines } = worksheets[at]!;
                choose({ worksheet: at, headRow: row, headLines: lines });
              }}
            >
              {worksheets.map(({ name }, at) => (
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="field span-4">
          {words.headLabel}
          <select
            value={headLines === 0 ? 0 : headRow}
            disabled={busy}
            onChange={({ target }) =>
              set({ headRow: Number(target.value), headLines: target.value === '0' ? 0 : Math.max(1, headLines) })
            }
          >
            <option value={0}>{words.headless}</option>
            {first.map(({ row, text }) => (
              <option key={row} value={row}>
                {row}: {text}
              </option>
            ))}
          </select>
        </label>
        {headLines > 0 && (
          <label className="field span-2">
            {words.headLines}
            <select
              value={headLines}
              disabled={busy}
              onChange={({ target }) => set({ headLines: Number(target.value) })}
            >
              <option value={1}>1</option>
              <option value={2}>2</option>
            </select>
          </label>
        )}
        {readings.length > 0 && (
          <label className="field span-6">
            {words.encodingLabel}
            <select
              value={it.encoding}
              disabled={busy}
              onChange={({ target }) => set({ encoding: target.value as EncodingName })}
            >
              {!readings.some(({ encoding }) => encoding === it.encoding) && <option>{it.encoding}</option>}
              {readings.map((reading) => (
                <option key={reading.encoding} value={reading.encoding}>
                  {reading.encoding}: {reading.words.join(' · ')}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {below.length > 0 && (
        <p className="muted">{t(words.below, { rows: below.map(({ row, text }) => `${row} (${text})`).join('; ') })}</p>
      )}
    </details>
  );
}
