import { useRef, useState } from 'react';
import { integer } from '#domain/italian.ts';
import { importing as words } from '#site/messages/it/import.ts';
import { kit } from '#site/messages/it/kit.ts';
import { CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { toast } from '#site/ui/toast.ts';
import { Dialog } from './Dialog.tsx';
import { FileField } from './FileField.tsx';

export interface ImportReport {
  created: number;
  updated: number;
  refused: number;
  errors: { row: number; message: string }[];
  ignored: string[];
}

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
  send,
  onClose,
  onDone,
}: {
  send: (body: { csv: string; dryRun: boolean }) => Promise<ImportReport>;
  onClose: () => void;
  onDone: () => void;
}) {
  const [csv, setCsv] = useState<string | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
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
      const told = await send({ csv: text, dryRun: true });
      // Another file was chosen meanwhile.
      if (chosen.current !== file) return;
      setReport(told);
      setCsv(text);
    });
  const run = async () =>
    busy ||
    attempt(async () => {
      const done = await send({ csv: csv!, dryRun: false });
      void toast(t(words.imported, { created: integer(done.created), updated: integer(done.updated) }), { kind: 'ok' });
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
            {good === 1 ? words.importRow : t(words.importRows, { n: integer(good) })}
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
          {good || report.refused
            ? t(words.importReport, {
                created: integer(report.created),
                updated: integer(report.updated),
                errors: integer(report.refused),
              })
            : words.importNothing}
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
    </Dialog>
  );
}
