import { useStore } from '@nanostores/react';
import { pathOf, seersOf } from '#domain/files/tree.ts';
import { day } from '#domain/italian.ts';
import { apiPath } from '#site/lib/call.ts';
import { counted, t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { FolderIcon } from './FolderIcon.tsx';
import type { Asking } from './Dialogs.tsx';
import { KindMark } from './FileTable.tsx';
import { Go } from './Go.tsx';
import { START } from './place.ts';
import type { FilesStore } from './store.ts';
import { sumsOf } from './sums.ts';
import { placesText, rolesText } from './words.ts';

/** Saves a ZIP, or says why there is none; what that takes loads with the first one. */
const save = (href: string) => void import('#site/ui/list/saveLarge.ts').then(({ saveLarge }) => saveLarge(href));

/** Searches the names of all files that the reader sees. */
export function Search({ store }: { store: FilesStore }) {
  const { place } = useStore(store.$shown);
  return (
    <form
      className="files-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
        void store.go({ ...START, ...(q ? { q } : { folder: place.folder }) });
      }}
    >
      <input
        type="search"
        name="q"
        key={place.q}
        defaultValue={place.q}
        aria-label={words.search}
        placeholder={words.search}
        maxLength={100}
      />
    </form>
  );
}

/** Folder and those around it, who sees it, and what can be done with it. */
export function Head({
  store,
  names,
  onUpload,
  onAsk,
}: {
  store: FilesStore;
  names: ReadonlyMap<number, string>;
  onUpload: () => void;
  onAsk: (asking: Asking) => void;
}) {
  const { tree, place, total } = useStore(store.$shown);
  const picking = useStore(store.$picking);
  const path = pathOf(tree.folders, place.folder);
  const folder = path.at(-1);
  const isUnseen = place.folder !== null && !folder;
  const title = place.q
    ? t(words.found, { q: place.q })
    : place.show === 'bin'
      ? words.bin
      : place.show
        ? words.toRead
        : (folder?.name ?? (isUnseen ? words.unseen : words.all));
  const seers = seersOf(path);
  const giver = path.findLast(({ roles, locationIds }) => roles ?? locationIds);
  return (
    <>
      <header className="files-head">
        <h1>{title}</h1>
        {!isUnseen && <span className="muted">{t(words.count, { n: counted(total) })}</span>}
        {!place.q && !place.show && total > 0 && (
          <button
            type="button"
            className="btn"
            onClick={() => save(apiPath('GET /files/zip', { query: folder ? { folderId: folder.id } : {} }))}
          >
            {words.zip}
          </button>
        )}
        {store.mayManage && total > 0 && (
          <button type="button" className="btn files-pick" aria-pressed={picking} onClick={() => store.pick(!picking)}>
            {picking ? words.pickDone : words.heads.pick}
          </button>
        )}
        {store.mayManage && place.show !== 'bin' && !isUnseen && (
          <button type="button" className="btn primary" onClick={onUpload}>
            <span>
              {words.upload} <span className="files-photo">{words.orPhoto}</span>
            </span>
          </button>
        )}
      </header>
      {folder && !place.q && (
        <p className="files-seers">
          <Icon name="eye" size={16} />
          <span className="muted">{words.visible}</span> <b>{rolesText({ roles: seers.roles && [...seers.roles] })}</b>{' '}
          <span className="muted">{words.in}</span>{' '}
          <b>{placesText({ locationIds: seers.locationIds && [...seers.locationIds] }, names)}</b>
          {giver && giver.id !== folder.id && <span className="muted">{t(words.inherited, { name: giver.name })}</span>}
          {store.mayManage && (
            <span className="files-acts">
              <button type="button" className="act" onClick={() => onAsk({ is: 'folder', folder })}>
                {words.edit}
              </button>
              <button type="button" className="act" onClick={() => onAsk({ is: 'removeFolder', folder })}>
                {words.remove}
              </button>
            </span>
          )}
        </p>
      )}
    </>
  );
}

/** What is to be read, on a phone above everything else. */
function ToRead({ store, today }: { store: FilesStore; today: string }) {
  const { toRead, late, mostUrgent } = useStore(store.$shown).tree;
  return (
    <section className="files-toread card">
      <header>
        <Go store={store} patch={{ ...START, show: 'toRead' }}>
          <b>{words.toRead}</b> <span className="badge b-warn">{toRead}</span>
        </Go>
        {late > 0 && <b className="bad">{late === 1 ? words.oneLate : t(words.someLate, { n: late })}</b>}
      </header>
      <ul>
        {mostUrgent.map(({ id, folderId, name, kind, number, receiptBy }, at) => (
          <li key={id}>
            <KindMark kind={kind} />
            <span>
              <b>{name.replace(/\.\w+$/, '')}</b>
              <small className={receiptBy < today ? 'bad' : 'muted'}>
                {number > 1 && `v${number} · `}
                {t(words.by, { day: day(receiptBy) })}
              </small>
            </span>
            <Go store={store} patch={{ folder: folderId, file: id }} className={at === 0 ? 'btn primary' : 'btn'}>
              {words.open}
            </Go>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Subfolders, the way around them and the search: on a phone the tree has no room. */
export function Around({ store, today, onNew }: { store: FilesStore; today: string; onNew: () => void }) {
  const { tree, place } = useStore(store.$shown);
  const path = pathOf(tree.folders, place.folder);
  const below = place.q || place.show ? [] : tree.folders.filter(({ parentId }) => parentId === place.folder);
  const sums = sumsOf(tree.folders);
  return (
    <>
      {path.length > 0 && (
        <nav className="files-path" aria-label={words.folders}>
          <Go store={store} patch={{ folder: null }}>
            {words.all}
          </Go>
          {path.map(({ id, name }) => (
            <Go key={id} store={store} patch={{ folder: id }}>
              {name}
            </Go>
          ))}
        </nav>
      )}
      {tree.toRead > 0 && place.show !== 'toRead' && <ToRead store={store} today={today} />}
      {store.mayManage && (
        <button type="button" className="btn files-new" onClick={onNew}>
          <Icon name="plus" size={16} />
          {words.newFolder}
        </button>
      )}
      {below.length > 0 && (
        <ul className="files-below card">
          {below.map(({ id, name }) => (
            <li key={id}>
              <Go store={store} patch={{ folder: id }}>
                <FolderIcon /> {name} <small>{sums.get(id)}</small>
              </Go>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
