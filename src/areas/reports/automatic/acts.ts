/** What is done at once with a report that is sent by itself, in its row's menu and beside its fields. */
import type { AutomaticReport } from '#domain/reports/automatic/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { automatic as words } from '#site/messages/it/reports.ts';

interface Act {
  label: string;
  /** What is said once it is done. */
  done: string;
  /** It sends; the others change the report. */
  sends: boolean;
  run: () => Promise<unknown>;
}

/** In the order of their buttons; none of an archived one. */
export function actsOf({ id, name, state, archived }: AutomaticReport): Act[] {
  if (archived) return [];
  const params = { id };
  const send = (to: 'all' | 'me'): Act => ({
    label: to === 'all' ? words.send : words.try,
    done: t(to === 'all' ? words.sent : words.tried, { name }),
    sends: true,
    run: () => call('POST /automatic-reports/:id/send', { params, body: { to }, key: newKey() }),
  });
  const change = (verb: 'pause' | 'resume' | 'take', done: string): Act => ({
    label: words[verb],
    done: t(done, { name }),
    sends: false,
    run: () => call(`POST /automatic-reports/:id/${verb}`, { params }),
  });
  return [
    state === 'left' ? change('take', words.taken) : send('all'),
    send('me'),
    ...(state === 'active' ? [change('pause', words.didPause)] : []),
    ...(state === 'paused' ? [change('resume', words.didResume)] : []),
  ];
}
