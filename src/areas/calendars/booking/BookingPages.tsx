import { lazy } from 'react';
import type { PublicPage } from '#domain/public-pages.ts';
import { call } from '#site/lib/call.ts';
import { managing as words } from '#site/messages/it/public-pages.ts';
import { PublicPages } from '#site/parts/public-pages/PublicPages.tsx';
import type { Named } from '#site/ui/choices.ts';

const NewPage = lazy(() => import('./NewPage.tsx'));

/** The pages by which customers book, for who manages calendars. */
export const BookingPages = ({ pages, calendars }: { pages: readonly PublicPage[]; calendars: Named }) => (
  <PublicPages
    title={words.bookings}
    about={words.bookingsAbout}
    pages={pages}
    close={(pageId) => call('POST /calendars/pages/:pageId/close', { params: { pageId } })}
    form={NewPage}
    named={calendars}
  />
);
