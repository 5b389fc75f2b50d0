import { useState } from 'react';
import { createQuote, type BuilderProps, type Reckoning } from '#site/areas/quotes/builder/quote.ts';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext } from '#site/ui/record/store/context.ts';
import type { Around } from './around.ts';
import { IssuedPage } from './IssuedPage.tsx';

/** Its price is the one it was issued at, and nothing of it changes any more. */
const asIssued = ({ quote }: BuilderProps): Reckoning => ({
  price: () => quote!.priced!,
  repriced: () => null,
  blockers: () => [],
  compared: () => [],
});

/** A page that opens on an issued quote. */
export function Issued({
  around,
  comments = null,
  ...props
}: BuilderProps & { around: Around; comments?: Page | null }) {
  const [store] = useState(() => createQuote(props, asIssued(props)));
  return (
    <ErrorBoundary what="Il preventivo">
      <RecordContext value={store}>
        <IssuedPage around={around} comments={comments} />
      </RecordContext>
    </ErrorBoundary>
  );
}
