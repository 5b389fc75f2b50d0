import { useState } from 'react';
import { blocksFor, isFree, type LayoutBlock, type LayoutKind } from '#domain/layouts/terms.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';

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

/** A further block, by its kind. */
export function Adding({
  kind,
  blocks,
  onAdd,
}: {
  kind: LayoutKind;
  blocks: readonly LayoutBlock[];
  onAdd: (made: LayoutBlock) => void;
}) {
  const offered = Object.entries(blocksFor(kind)).filter(
    ([name]) => isFree(name) || !blocks.some((one) => one.kind === name),
  );
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
          onAdd(fresh(adding));
          setAdding('text');
        }}
      >
        {words.addVerb}
      </button>
    </div>
  );
}
