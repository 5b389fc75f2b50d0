import { lazy, useState } from 'react';
import type { Reach } from '#domain/news/endpoints.ts';
import { t } from '#site/lib/intl.ts';
import { news as words } from '#site/messages/it/news.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Confirm } from '#site/ui/Dialog.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { noticeCalls, releaseCalls, type WrittenNotice, type WrittenRelease } from './calls.ts';
import type { BegunNotice, Choices } from './NewsForm.tsx';

const ReleaseForm = lazy(async () => ({ default: (await import('./NewsForm.tsx')).ReleaseForm }));
const NoticeForm = lazy(async () => ({ default: (await import('./NewsForm.tsx')).NoticeForm }));

export type One = { kind: 'release'; one: WrittenRelease } | { kind: 'notice'; one: WrittenNotice };

/** The buttons that begin a new one; `begun`: a notice that another page begins. */
export function NewNews({ begun, ...choices }: Choices & { begun: BegunNotice | null }) {
  const [kind, setKind] = useState<One['kind'] | null>(begun && 'notice');
  const close = () => setKind(null);
  return (
    <>
      <button type="button" className="btn" onClick={() => setKind('notice')}>
        {words.newNotice}
      </button>
      <button type="button" className="btn primary" onClick={() => setKind('release')}>
        {words.newRelease}
      </button>
      {kind && (
        <OnDemand>
          {kind === 'release' ? (
            <ReleaseForm one={null} {...choices} onClose={close} />
          ) : (
            <NoticeForm one={null} begun={begun} {...choices} onClose={close} />
          )}
        </OnDemand>
      )}
    </>
  );
}

type Act = 'edit' | 'publish' | 'withdraw' | 'remove';

/** What can be done with one: changed, published or withdrawn, and a draft deleted. */
export function NewsActs({
  written,
  reach,
  reaches,
  ...choices
}: Choices & { written: One; reach: Pick<Reach, 'people'>; reaches: string }) {
  const [act, setAct] = useState<Act | null>(null);
  const { kind, one } = written;
  const calls = kind === 'release' ? releaseCalls : noticeCalls;
  const isOut = one.state !== 'draft' && one.state !== 'withdrawn';
  const close = () => setAct(null);
  const asks = {
    publish: {
      title: words.publishAsk,
      text: reach.people === 0 ? words.publishNobody : t(words.publishFor, { reach: reaches }),
      verb: words.publish,
    },
    withdraw: { title: words.withdrawAsk, text: words.withdrawText, verb: words.withdraw },
    remove: { title: words.removeAsk, text: words.removeText, verb: words.remove },
  };
  const ask = act && act !== 'edit' ? asks[act] : null;
  const confirm = () =>
    attempt(async () => {
      if (!act || act === 'edit') return;
      await calls[act](one);
      location.assign(act === 'remove' ? '/fms/releases' : location.href);
    });
  return (
    <>
      {one.state === 'draft' && (
        <button type="button" className="btn ghost" onClick={() => setAct('remove')}>
          {words.remove}
        </button>
      )}
      <button type="button" className="btn" onClick={() => setAct('edit')}>
        {words.edit}
      </button>
      <button
        type="button"
        className={isOut ? 'btn' : 'btn primary'}
        onClick={() => setAct(isOut ? 'withdraw' : 'publish')}
      >
        {isOut ? words.withdraw : words.publish}
      </button>
      <Confirm
        open={ask !== null}
        title={t(ask?.title ?? '', { title: one.title })}
        text={ask?.text}
        verb={ask?.verb ?? ''}
        onClose={close}
        onConfirm={() => {
          close();
          void confirm();
        }}
      />
      {act === 'edit' && (
        <OnDemand>
          {written.kind === 'release' ? (
            <ReleaseForm one={written.one} {...choices} onClose={close} />
          ) : (
            <NoticeForm one={written.one} {...choices} onClose={close} />
          )}
        </OnDemand>
      )}
    </>
  );
}
