import { useEffect } from 'react';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { importKinds, isAtWork, MOST_BYTES } from '#domain/imports/terms.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { kit } from '#site/messages/it/kit.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { FileField } from '#site/ui/FileField.tsx';
import { Batches } from './Batches.tsx';
import type { ListImport } from '#site/ui/list/record/calls.ts';
import { ImportActions } from './ImportActions.tsx';
import { Templates } from './ImportBits.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { useImport } from './useImport.ts';

/** Imports a file into a list: first a preview with the wrong rows, then the import of the good rows. */
export default function ImportDialog({ kind, calls, onClose, onDone }: ListImport & { kind: ImportKind }) {
  const one = useImport(null);
  const { it } = one;
  const isOver = it?.state === 'done' || it?.state === 'undone';
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it is over, not when the list is another
  useEffect(() => void (isOver && onDone()), [isOver]);
  return (
    <Dialog
      open
      size="l"
      title={`${words.title}: ${importKinds[kind].label}`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {isOver || (it && isAtWork(it.state)) ? kit.close : kit.cancel}
          </button>
          <ImportActions one={one} />
        </>
      }
    >
      <FileField
        label={words.file}
        name="file"
        error={one.error}
        help={
          <>
            {words.help} <Templates kind={kind} />
          </>
        }
        accept=".csv,.txt,.xlsx,text/csv"
        mostBytes={MOST_BYTES}
        tooLarge={words.tooLarge}
        onChange={(file) => void one.choose(kind, file)}
      />
      <ImportSteps one={one} />
      {!it && <Batches calls={calls} kind={kind} again={onDone} onOpen={(id) => void one.open(id)} />}
    </Dialog>
  );
}
