import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { fileSize } from '#domain/file-size.ts';
import { downloadReasons, fileKinds } from '#domain/files/kinds.ts';
import { endOf } from '#domain/files/rules.ts';
import { MOST_FILE_BYTES } from '#domain/files/limits.ts';
import type { FileRow } from '#domain/files/schema.ts';
import { day, integer } from '#domain/italian.ts';
import { counted, moment, t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Asking } from './Dialogs.tsx';
import { carry, Go } from './Go.tsx';
import { AT_ONCE } from './place.ts';
import type { FilesStore } from './store.ts';
import { endText, goneText, type PlaceNames, placesText, rolesText } from './words.ts';

const FileMenu = lazy(() => import('./FileMenu.tsx'));

/** A sheet of paper with the kind of the file on it. */
export const KindMark = ({ kind }: Pick<FileRow, 'kind'>) => (
  <span className={`files-kind b-${fileKinds[kind].tone}`} aria-hidden>
    {fileKinds[kind].label}
  </span>
);

function Receipt({ file, today }: { file: FileRow; today: string }) {
  const { receiptBy, receipts, reading } = file;
  if (receiptBy === null) return <span className="muted">{words.notAsked}</span>;
  const isLate = receiptBy < today;
  const until = (
    <span className={isLate ? 'bad' : 'muted'}>{t(isLate ? words.late : words.by, { day: day(receiptBy) })}</span>
  );
  if (!receipts)
    return (
      <>
        <span className={reading === 'done' ? 'ok' : ''}>{words.mine[reading]}</span> <small>{until}</small>
      </>
    );
  const isAll = receipts.done >= receipts.asked;
  return (
    <span className={`files-receipt ${isAll ? 'ok' : isLate ? 'bad' : ''}`}>
      <b>{t(words.read, receipts)}</b> {isAll ? <span className="ok">{words.everybody}</span> : until}
      <meter max={Math.max(1, receipts.asked)} value={receipts.done} aria-label={words.heads.receipt} />
    </span>
  );
}

interface RowProps {
  store: FilesStore;
  file: FileRow;
  today: string;
  names: PlaceNames;
  /** Opens what can be done with it, below a button. */
  onMenu: (at: HTMLElement) => void;
}

function Row({ store, file, today, names, onMenu }: RowProps) {
  const { place } = useStore(store.$shown);
  const chosen = useStore(store.$chosen);
  const end = endText(file, today);
  const isOwn = file.roles ?? file.locationIds;
  const dragged = chosen.has(file.id) ? [...chosen] : [file.id];
  const isWanted = file.deletedAt === null && (file.reading === 'wanted' || file.reading === 'late');
  const isHidden = file.deletedAt !== null || endOf(file.expiresOn, today) === 'over';
  return (
    <tr
      className={`${place.file === file.id ? 'cur' : ''}${isHidden ? ' gone' : ''}`}
      draggable={store.mayManage && file.deletedAt === null}
      onDragStart={(event) => carry(event, { files: dragged, folders: [] })}
    >
      {store.mayManage && (
        <td>
          <input
            type="checkbox"
            aria-label={t(words.pickOne, { name: file.name })}
            checked={chosen.has(file.id)}
            onChange={({ target }) => {
              const next = new Set(chosen);
              if (target.checked) next.add(file.id);
              else next.delete(file.id);
              store.$chosen.set(next);
            }}
          />
        </td>
      )}
      <td>
        <span className="files-name">
          <KindMark kind={file.kind} />
          <span>
            <Go store={store} patch={{ ...place, file: file.id }}>
              <b>{file.name.replace(/\.\w+$/, '')}</b>
            </Go>
            {file.number > 1 && <span className="files-number">v{file.number}</span>}
            <small>
              {fileSize(file.bytes)} · {file.why ? downloadReasons[file.why] : `${moment(file.madeAt)}, ${file.madeBy}`}
            </small>
          </span>
          <button
            type="button"
            className="btn ghost files-more"
            aria-haspopup="menu"
            aria-label={t(words.actions, { name: file.name })}
            onClick={({ currentTarget }) => onMenu(currentTarget)}
          >
            <Icon name="ellipsis" size={18} />
          </button>
        </span>
      </td>
      {store.mayManage && (
        <td>
          {isOwn ? (
            <>
              {rolesText(file)}
              <small>{placesText(file, names)}</small>
            </>
          ) : (
            <span className="muted">{words.asFolder}</span>
          )}
        </td>
      )}
      <td data-label={end && file.deletedAt === null ? words.heads.ends : undefined}>
        {file.deletedAt !== null ? (
          <span className="bad">{goneText(file)}</span>
        ) : end ? (
          <span className={end.tone === 'mute' ? '' : end.tone}>
            {end.text}
            <small className={end.tone === 'mute' ? 'muted' : end.tone}>{end.note}</small>
          </span>
        ) : (
          <span className="muted">—</span>
        )}
      </td>
      <td>
        <Receipt file={file} today={today} />
        {isWanted && (
          <Go store={store} patch={{ ...place, file: file.id }} className="btn small files-open">
            {words.open}
          </Go>
        )}
      </td>
    </tr>
  );
}

/** A head that sorts by its column, and the other way round when pressed again. */
function Sorted({ store, by, children }: { store: FilesStore; by: string; children: string }) {
  const { place } = useStore(store.$shown);
  const isUp = place.sort === by;
  return (
    <th aria-sort={isUp ? 'ascending' : place.sort === `-${by}` ? 'descending' : undefined}>
      <Go store={store} patch={{ ...place, sort: isUp ? `-${by}` : by }}>
        {children}
      </Go>
    </th>
  );
}

/** The files of a place. */
export function FileTable({
  store,
  today,
  names,
  onAsk,
}: {
  store: FilesStore;
  today: string;
  names: PlaceNames;
  onAsk: (asking: Asking) => void;
}) {
  const { rows, total, place } = useStore(store.$shown);
  const [menu, setMenu] = useState<{ at: HTMLElement; file: FileRow } | null>(null);
  const chosen = useStore(store.$chosen);
  const none = place.q
    ? words.noneFound
    : place.show === 'bin'
      ? words.noneBinned
      : place.show
        ? words.noneToRead
        : words.none;
  if (rows.length === 0) return <p className="empty card">{none}</p>;
  const bytes = rows.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <div className="card files-list">
      <table className={store.mayManage ? 'managed' : ''}>
        <thead>
          <tr>
            {store.mayManage && (
              <th>
                <input
                  type="checkbox"
                  aria-label={words.pickAll}
                  checked={chosen.size === rows.length}
                  onChange={({ target }) => store.$chosen.set(new Set(target.checked ? rows.map(({ id }) => id) : []))}
                />
              </th>
            )}
            <Sorted store={store} by="name">
              {words.heads.name}
            </Sorted>
            {store.mayManage && <th>{words.heads.seers}</th>}
            <Sorted store={store} by="expiresOn">
              {words.heads.ends}
            </Sorted>
            <th>{words.heads.receipt}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((file) => (
            <Row
              key={file.id}
              store={store}
              file={file}
              today={today}
              names={names}
              onMenu={(at) => setMenu({ at, file })}
            />
          ))}
        </tbody>
      </table>
      <p className="files-foot">
        <span>
          <b>
            {t(rows.length < total ? words.sumShown : words.sum, {
              n: counted(rows.length),
              all: counted(total),
              size: fileSize(bytes),
            })}
          </b>{' '}
          {store.mayManage && <span className="muted">{words.hint}</span>}
        </span>
        {rows.length < total ? (
          <Go store={store} patch={{ ...place, limit: Math.min(1000, place.limit + AT_ONCE * 2) }} className="act">
            {words.more}
          </Go>
        ) : (
          store.mayManage && (
            <span className="muted">{t(words.limit, { size: `${integer(MOST_FILE_BYTES / 1e6)} MB` })}</span>
          )
        )}
      </p>
      <OnDemand>{menu && <FileMenu {...menu} store={store} onAsk={onAsk} onClose={() => setMenu(null)} />}</OnDemand>
    </div>
  );
}
