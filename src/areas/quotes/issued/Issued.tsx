import { useState } from 'react';
import { createBuilder, type BuilderProps } from '#site/areas/quotes/builder/store.ts';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import type { Around } from './around.ts';
import { IssuedPage } from './IssuedPage.tsx';

/** A page that opens on an issued quote. */
export function Issued({
  around,
  comments = null,
  ...props
}: BuilderProps & { around: Around; comments?: Page | null }) {
  const [store] = useState(() => createBuilder(props));
  return (
    <ErrorBoundary what="Il preventivo">
      <RecordContext value={store}>
        <IssuedPage around={around} comments={comments} />
      </RecordContext>
    </ErrorBoundary>
  );
}
