import { MOST_UNREAD } from '#domain/notices/limits.ts';
import { live as words } from '../messages/it/shell.ts';

/** Text on the bell; empty when nothing is unread. */
export const unreadText = (count: number): string =>
  count > MOST_UNREAD ? `${MOST_UNREAD}+` : count ? `${count}` : '';

/** Accessible name of the bell. */
export const bellLabel = (count: number): string =>
  count ? `${words.notifications}: ${unreadText(count)} ${words.unread}` : words.notifications;
