import type { FileRow } from '#domain/files/schema.ts';
import { apiPath } from '#site/lib/call.ts';
import { files as words } from '#site/messages/it/files.ts';
import { side } from '#site/messages/it/files-side.ts';
import RowMenu from '#site/ui/list/table/RowMenu.tsx';
import type { Asking } from './Dialogs.tsx';
import type { FilesStore } from './store.ts';

interface Props {
  store: FilesStore;
  file: FileRow;
  /** The button below which it opens. */
  at: HTMLElement;
  onAsk: (asking: Asking) => void;
  onClose: () => void;
}

/** What can be done with one file where there is no room for ticks, as on a phone. */
export default function FileMenu({ store, file, at, onAsk, onClose }: Props) {
  const { id, deletedAt } = file;
  const isBinned = deletedAt !== null;
  const move = () => {
    store.$chosen.set(new Set([id]));
    onAsk({ is: 'move' });
  };
  const open = () => void store.go({ ...store.$shown.get().place, file: id });
  const managed = isBinned
    ? [{ label: words.restore, run: move }]
    : [
        { label: words.move, run: move },
        { label: words.remove, run: () => void store.remove({ files: [id], folders: [] }), danger: true },
      ];
  return (
    <RowMenu
      at={at}
      actions={[
        { label: side.open, run: open },
        { label: side.download, href: apiPath('GET /files/:id/content', { params: { id } }) },
        ...(store.mayManage ? managed : []),
      ]}
      onClose={onClose}
    />
  );
}
