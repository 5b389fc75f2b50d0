/** What became of a mailing, in words. */
import { fileSize } from '#domain/file-size.ts';
import { day, integer } from '#domain/italian.ts';
import type { Mailing } from '#domain/reports/automatic/schema.ts';
import { lastStates, mailingWays } from '#domain/reports/automatic/terms.ts';
import { t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';

export const spanOf = (from: string, to: string): string => (from === to ? day(from) : `${day(from)}–${day(to)}`);

/** What it was about and what became of it. */
export const saidOf = ({ how, by, rows, failure, from, to, bytes, mails }: Mailing): string =>
  [
    `${mailingWays[how]}${by ? `, ${by}` : ''}`,
    from && to && spanOf(from, to),
    rows !== null && (rows === 1 ? words.oneRow : t(words.rowCount, { n: integer(rows) })),
    mails.length > 0 && t(words.to, { n: mails.filter(({ state }) => state === 'sent').length, all: mails.length }),
    bytes !== null && bytes > 0 && fileSize(bytes),
    failure,
  ]
    .filter(Boolean)
    .join(' · ');

/** Why each mail of it that failed, waits or was left out has not arrived. */
export const unsentOf = ({ mails }: Mailing): { text: string; isBad: boolean }[] =>
  mails.flatMap(({ to, failure, state }) =>
    failure === null
      ? []
      : [
          {
            text: t(state === 'waiting' ? words.waiting : words.notTo, { to, why: failure }),
            isBad: state !== 'skipped',
          },
        ],
  );

/** How it went: what was made is sent where its mails have left. */
export function stateOf({ state, mails }: Mailing) {
  if (state === 'sent' && mails.some((mail) => mail.state === 'failed')) return lastStates.unsent;
  const stands = mails.some((mail) => mail.state === 'waiting' && mail.failure !== null);
  return state === 'sent' && stands ? lastStates.stuck : lastStates[state];
}

/** Not made, or not arrived at somebody. */
export const didFail = ({ state, mails }: Mailing): boolean =>
  state === 'failed' || mails.some((mail) => mail.state === 'failed');
