import { useState } from 'react';
import { changesBetween } from '#domain/layouts/rules.ts';
import type { Layout, LayoutTrial } from '#domain/layouts/schema.ts';
import { standardLayouts } from '#domain/layouts/standard.ts';
import { blocksFor, isFree, isMandatory, type LayoutBlock, type LayoutKind } from '#domain/layouts/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import { BlockForm } from './BlockForm.tsx';
import { Blocks, nameOf } from './Blocks.tsx';
import { Preview } from './Preview.tsx';
import { useDraft } from './useDraft.ts';
import { Changes, Versions } from './Versions.tsx';
import './layouts.css';

interface Props {
  kind: LayoutKind;
  data: Layout;
  records: readonly { id: number; label: string }[];
  /** The numbered conditions of today's contracts, one a line; null on prints without them. */
  clauses: string | null;
}

/** A block that the layout does not have yet, with an id of its own. */
const fresh = (kind: string): LayoutBlock => ({
  id: isFree(kind) ? `b-${crypto.randomUUID().slice(0, 18)}` : kind,
  kind,
  title: '',
  text: '',
  when: 'always',
  hidden: false,
  sectionId: null,
});

const nextOf = ({ versions }: Layout): number => (versions[0]?.number ?? 0) + 1;

/** The layout of one kind of prints: its blocks at the left, a real record as it prints, the chosen block at the right. */
export function LayoutEditor({ kind, data, records, clauses }: Props) {
  const { layout, blocks, dirty, change, publish } = useDraft(kind, data);
  const [chosen, setChosen] = useState<string | null>(data.blocks[0]?.id ?? null);
  const [trial, setTrial] = useState<LayoutTrial | null>(null);
  const at = blocks.findIndex(({ id }) => id === chosen);
  const block = blocks[at];
  const offered = Object.entries(blocksFor(kind)).filter(
    ([name]) => isFree(name) || !blocks.some((one) => one.kind === name),
  );
  const add = (name: string) => {
    const made = fresh(name);
    change([...blocks.slice(0, at + 1), made, ...blocks.slice(at + 1)]);
    setChosen(made.id);
  };
  const remove = (gone: LayoutBlock) => {
    change(blocks.filter(({ id }) => id !== gone.id));
    setChosen(blocks[at - 1]?.id ?? blocks[1]?.id ?? null);
    void toast(t(words.removed, { name: nameOf(kind, gone) }), {
      action: { label: words.undo, run: () => change(blocks) },
    });
  };
  const next = nextOf(layout);
  const [publishing, setPublishing] = useState(false);
  const go = async () => {
    setPublishing(false);
    if (await publish()) void toast(t(words.published, { n: next }), { kind: 'ok' });
  };
  const mandatory = blocks.filter((one) => isMandatory(kind, one.kind)).length;
  return (
    <div className="layout-editor">
      <Head
        layout={layout}
        dirty={dirty}
        onStandard={() => {
          change(standardLayouts[kind]);
          void toast(words.standardDone, { action: { label: words.undo, run: () => change(blocks) } });
        }}
        onPublish={() => setPublishing(true)}
      />
      <section className="card pad" aria-label={words.blocks}>
        <header className="head">
          <h2 className="grow">{words.blocks}</h2>
          <small>{t(words.count, { n: blocks.length, mandatory })}</small>
        </header>
        <Blocks
          kind={kind}
          blocks={blocks}
          faults={layout.faults}
          chosen={chosen}
          onChoose={setChosen}
          onChange={change}
        />
        <Adding offered={offered} onAdd={add} />
      </section>
      <section className="layout-preview" aria-label={words.preview}>
        <Preview kind={kind} version={layout.version} records={records} onTrial={setTrial} />
      </section>
      <div className="layout-side">
        {block && (
          <section className="card pad" aria-label={nameOf(kind, block)}>
            <h2>{nameOf(kind, block)}</h2>
            {block.kind === 'clauses' && clauses !== null && <Clauses clauses={clauses} />}
            <BlockForm
              key={block.id}
              kind={kind}
              block={block}
              faults={layout.faults.filter((one) => one.at === at)}
              sections={layout.sections}
              trial={trial}
              onChange={(changes) => change(blocks.map((one) => (one.id === block.id ? { ...one, ...changes } : one)))}
              onRemove={() => remove(block)}
            />
          </section>
        )}
        <div className="card pad">
          <Versions kind={kind} layout={layout} blocks={blocks} onTake={change} />
        </div>
      </div>
      {publishing && (
        <Publishing
          kind={kind}
          layout={layout}
          blocks={blocks}
          onClose={() => setPublishing(false)}
          onPublish={() => void go()}
        />
      )}
    </div>
  );
}

/** A further block, by its kind. */
function Adding({
  offered,
  onAdd,
}: {
  offered: readonly (readonly [string, { label: string }])[];
  onAdd: (kind: string) => void;
}) {
  const [adding, setAdding] = useState('text');
  return (
    <div className="head">
      <span className="field grow">
        <select aria-label={words.add} value={adding} onChange={({ target }) => setAdding(target.value)}>
          {offered.map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <button
        type="button"
        className="btn"
        onClick={() => {
          onAdd(adding);
          setAdding('text');
        }}
      >
        {words.addVerb}
      </button>
    </div>
  );
}

/** What prints otherwise once the draft is published, before it is. */
function Publishing({
  kind,
  layout,
  blocks,
  onClose,
  onPublish,
}: {
  kind: LayoutKind;
  layout: Layout;
  blocks: readonly LayoutBlock[];
  onClose: () => void;
  onPublish: () => void;
}) {
  const next = nextOf(layout);
  const kept = layout.versions.find(({ number }) => number === layout.inUse)?.prints ?? 0;
  return (
    <Dialog
      open
      title={t(words.publishTitle, { n: next })}
      onClose={onClose}
      actions={
        <button type="button" className="btn primary" onClick={onPublish}>
          {t(words.publish, { n: next })}
        </button>
      }
    >
      <Changes kind={kind} changes={changesBetween(layout.published, blocks)} />
      <p className="muted">{t(words.keptPrints, { n: kept })}</p>
    </Dialog>
  );
}

/** What the block «Condizioni» prints above its own text. */
const Clauses = ({ clauses }: { clauses: string }) => (
  <details className="layout-clauses">
    <summary>{words.clauses}</summary>
    <ol>
      {clauses
        .split('\n')
        .filter((line) => line.trim())
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ol>
    <p>
      <a href="/dealer/preferences/contract_schema#clauses">{words.clausesWhere}</a>
    </p>
  </details>
);

/** Whose draft it is, and what becomes of it. */
function Head({
  layout,
  dirty,
  onStandard,
  onPublish,
}: {
  layout: Layout;
  dirty: boolean;
  onStandard: () => void;
  onPublish: () => void;
}) {
  return (
    <header className="head">
      <span className="muted grow" role="status">
        {dirty ? words.saving : layout.editedAt ? t(words.savedBy, { time: moment(layout.editedAt) }) : ''}
        {layout.editedBy && !dirty ? `, ${layout.editedBy}` : ''}
      </span>
      <button type="button" className="btn" onClick={onStandard}>
        {words.standard}
      </button>
      <button type="button" className="btn primary" onClick={onPublish}>
        {t(words.publish, { n: nextOf(layout) })}
        {layout.faults.length > 0 && (
          <span className="badge b-bad" title={words.faults}>
            {layout.faults.length}
          </span>
        )}
      </button>
    </header>
  );
}
