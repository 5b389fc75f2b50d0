import { RecordContext } from '#site/ui/record/store/context.ts';
import { Head } from './Head.tsx';
import type { BuilderProps } from './quote.ts';
import { createBuilder } from './store.ts';

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: BuilderProps) => (
  <RecordContext value={createBuilder(props)}>
    <Head />
  </RecordContext>
);
