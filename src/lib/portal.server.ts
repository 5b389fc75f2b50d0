import { shell as words } from '../messages/it/shell.ts';
import type { CallAnswer } from './call.ts';
import { cleanHtml } from './html.server.ts';

type Release = CallAnswer<'GET /releases'>[number];
type Notice = CallAnswer<'GET /portal/notices/active'>[number];

export interface Portal {
  /** Newest first, so the first is the active one; null when loading failed. */
  releases: Release[] | null;
  /** Notices with sanitised bodies. */
  notices: Notice[];
  /** Messages about data that could not be loaded, shown as toasts (specification §8). */
  failed: string[];
}

/** How long the data are kept: they are the same for all of a role in a company, which loads several pages per second. */
const FRESH_MS = 5000;
const kept = new Map<string, { until: number; portal: Promise<Portal> }>();

const keyOf = ({ company, user }: Pick<App.Locals, 'company' | 'user'>) =>
  `${company?.id ?? 0} ${user?.role_name ?? ''}`;

/** Where the reader changes what is shown, it is read anew. */
export const renewPortal = (of: Pick<App.Locals, 'company' | 'user'>): void => void kept.delete(keyOf(of));

/** The data that the shell shows on every page. A failure here never breaks the page. */
export function portal({ call, company, user }: Pick<App.Locals, 'call' | 'company' | 'user'>): Promise<Portal> {
  const key = keyOf({ company, user });
  const now = Date.now();
  const known = kept.get(key);
  if (known && known.until > now) return known.portal;
  const fresh = { until: now + FRESH_MS, portal: load(call) };
  kept.set(key, fresh);
  void fresh.portal.then(({ failed }) => failed.length > 0 && kept.get(key) === fresh && kept.delete(key));
  return fresh.portal;
}

/** The releases that the shell has loaded; otherwise calls for them and throws like the call. */
export const releasesFor = async (locals: Pick<App.Locals, 'call' | 'company' | 'user'>): Promise<Release[]> =>
  (await portal(locals)).releases ?? locals.call('GET /releases', {});

async function load(call: App.Locals['call']): Promise<Portal> {
  const [releases, notices] = await Promise.allSettled([
    call('GET /releases', {}),
    call('GET /portal/notices/active', {}),
  ]);
  return {
    releases: releases.status === 'fulfilled' ? releases.value : null,
    notices:
      notices.status === 'fulfilled' ? notices.value.map((each) => ({ ...each, body: cleanHtml(each.body) })) : [],
    failed: [
      ...(releases.status === 'rejected' ? [words.releasesFailed] : []),
      ...(notices.status === 'rejected' ? [words.noticesFailed] : []),
    ],
  };
}
