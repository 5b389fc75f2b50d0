import { integer } from '#domain/italian.ts';
import type { Changed } from '#domain/priced-calls.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/import.ts';

/** The first rows that an import writes: what changes value by value, before and after. */
export function ImportPreview({ rows, more }: { rows: readonly Changed[]; more: number }) {
  return (
    <div className="table-wrap import-preview">
      <table className="grid">
        <caption>{words.preview}</caption>
        <thead>
          <tr>
            <th scope="col">{words.code}</th>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, isNew, changes }) =>
            changes.length === 0 ? (
              <tr key={code}>
                <td>{code}</td>
                <td colSpan={3}>{isNew ? words.isNew : words.changed}</td>
              </tr>
            ) : (
              changes.map(({ field, from, to }, at) => (
                <tr key={`${code} ${field}`}>
                  {at === 0 && <td rowSpan={changes.length}>{code}</td>}
                  <td>{field}</td>
                  <td>{from}</td>
                  <td>{to}</td>
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
      {more > 0 && <p className="muted">{t(words.more, { n: integer(more) })}</p>}
    </div>
  );
}
