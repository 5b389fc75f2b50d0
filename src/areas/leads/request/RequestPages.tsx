import { lazy } from 'react';
import type { PublicPage } from '#domain/public-pages.ts';
import { call } from '#site/lib/call.ts';
import { managing as words } from '#site/messages/it/public-pages.ts';
import { PublicPages } from '#site/parts/public-pages/PublicPages.tsx';
import type { Named } from '#site/ui/choices.ts';

const NewPage = lazy(() => import('./NewPage.tsx'));

/** The pages whose forms become leads, for who manages the preferences. */
export const RequestPages = ({ pages, locations }: { pages: readonly PublicPage[]; locations: Named }) => (
  <PublicPages
    title={words.requests}
    about={words.requestsAbout}
    pages={pages}
    close={(pageId) => call('POST /leads/pages/:pageId/close', { params: { pageId } })}
    form={NewPage}
    named={locations}
  />
);
