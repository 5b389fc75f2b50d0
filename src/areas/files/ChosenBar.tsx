import { useStore } from '@nanostores/react';
import { apiPath } from '#site/lib/call.ts';
import { counted, t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { forms } from '#site/messages/it/files-forms.ts';
import { saveLarge } from '#site/ui/list/saveLarge.ts';
import type { Asking } from './Dialogs.tsx';
import type { FilesStore } from './store.ts';

/** Folders in the bin, which come back as they were. */
function Binned({ store }: { store: FilesStore }) {
  const { tree } = useStore(store.$shown);
  if (tree.binnedFolders.length === 0) return null;
  return (
    <ul className="files-binned card" aria-label={forms.binnedFolders}>
      {tree.binnedFolders.map(({ id, name, files }) => (
        <li key={id}>
          {name} <small>{t(words.count, { n: counted(files) })}</small>
          <button
            type="button"
            className="btn small"
            onClick={() => void store.restore({ files: [], folders: [id] }, null)}
          >
            {words.restore}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What can be done with the ticked files, and in the bin with its folders. */
export default function ChosenBar({ store, onAsk }: { store: FilesStore; onAsk: (asking: Asking) => void }) {
  const { place } = useStore(store.$shown);
  const chosen = useStore(store.$chosen);
  if (chosen.size === 0) return place.show === 'bin' ? <Binned store={store} /> : null;
  const ids = [...chosen];
  return (
    <div className="files-chosen card" role="group" aria-label={t(words.chosen, { n: ids.length })}>
      <b>{t(words.chosen, { n: ids.length })}</b>
      <button type="button" className="btn" onClick={() => onAsk({ is: 'move' })}>
        {place.show === 'bin' ? words.restore : words.move}
      </button>
      {place.show !== 'bin' && (
        <>
          <button
            type="button"
            className="btn"
            onClick={() => void saveLarge(apiPath('GET /files/zip', { query: { ids: ids.join(',') } }))}
          >
            {words.zip}
          </button>
          <button type="button" className="btn" onClick={() => void store.remove({ files: ids, folders: [] })}>
            {words.remove}
          </button>
        </>
      )}
    </div>
  );
}
