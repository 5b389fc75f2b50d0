import { lazy, useState } from 'react';
import type { NetworkLayout } from '#domain/layouts/network/schema.ts';
import { isMandatory, type LayoutBlock } from '#domain/layouts/terms.ts';
import { integer } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { record } from '#site/messages/it/kit.ts';
import { layouts } from '#site/messages/it/layouts.ts';
import { networkLayouts as words } from '#site/messages/it/layouts-network.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { Adding } from '../Adding.tsx';
import { BlockForm } from '../BlockForm.tsx';
import { Blocks, nameOf } from '../Blocks.tsx';
import { useDraft } from '../useDraft.ts';
import { Publishing } from './Publishing.tsx';
import '../layouts.css';

const History = lazy(() => import('#site/ui/record/page/History.tsx'));

interface Props {
  data: NetworkLayout;
  mayManage: boolean;
}

/** A layout of the manufacturer: its blocks at the left, the chosen one, and its editions with who prints by them. */
export function NetworkEditor({ data, mayManage }: Props) {
  const { id, kind } = data;
  const params = { id };
  const { layout, blocks, dirty, change, publish, replace } = useDraft<NetworkLayout>(
    {
      save: (version, all) =>
        call('PUT /network/layouts/:id', { params, version, body: { name: data.name, blocks: [...all] } }),
      publish: (version, text) => call('POST /network/layouts/:id/publish', { params, version, body: { note: text } }),
    },
    data,
  );
  const [chosen, setChosen] = useState<string | null>(data.blocks[0]?.id ?? null);
  const [publishing, setPublishing] = useState(false);
  const [note, setNote] = useState('');
  const at = blocks.findIndex((one) => one.id === chosen);
  const block = blocks[at];
  const next = layout.edition + 1;
  const add = (made: LayoutBlock) => {
    change([...blocks.slice(0, at + 1), made, ...blocks.slice(at + 1)]);
    setChosen(made.id);
  };
  const remove = (gone: LayoutBlock) => {
    change(blocks.filter((one) => one.id !== gone.id));
    setChosen(blocks[at - 1]?.id ?? blocks[1]?.id ?? null);
    void toast(t(layouts.removed, { name: nameOf(kind, gone) }), {
      action: { label: layouts.undo, run: () => change(blocks) },
    });
  };
  const go = async (text: string) => {
    setPublishing(false);
    const isDone = await publish(text);
    setNote(isDone ? '' : text);
    if (isDone) void toast(t(words.published, { n: next }), { kind: 'ok' });
  };
  const withdraw = () =>
    replace((version) =>
      call('POST /network/layouts/:id/withdraw', { params, version, body: { withdrawn: !layout.withdrawn } }),
    );
  return (
    <div className="layout-editor network">
      <DraftHead
        layout={layout}
        dirty={dirty}
        mayManage={mayManage}
        onWithdraw={() => void withdraw()}
        onPublish={() => setPublishing(true)}
      />
      <section className="card pad" aria-label={layouts.blocks}>
        <header className="head">
          <h2 className="grow">{layouts.blocks}</h2>
          <small>
            {t(layouts.count, {
              n: blocks.length,
              mandatory: blocks.filter((one) => isMandatory(kind, one.kind)).length,
            })}
          </small>
        </header>
        <Blocks
          kind={kind}
          blocks={blocks}
          sections={[]}
          faults={layout.faults}
          chosen={chosen}
          onChoose={setChosen}
          onChange={mayManage ? change : () => {}}
        />
        {mayManage && <Adding kind={kind} blocks={blocks} onAdd={add} />}
      </section>
      <section className="card pad" aria-label={block ? nameOf(kind, block) : layouts.blocks}>
        {block && (
          <fieldset className="whole" disabled={!mayManage}>
            <h2>{nameOf(kind, block)}</h2>
            {!mayManage && <p className="muted">{words.reads}</p>}
            <BlockForm
              key={block.id}
              kind={kind}
              block={block}
              faults={layout.faults.filter((one) => one.at === at)}
              sections={[]}
              trial={null}
              onChange={(changes) => change(blocks.map((one) => (one.id === block.id ? { ...one, ...changes } : one)))}
              onRemove={() => remove(block)}
            />
          </fieldset>
        )}
      </section>
      <Editions layout={layout} />
      {publishing && (
        <Publishing
          layout={layout}
          blocks={blocks}
          first={note}
          onClose={() => setPublishing(false)}
          onPublish={(text) => void go(text)}
        />
      )}
    </div>
  );
}

/** Whether the draft is saved, and what becomes of the layout. */
const DraftHead = ({
  layout,
  dirty,
  mayManage,
  onWithdraw,
  onPublish,
}: {
  layout: NetworkLayout;
  dirty: boolean;
  mayManage: boolean;
  onWithdraw: () => void;
  onPublish: () => void;
}) => (
  <header className="head">
    <span className="muted grow" role="status">
      {dirty ? layouts.saving : ''}
    </span>
    {mayManage && layout.edition > 0 && (
      <button type="button" className="btn" onClick={onWithdraw}>
        {layout.withdrawn ? words.offer : words.withdraw}
      </button>
    )}
    {mayManage && (
      <button type="button" className="btn primary" onClick={onPublish}>
        {t(words.publish, { n: layout.edition + 1 })}
        {layout.faults.length > 0 && (
          <span className="badge b-bad" title={layouts.faults}>
            {layout.faults.length}
          </span>
        )}
      </button>
    )}
  </header>
);

/** What was published, and which companies print by it. */
const Editions = ({ layout: { id, editions, users, userCount, edition: newest } }: { layout: NetworkLayout }) => (
  <section className="card pad" aria-labelledby="layout-editions">
    <h2 id="layout-editions">{layouts.versions}</h2>
    <ul className="layout-versions">
      {editions.map(({ edition, note, publishedAt, companies }) => (
        <li key={edition}>
          <div className="grow">
            <b>{t(words.edition, { n: edition })}</b>
            <small>{t(words.of, { at: moment(publishedAt), companies: integer(companies) })}</small>
            <small>{note}</small>
          </div>
        </li>
      ))}
    </ul>
    {users.length > 0 && (
      <details className="fold">
        <summary>{t(words.users, { n: integer(userCount) })}</summary>
        <ul className="layout-versions">
          {users.map(({ id, name, edition, isCopy, at }) => (
            <li key={id}>
              <div className="grow">
                <a className="link" href={`/fms/companies/${id}/users`}>
                  {name}
                </a>{' '}
                {(isCopy || edition < newest) && (
                  <span className={`badge b-${isCopy ? 'mute' : 'warn'}`}>{isCopy ? words.copy : words.behind}</span>
                )}
                <small>{t(words.since, { n: edition, at: moment(at) })}</small>
              </div>
            </li>
          ))}
        </ul>
        {userCount > users.length && <p className="muted">{t(words.more, { n: integer(userCount - users.length) })}</p>}
      </details>
    )}
    <Changed key={newest} id={id} />
  </section>
);

/** Who changed what of a layout, read when it is unfolded. */
function Changed({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const read = () => call('GET /network/layouts/:id/timeline', { params: { id } });
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{record.history}</summary>
      <OnDemand>{isOpen && <History read={read} />}</OnDemand>
    </details>
  );
}
