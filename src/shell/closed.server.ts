import { inline } from './inline.server.ts';

/** Runs in the browser. Only storage knows which notices the person has closed (specification §2): hidden by a script that loads, they would be seen for a moment. */
function hideClosed(): void {
  const area = document.querySelector<HTMLElement>('.notices')!;
  try {
    const closed = JSON.parse(localStorage.getItem(`volante:closedNotices:${area.dataset.user}`) ?? '[]') as number[];
    for (const notice of area.querySelectorAll<HTMLElement>('.notice'))
      notice.hidden = closed.includes(Number(notice.dataset.id));
  } catch {}
}

/** Stands right behind the notices, before anything is painted. */
export const closed = inline(hideClosed);
