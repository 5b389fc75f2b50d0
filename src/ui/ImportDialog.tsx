import { useRef, useState } from 'react';
import { integer } from '#domain/italian.ts';
import { importing as words } from '#site/messages/it/import.ts';
import { kit } from '#site/messages/it/kit.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import type { Importing } from '#domain/priced-calls.ts';
import { Dialog } from './Dialog.tsx';
import { FileField } from './FileField.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { Batches } from './list/Batches.tsx';
import type { RecordCalls } from './list/calls.ts';
import { sayDone } from './list/undo.ts';

/** Larger ones are no bodies of a call. */
const MOST_BYTES = 1_000_000;

/** Spreadsheets of Italian PCs write Windows-1252 as often as UTF-8. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A CSV file: first a dry run that says what would happen and which rows are wrong, then the import of the good ones. */
export default function ImportDialog({
  calls,
  onClose,
  onDone,
}: {
  calls: Pick<RecordCalls<never, never>, 'importCsv' | 'batches' | 'undo'>;
  onClose: () => void;
  onDone: () => void;
}) {
  const [csv, setCsv] = useState<string | null>(null);
  const [report, setReport] = useState<Importing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = useRef<File>(null);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setReport(null);
      setError(cause.body.fields?.csv ?? cause.message);
    } finally {
      setBusy(false);
    }
  };
  const check = (file: File | null) =>
    attempt(async () => {
      setReport(null);
      chosen.current = file;
      if (!file) return;
      const text = await readText(file).catch(() => null);
      if (text === null) return setError(words.fileUnreadable);
      // A workbook, or a text of 16 bits a letter.
      if (text.includes('\0')) return setError(words.fileNoCsv);
      const told = await calls.importCsv!({ csv: text, dryRun: true });
      // Another file was chosen meanwhile.
      if (chosen.current !== file) return;
      setReport(told);
      setCsv(text);
    });
  const run = async () =>
    busy ||
    attempt(async () => {
      const done = await calls.importCsv!({ csv: csv!, dryRun: false });
      const { created, updated } = done;
      sayDone(t(words.imported, { created: integer(created), updated: integer(updated) }), done.batch, calls, onDone);
      onDone();
      onClose();
    });
  const good = report ? report.created + report.updated : 0;
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="button" className="btn primary" disabled={!good} aria-busy={busy} onClick={() => void run()}>
            {!report ? words.verb : good === 1 ? words.importRow : t(words.importRows, { n: integer(good) })}
          </button>
        </>
      }
    >
      <FileField
        {...{ label: words.file, name: 'csv', help: words.help, error }}
        {...{ accept: '.csv,.txt,text/csv', mostBytes: MOST_BYTES, tooLarge: words.fileTooLarge }}
        onChange={(file) => void check(file)}
      />
      {report && (
        <p role="status">
          {good || report.refused || report.unchanged
            ? t(words.importReport, {
                created: integer(report.created),
                updated: integer(report.updated),
                errors: integer(report.refused),
              })
            : words.importNothing}
          {report.unchanged > 0 && ` ${t(words.importSame, { n: integer(report.unchanged) })}`}
          {report.archived > 0 && ` ${t(words.importArchived, { n: integer(report.archived) })}`}
        </p>
      )}
      {report && report.ignored.length > 0 && (
        <p className="callout warn" role="status">
          {t(words.importIgnored, { columns: report.ignored.join(', ') })}
        </p>
      )}
      {report && report.errors.length > 0 && (
        <div className="table-wrap import-errors">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">{words.row}</th>
                <th scope="col">{words.problem}</th>
              </tr>
            </thead>
            <tbody>
              {report.errors.map(({ row, message }) => (
                <tr key={row}>
                  <td className="num">{integer(row)}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {report && report.rows.length > 0 && <ImportPreview rows={report.rows} more={good - report.rows.length} />}
      <Batches calls={calls} again={onDone} />
    </Dialog>
  );
}
