import { lazy, useState } from 'react';
import type { OfferedLayout } from '#domain/layouts/network/schema.ts';
import type { Layout, LayoutTrial } from '#domain/layouts/schema.ts';
import { withSections } from '#domain/layouts/rules.ts';
import { isMandatory, type LayoutBlock, type LayoutKind } from '#domain/layouts/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { BlockForm } from './BlockForm.tsx';
import { Blocks, nameOf } from './Blocks.tsx';
import { layoutCalls } from './calls.ts';
import { Adding } from './Adding.tsx';
import { Preview } from './Preview.tsx';
import { useDraft } from './useDraft.ts';
import { Versions } from './Versions.tsx';
import './layouts.css';

const Offered = lazy(() => import('./Offered.tsx'));
const Publishing = lazy(() => import('./Publishing.tsx'));

interface Props {
  kind: LayoutKind;
  data: Layout;
  records: readonly { id: number; label: string }[];
  /** The numbered conditions of today's contracts, one a line; null on prints without them. */
  clauses: string | null;
  /** What the manufacturer offers of this kind. */
  offered: readonly OfferedLayout[];
}

const nextOf = ({ versions }: Layout): number => (versions[0]?.number ?? 0) + 1;

/** The layout of one kind of prints: its blocks at the left, a real record as it prints, the chosen block at the right. */
export function LayoutEditor({ kind, data, records, clauses, offered: editions }: Props) {
  const { layout, blocks, dirty, change, publish, replace } = useDraft(layoutCalls[kind], data);
  const [chosen, setChosen] = useState<string | null>(data.blocks[0]?.id ?? null);
  const [trial, setTrial] = useState<LayoutTrial | null>(null);
  const at = blocks.findIndex(({ id }) => id === chosen);
  const block = blocks[at];
  // What is printed, with the words of reusable blocks.
  const said = withSections(blocks, layout.sections);
  const add = (made: LayoutBlock) => {
    change([...blocks.slice(0, at + 1), made, ...blocks.slice(at + 1)]);
    setChosen(made.id);
  };
  const remove = (gone: LayoutBlock) => {
    change(blocks.filter(({ id }) => id !== gone.id));
    setChosen(blocks[at - 1]?.id ?? blocks[1]?.id ?? null);
    void toast(t(words.removed, { name: nameOf(kind, said[at] ?? gone) }), {
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
        onStandard={() =>
          void attempt(async () => {
            change((await import('#domain/layouts/standard.ts')).standardLayouts[kind]);
            void toast(words.standardDone, { action: { label: words.undo, run: () => change(blocks) } });
          })
        }
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
          sections={layout.sections}
          faults={layout.faults}
          chosen={chosen}
          onChoose={setChosen}
          onChange={change}
        />
        <Adding kind={kind} blocks={blocks} onAdd={add} />
      </section>
      <section className="layout-preview" aria-label={words.preview}>
        <Preview kind={kind} version={layout.version} records={records} chosen={chosen} onTrial={setTrial} />
      </section>
      <div className="layout-side">
        {block && (
          <section className="card pad" aria-label={nameOf(kind, said[at]!)}>
            <h2>{nameOf(kind, said[at]!)}</h2>
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
        <OnDemand>
          {editions.length > 0 && <Offered kind={kind} layout={layout} given={editions} replace={replace} />}
        </OnDemand>
        <div className="card pad">
          <Versions kind={kind} layout={layout} blocks={blocks} said={said} onTake={change} />
        </div>
      </div>
      <OnDemand>
        {publishing && (
          <Publishing
            kind={kind}
            layout={layout}
            next={next}
            said={said}
            onClose={() => setPublishing(false)}
            onPublish={() => void go()}
          />
        )}
      </OnDemand>
    </div>
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
