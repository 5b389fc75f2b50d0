import { useState } from 'react';
import { changesBetween, type LayoutChange } from '#domain/layouts/rules.ts';
import type { Layout } from '#domain/layouts/schema.ts';
import type { LayoutBlock, LayoutKind } from '#domain/layouts/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import { nameOf } from './Blocks.tsx';
import { layoutCalls } from './calls.ts';

/** How much of an unchanged text stands before and after what changed; characters. */
const AROUND = 60;

/** What one layout has otherwise than another, block by block, with the words that changed. */
export const Changes = ({ kind, changes }: { kind: LayoutKind; changes: readonly LayoutChange[] }) =>
  changes.length === 0 ? (
    <p>{words.noChange}</p>
  ) : (
    <ul className="layout-changes">
      {changes.map(({ id, change, words: said, ...block }) => (
        <li key={id}>
          <b>{nameOf(kind, block)}</b>: {words.changes[change]}
          {said && (
            <p>
              {said.before.length > AROUND ? `…${said.before.slice(-AROUND)}` : said.before}
              {said.removed && <del>{said.removed}</del>}
              {said.added && <ins>{said.added}</ins>}
              {said.after.length > AROUND ? `${said.after.slice(0, AROUND)}…` : said.after}
            </p>
          )}
        </li>
      ))}
    </ul>
  );

/** The versions from the newest on: compared with the draft, taken into it again. */
export function Versions({
  kind,
  layout,
  blocks,
  said,
  onTake,
}: {
  kind: LayoutKind;
  layout: Layout;
  blocks: readonly LayoutBlock[];
  /** The draft as it is printed, with the words of reusable blocks. */
  said: readonly LayoutBlock[];
  onTake: (blocks: readonly LayoutBlock[]) => void;
}) {
  const [compared, setCompared] = useState<{ title: string; changes: readonly LayoutChange[] } | null>(null);
  const read = async (number: number): Promise<readonly LayoutBlock[]> =>
    number === 0
      ? (await import('#domain/layouts/standard.ts')).standardLayouts[kind]
      : (await layoutCalls[kind].version(number)).blocks;
  const withVersion = (number: number, use: (of: readonly LayoutBlock[]) => void) =>
    void read(number).then(use, (error: Error) => toast(error.message, { kind: 'bad' }));
  const rows = [
    ...layout.versions.map(({ number, by, at, prints }) => ({
      number,
      title: t(words.version, { n: number }),
      note: t(words.versionOf, { by, at: moment(at), prints }),
    })),
    { number: 0, title: words.standardVersion, note: '' },
  ];
  return (
    <section aria-labelledby="layout-versions">
      <header className="head">
        <h2 id="layout-versions" className="grow">
          {words.versions}
        </h2>
        <small>{words.versionsHelp}</small>
      </header>
      <ul className="layout-versions">
        {rows.map(({ number, title, note }) => (
          <li key={number}>
            <div className="grow">
              <b>{title}</b> {layout.inUse === number && <span className="badge b-ok">{words.inUse}</span>}
              <small>{note}</small>
            </div>
            <button
              type="button"
              className="btn small"
              aria-label={t(words.compare, { version: title })}
              onClick={() => withVersion(number, (of) => setCompared({ title, changes: changesBetween(of, said) }))}
            >
              {words.compareVerb}
            </button>
            <button
              type="button"
              className="btn small"
              aria-label={t(words.take, { version: title })}
              onClick={() =>
                withVersion(number, (of) => {
                  onTake(of);
                  void toast(number === 0 ? words.standardDone : t(words.taken, { n: number }), {
                    kind: 'ok',
                    action: { label: words.undo, run: () => onTake(blocks) },
                  });
                })
              }
            >
              {words.takeVerb}
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={compared !== null}
        title={t(words.compareTitle, { version: compared?.title ?? '' })}
        onClose={() => setCompared(null)}
      >
        <Changes kind={kind} changes={compared?.changes ?? []} />
      </Dialog>
    </section>
  );
}
