import { useStore } from '@nanostores/react';
import { type ComponentProps, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { ACCEPTED } from '#domain/files/kinds.ts';
import type { Choices } from '#domain/files/schema.ts';
import { files as words } from '#site/messages/it/files.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { toast } from '#site/ui/toast.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Asking } from './Dialogs.tsx';
import { FileTable } from './FileTable.tsx';
import { Around, Head, Search } from './Main.tsx';
import { type Shown, unseenOf } from './place.ts';
import type { Add } from './receive.ts';
import type { SendingStore, Target } from './sending.ts';
import { createFiles, type FilesStore } from './store.ts';
import { Tree } from './Tree.tsx';
import './files.css';
import './list.css';
import './side.css';

// What is needed after a press loads with it.
const ChosenBar = lazy(() => import('./ChosenBar.tsx'));
const Dialogs = lazy(() => import('./Dialogs.tsx'));
const Progress = lazy(() => import('./Progress.tsx'));
const Side = lazy(() => import('./Side.tsx'));
const Unseen = lazy(() => import('./Unseen.tsx'));

/** Hears the keys, what is dropped, and the browser that goes back and forth. */
function useListening(store: FilesStore, sending: SendingStore<Target> | null, add: Add): void {
  useEffect(() => {
    const stopping = import('./keys.ts').then(({ listen }) => listen(store, sending, add));
    return () => void stopping.then((stop) => stop());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- who drops files says where each goes
  }, [store, sending]);
  useEffect(() => {
    addEventListener('popstate', store.byAddress);
    return () => removeEventListener('popstate', store.byAddress);
  }, [store]);
}

const DropHere = ({ onPress }: { onPress: () => void }) => (
  <button type="button" className="files-drop" onClick={onPress}>
    <Icon name="plus" size={16} />
    {words.drop}
  </button>
);

/** The files of a place, or why there are none. */
function Listing(table: ComponentProps<typeof FileTable>) {
  const { store } = table;
  const shown = useStore(store.$shown);
  const unseen = unseenOf(shown);
  const isEmpty = shown.tree.folders.length === 0 && store.mayManage && shown.place.show !== 'bin';
  return (
    <>
      <OnDemand>{unseen && <Unseen what={unseen} />}</OnDemand>
      {isEmpty ? <p className="empty card">{words.noFolders}</p> : unseen !== 'folder' && <FileTable {...table} />}
    </>
  );
}

export interface FilesPageProps {
  shown: Shown;
  mayManage: boolean;
  /** null: the reader manages nothing. */
  choices: Choices | null;
  locations: readonly { id: number; name: string }[];
  today: string;
}

export function FilesPage({ shown, mayManage, choices, locations, today }: FilesPageProps) {
  const store = useMemo(() => createFiles(shown, mayManage), [shown, mayManage]);
  /** Files on their way; null: none has been sent from this page. */
  const [sending, setSending] = useState<SendingStore<Target> | null>(null);
  /** The same, for what is added before the page is drawn again. */
  const sender = useRef<SendingStore<Target> | null>(null);
  const now = useStore(store.$shown);
  const { place, file } = now;
  const chosen = useStore(store.$chosen);
  const picking = useStore(store.$picking);
  const [asking, setAsking] = useState<Asking | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  /** What the files that are chosen next become. */
  const target = useRef<Partial<Target>>({});
  const names = useMemo(() => new Map(locations.map(({ id, name }) => [id, name])), [locations]);

  const add = async (list: readonly File[], more: Partial<Target> = {}) => {
    const folderId = more.folderId ?? place.folder;
    if (folderId === null) return void toast(words.openHere);
    const { createSending, own } = await import('./sending.ts');
    sender.current ??= createSending(own, () => void store.refresh());
    setSending(sender.current);
    sender.current.add(list, { ...more, folderId });
  };
  useListening(store, sending, add);
  const choose = (more: Partial<Target> = {}) => {
    if (place.folder === null && !more.folderId) return void toast(words.openHere);
    target.current = more;
    chooser.current!.multiple = !more.fileId;
    chooser.current!.click();
  };
  return (
    <div className={`files${file ? ' with-side' : ''}${picking ? ' picking' : ''}`}>
      <Tree store={store} onNew={() => setAsking({ is: 'folder', folder: null })} />
      <div className="files-main">
        <Search store={store} />
        <Head store={store} names={names} onUpload={() => choose()} onAsk={setAsking} />
        <Around store={store} today={today} onNew={() => setAsking({ is: 'folder', folder: null })} />
        <Listing store={store} today={today} names={names} onAsk={setAsking} />
        {(chosen.size > 0 || place.show === 'bin') && (
          <OnDemand>
            <ChosenBar store={store} onAsk={setAsking} />
          </OnDemand>
        )}
        {sending && (
          <OnDemand>
            <Progress sending={sending} />
          </OnDemand>
        )}
        {mayManage && place.folder !== null && !place.q && unseenOf(now) !== 'folder' && (
          <DropHere onPress={() => choose()} />
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={ACCEPTED}
          aria-label={words.upload}
          onChange={({ target: input }) => {
            void add([...(input.files ?? [])], target.current);
            input.value = '';
          }}
        />
      </div>
      {file && (
        <OnDemand>
          <Side
            store={store}
            today={today}
            onEdit={() => setAsking({ is: 'file' })}
            onVersion={() => setAsking({ is: 'version' })}
          />
        </OnDemand>
      )}
      {asking && choices && (
        <OnDemand>
          <Dialogs
            store={store}
            asking={asking}
            choices={choices}
            names={names}
            onVersion={(version) => choose({ ...version, fileId: file!.id, folderId: file!.folderId })}
            onClose={() => setAsking(null)}
          />
        </OnDemand>
      )}
    </div>
  );
}
