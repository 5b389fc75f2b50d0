import { useState } from 'react';
import { BuilderContext, createBuilder, type BuilderProps } from '#site/areas/quotes/builder/store.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Around } from './around.ts';
import { IssuedPage } from './IssuedPage.tsx';

/** An issued quote, opened as one. */
export function Issued({ around, ...props }: BuilderProps & { around: Around }) {
  const [store] = useState(() => createBuilder(props));
  return (
    <ErrorBoundary what="Il preventivo">
      <BuilderContext value={store}>
        <IssuedPage around={around} />
      </BuilderContext>
    </ErrorBoundary>
  );
}
