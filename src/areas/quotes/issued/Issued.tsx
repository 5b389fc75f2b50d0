import { useState } from 'react';
import { createBuilder, type BuilderProps } from '#site/areas/quotes/builder/store.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import type { Around } from './around.ts';
import { IssuedPage } from './IssuedPage.tsx';

/** A page that opens on an issued quote. */
export function Issued({ around, ...props }: BuilderProps & { around: Around }) {
  const [store] = useState(() => createBuilder(props));
  return (
    <ErrorBoundary what="Il preventivo">
      <RecordContext value={store}>
        <IssuedPage around={around} />
      </RecordContext>
    </ErrorBoundary>
  );
}
