import {
  waitingFields as fields,
  waitingParts as parts,
  waitingTargets,
  type WaitingSettings,
} from '#domain/accesses/waiting.ts';
import type { WaitingAnswer } from '#domain/accesses/words/endpoints.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { receptionWords as words } from '#site/messages/it/reception-words.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';

const calls: DatedCalls<WaitingSettings, WaitingAnswer> = {
  save: (version, body) => call('PUT /reception-waiting', { version, body }),
  unschedule: (version, from) => call('POST /reception-waiting/unschedule', { version, body: { from } }),
  history: () => call('GET /reception-waiting/timeline', {}),
};

interface Props {
  data: WaitingAnswer;
  events: Events;
  today: string;
  /** Whether the network's are set here. */
  isNetwork: boolean;
}

/** How long people may wait, from a day on. */
export function Waiting({ isNetwork, ...props }: Props) {
  const { slow, late, median } = waitingTargets(props.data.network);
  const minutes = (n: number) => t(words.minutes, { n });
  const network = t(words.networkWaits, {
    slow: minutes(slow),
    late: minutes(late),
    median: median === null ? words.notSet : minutes(median),
  });
  return (
    <>
      <p className="muted">{t(isNetwork ? words.waitingOf.network : words.waitingOf.dealer, { network })}</p>
      <DatedFields<WaitingSettings, WaitingAnswer> {...props} fields={fields} calls={calls} parts={parts} />
    </>
  );
}
