import { integer } from '#domain/italian.ts';
import type { ImportDetails } from '#domain/imports/schema.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Formats } from './ImportBits.tsx';

/**
 * The rows that the import leaves out, each with all its errors. People can download them as a file, correct it and
 * import it again.
 */
export function ImportErrors({
  it: { id, errors, refused },
}: {
  it: Pick<ImportDetails, 'id' | 'errors' | 'refused'>;
}) {
  const href = (format: 'csv' | 'xlsx') => apiPath('GET /imports/:id/errors', { params: { id }, query: { format } });
  return (
    <>
      <div className="table-wrap import-errors">
        <table className="grid">
          <caption>{words.errors}</caption>
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              <th scope="col">{words.problem}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, message }) => (
              <tr key={row}>
                <td className="num">{integer(row)}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted">
        {refused > errors.length && `${t(words.more, { n: integer(refused - errors.length) })}. `}
        {words.download} <Formats href={href} />
      </p>
    </>
  );
}
