import { lazy } from 'react';
import type { ImportKind } from '#domain/imports/kinds.ts';
import type { ListImport } from '#site/ui/list/record/calls.ts';

/** The dialog that imports files into the list of a kind; it loads when it is opened. */
export const importing = (kind: ImportKind) =>
  lazy(async () => {
    const { default: ImportDialog } = await import('./ImportDialog.tsx');
    return { default: (props: ListImport) => <ImportDialog kind={kind} {...props} /> };
  });
