import { integer } from '#domain/italian.ts';
import type { ImportChange } from '#domain/imports/schema.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

/** The first rows that an import writes, with each value before and after. */
export function ImportPreview({ rows, more }: { rows: readonly ImportChange[]; more: number }) {
  return (
    <TableWrap label={words.preview} className="import-preview">
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
          {rows.map(({ name, isNew, changes }, at) =>
            changes.length === 0 ? (
              <tr key={at}>
                <td>{name}</td>
                <td colSpan={3}>{isNew ? words.isNew : words.changed}</td>
              </tr>
            ) : (
              changes.map(({ field, from, to }, index) => (
                <tr key={`${at} ${field}`}>
                  {index === 0 && (
                    <td rowSpan={changes.length}>
                      {name} {isNew && <span className="badge b-ok">{words.isNew}</span>}
                    </td>
                  )}
                  <td>{field}</td>
                  <td>{isNew ? '—' : from}</td>
                  <td>{to}</td>
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
      {more > 0 && <p className="muted">{t(words.more, { n: integer(more) })}</p>}
    </TableWrap>
  );
}
