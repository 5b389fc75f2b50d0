import { fileSize } from '#domain/file-size.ts';
import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import type { FileDetail, Reader } from '#domain/files/schema.ts';
import { day } from '#domain/italian.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { files } from '#site/messages/it/files.ts';
import { side as words } from '#site/messages/it/files-side.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { Go } from './Go.tsx';
import { Preview } from './Preview.tsx';
import type { FilesStore } from './store.ts';

const Readers = lazy(() => import('./Readers.tsx'));

function Receipt({
  store,
  file,
  readers,
  today,
}: {
  store: FilesStore;
  file: FileDetail;
  readers: Reader[] | null;
  today: string;
}) {
  const { id, number, receiptBy, receipts, reading } = file;
  if (receiptBy === null || file.deletedAt !== null) return null;
  const give = () =>
    attempt(
      async () => {
        await call('POST /files/:id/receipt', { params: { id }, body: { number } });
        await store.refresh();
      },
      { done: words.given },
    );
  const remind = () =>
    attempt(async () => {
      const { told } = await call('POST /files/:id/reminders', { params: { id } });
      void toast(told > 0 ? t(words.reminded, { n: told }) : words.remindedBefore, { kind: 'ok' });
    });
  const isLate = receiptBy < today;
  return (
    <section className="files-part">
      <header>
        <h2>{words.receipt}</h2>
        {receipts && (
          <span className={`badge b-${receipts.done >= receipts.asked ? 'ok' : isLate ? 'bad' : 'warn'}`}>
            {t(files.read, receipts)}
          </span>
        )}
        <span className={isLate ? 'bad' : 'muted'}>{t(isLate ? files.late : files.by, { day: day(receiptBy) })}</span>
        {receipts && receipts.done < receipts.asked && (
          <button type="button" className="btn primary" onClick={remind}>
            {words.remind}
          </button>
        )}
      </header>
      {(reading === 'wanted' || reading === 'late') && (
        <p className="files-give">
          {t(words.receiptAsked, { day: day(receiptBy) })}
          <button type="button" className="btn primary" onClick={give}>
            {words.give}
          </button>
        </p>
      )}
      {reading === 'done' && <p className="ok">{words.receiptDone}</p>}
      {receipts && <meter max={Math.max(1, receipts.asked)} value={receipts.done} aria-label={words.receipt} />}
      {readers &&
        (readers.length > 0 ? (
          <OnDemand>
            <Readers readers={readers} />
          </OnDemand>
        ) : (
          <p className="muted">{words.nobody}</p>
        ))}
    </section>
  );
}

/** The open file: preview, who has read it, versions. */
export default function Side({
  store,
  today,
  onEdit,
  onVersion,
}: {
  store: FilesStore;
  today: string;
  onEdit: () => void;
  onVersion: () => void;
}) {
  const { file, readers, place } = useStore(store.$shown);
  if (!file) return null;
  const { id, name, number, bytes, madeAt, madeBy, versions, look } = file;
  const params = { id };
  const isKept = store.mayManage && file.deletedAt === null;
  return (
    <aside className="files-side" aria-label={name}>
      <header>
        <span>
          <b>{name}</b>
          <small>{t(words.version, { number, size: fileSize(bytes), at: moment(madeAt), by: madeBy })}</small>
        </span>
        {isKept && (
          <button type="button" className="btn" onClick={onEdit}>
            <Icon name="pencil" size={16} label={words.edit} />
          </button>
        )}
        <a className="btn" href={apiPath('GET /files/:id/content', { params })} download>
          {words.download}
        </a>
        <Go store={store} patch={{ ...place, file: null }} className="btn close">
          <Icon name="x" size={16} label={words.close} />
        </Go>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="files-preview" role="region" tabIndex={0} aria-label={t(words.preview, { name: file.name })}>
        <Preview
          file={file}
          picture={apiPath('GET /files/:id/preview', { params, query: { number } })}
          content={apiPath('GET /files/:id/content', { params, query: { number, inline: 'true' } })}
        />
        {look === 'pdf' && (
          <a
            className="act"
            href={apiPath('GET /files/:id/content', { params, query: { inline: 'true' } })}
            target="_blank"
            rel="noreferrer"
          >
            {words.open}
          </a>
        )}
      </div>
      <Receipt store={store} file={file} readers={readers} today={today} />
      <section className="files-part">
        <header>
          <h2>{words.versions}</h2>
          {isKept && (
            <button type="button" className="btn" onClick={onVersion}>
              {words.newVersion}
            </button>
          )}
        </header>
        <ol className="files-versions">
          {versions.map((version) => (
            <li key={version.number}>
              <a
                className="files-number"
                href={apiPath('GET /files/:id/content', { params, query: { number: version.number } })}
                download
                title={words.download}
              >
                v{version.number}
              </a>
              <span>{version.note || (version.number === 1 ? words.first : version.by)}</span>
              <small>{moment(version.at)}</small>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}
