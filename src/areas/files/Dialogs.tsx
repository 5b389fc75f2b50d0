import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import type { Choices, FolderRow } from '#domain/files/schema.ts';
import { t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { forms } from '#site/messages/it/files-forms.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { START } from './place.ts';
import type { FilesStore } from './store.ts';
import type { PlaceNames } from './words.ts';

const form = <K extends 'FolderForm' | 'FileForm' | 'MoveForm' | 'VersionForm'>(name: K) =>
  lazy(() => import('./Forms.tsx').then((all) => ({ default: all[name] })));
const FolderForm = form('FolderForm');
const FileForm = form('FileForm');
const MoveForm = form('MoveForm');
const VersionForm = form('VersionForm');

/** What is asked in a dialog. */
export type Asking =
  | { is: 'folder'; folder: FolderRow | null }
  | { is: 'removeFolder'; folder: FolderRow }
  | { is: 'file' | 'move' | 'version' };

/** The dialog of what is asked, and what follows on its answer. */
export default function Dialogs({
  store,
  asking,
  choices,
  names,
  onVersion,
  onClose,
}: {
  store: FilesStore;
  asking: Asking;
  choices: Choices;
  names: PlaceNames;
  onVersion: (version: { note: string; again: boolean }) => void;
  onClose: () => void;
}) {
  const { tree, place, file } = useStore(store.$shown);
  if (asking.is === 'removeFolder')
    return (
      <Confirm
        open
        title={t(forms.removeFolder, { name: asking.folder.name })}
        text={forms.removeFolderText}
        verb={words.remove}
        onClose={onClose}
        onConfirm={() => {
          onClose();
          void store.remove({ files: [], folders: [asking.folder.id] });
        }}
      />
    );
  const isBin = place.show === 'bin';
  const move = (to: number | null) => {
    onClose();
    const files = [...store.$chosen.get()];
    void (isBin ? store.restore({ files, folders: [] }, to) : store.move({ files, folders: [] }, to));
  };
  return (
    <OnDemand>
      {asking.is === 'folder' && (
        <FolderForm
          folder={asking.folder}
          parentId={place.folder}
          folders={tree.folders}
          choices={choices}
          names={names}
          onSaved={({ id }) => void store.go({ ...START, folder: id }).then(onClose)}
          onClose={onClose}
        />
      )}
      {asking.is === 'file' && file && (
        <FileForm
          file={file}
          choices={choices}
          names={names}
          onSaved={() => void store.refresh().then(onClose)}
          onClose={onClose}
        />
      )}
      {asking.is === 'move' && <MoveForm folders={tree.folders} back={isBin} onChosen={move} onClose={onClose} />}
      {asking.is === 'version' && file && (
        <VersionForm
          asks={file.receiptBy !== null}
          onChosen={(version) => {
            onClose();
            onVersion(version);
          }}
          onClose={onClose}
        />
      )}
    </OnDemand>
  );
}
