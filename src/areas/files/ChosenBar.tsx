import { useStore } from '@nanostores/react';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { saveLarge } from '#site/ui/list/saveLarge.ts';
import type { Asking } from './Dialogs.tsx';
import type { FilesStore } from './store.ts';

/** What can be done with the ticked files. */
export default function ChosenBar({ store, onAsk }: { store: FilesStore; onAsk: (asking: Asking) => void }) {
  const { place } = useStore(store.$shown);
  const chosen = useStore(store.$chosen);
  if (chosen.size === 0) return null;
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
