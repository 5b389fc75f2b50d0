import { time } from '#domain/italian.ts';
import { LOOK_SECONDS } from '#domain/record/presence.ts';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { keepLooking } from '#site/lib/looks.ts';

/**
 * On a page that is seen on behalf of a company every call says so, and the banner says once the access is over, at the
 * latest when something is refused. The few pages of this kind do it here, so that no other page loads a word for it.
 */
export function sayBehalf(banner: HTMLElement): void {
  const { header, company } = banner.dataset;
  const plainly = window.fetch.bind(window);
  const ended = banner.querySelector<HTMLElement>('.ended')!;
  const given = banner.querySelector<HTMLElement>('[data-given]');
  /** Until when it goes on is only said while it does. */
  const say = (isOver: boolean) => {
    ended.hidden = !isOver;
    if (given) given.hidden = isOver;
  };
  /** Given again meanwhile, in another tab, it goes on here with all that was typed. */
  const look = async () => {
    try {
      const query = { companyId: Number(company) };
      const { granter, endsAt } = await call('GET /network/behalf', { query }, { quiet: true });
      if (given && granter && endsAt)
        given.textContent = t(given.dataset.given as '{granter} {time}', { granter, time: time(endsAt) });
      say(false);
    } catch (cause) {
      if (!(cause instanceof CallError) || (cause.status !== 403 && cause.status !== 404)) throw cause;
      say(true);
    }
  };
  window.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return plainly(input, init);
    const headers = new Headers(init?.headers);
    headers.set(header!, company!);
    const answer = await plainly(input, { ...init, headers });
    if (answer.status === 403 && !input.startsWith('/api/network/')) void look().catch(console.info);
    return answer;
  };
  keepLooking(LOOK_SECONDS * 1000, look);
}
