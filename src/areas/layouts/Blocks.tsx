import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { withSections, type LayoutFault } from '#domain/layouts/rules.ts';
import type { Layout } from '#domain/layouts/schema.ts';
import {
  blocksFor,
  conditions,
  isFree,
  isMandatory,
  type Condition,
  type LayoutBlock,
  type LayoutKind,
} from '#domain/layouts/terms.ts';
import { t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { moved } from '#site/ui/record/form/form.ts';

/** How much of a text stands for the heading that it does not have; characters. */
const BEGINNING = 36;

/** The name of a block: its own heading, or the beginning of its text, or that of its kind. */
export function nameOf(kind: LayoutKind, block: Pick<LayoutBlock, 'kind' | 'title' | 'text'>): string {
  const label = blocksFor(kind)[block.kind]?.label ?? block.kind;
  if (!isFree(block.kind)) return label;
  const said = block.text.replaceAll(/^- |\*/gm, '').trim();
  const beginning = said.length > BEGINNING ? `${said.slice(0, BEGINNING).replace(/\s+\S*$/, '')}…` : said;
  return block.title || beginning.replace(/[.,:;]$/, '') || label;
}

/** Its condition, or the one without which it has nothing to print. */
const whenOf = (kind: LayoutKind, { kind: name, when }: LayoutBlock): Condition =>
  when === 'always' ? (blocksFor(kind)[name]?.only ?? when) : when;

const noteOf = (kind: LayoutKind, block: LayoutBlock): string => {
  if (block.hidden) return words.hiddenBlock;
  return isMandatory(kind, block.kind) ? words.mandatory : conditions[whenOf(kind, block)];
};

/** One up, one down: for who neither drags nor knows the keys. */
function Moves({ name, at, of, move }: { name: string; at: number; of: number; move: (by: number) => void }) {
  return (
    <span className="tools">
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          className="icon"
          tabIndex={-1}
          disabled={at + by < 0 || at + by >= of}
          aria-label={t(by < 0 ? words.moveUp : words.moveDown, { name })}
          onClick={() => move(by)}
        >
          <Icon name={by < 0 ? 'chevron-up' : 'chevron-down'} />
        </button>
      ))}
    </span>
  );
}

/** The blocks in their order, moved by dragging, by Alt and an arrow key, or by two buttons. */
export function Blocks({
  kind,
  blocks,
  sections,
  faults,
  chosen,
  onChoose,
  onChange,
}: {
  kind: LayoutKind;
  blocks: readonly LayoutBlock[];
  /** The reusable blocks, by whose words those are named that print them. */
  sections: Layout['sections'];
  faults: readonly LayoutFault[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onChange: (blocks: readonly LayoutBlock[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const names = withSections(blocks, sections).map((block) => nameOf(kind, block));
  const move = (at: number, by: number) => {
    const block = blocks[at]!;
    flushSync(() => onChange(moved(blocks, at, by)));
    // Moved in the page, an element loses the focus.
    list.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(block.id)}"]`)?.focus();
    const n = Math.min(blocks.length, Math.max(1, at + by + 1));
    setTold(t(words.moved, { name: names[at]!, n }));
  };
  const press = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    move(at, by);
  };
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (dragged === null) return;
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-at]');
    if (!over || !list.current?.contains(over)) return;
    const at = blocks.findIndex(({ id }) => id === dragged);
    const by = Number(over.dataset.at) - at;
    if (by !== 0) onChange(moved(blocks, at, by));
  };
  return (
    <>
      <ol className="layout-blocks" ref={list} aria-label={words.blocks}>
        {blocks.map((block, at) => {
          const fault = faults.find((one) => one.at === at);
          const name = names[at]!;
          return (
            <li key={block.id} data-at={at} className={dragged === block.id ? 'moving' : undefined}>
              <button
                type="button"
                className="grow"
                data-block={block.id}
                aria-pressed={chosen === block.id}
                aria-describedby="layout-move"
                onClick={() => onChoose(block.id)}
                onKeyDown={(event) => press(event, at)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(block.id);
                }}
                onPointerMove={drag}
                onPointerUp={() => setDragged(null)}
                onPointerCancel={() => setDragged(null)}
              >
                <b>{name}</b>
                {fault ? (
                  <em className="wrong">{fault.message}</em>
                ) : (
                  <em className={whenOf(kind, block) === 'always' ? undefined : 'only'}>{noteOf(kind, block)}</em>
                )}
              </button>
              {fault ? <Icon name="circle-alert" /> : block.hidden && <Icon name="eye-off" />}
              <Moves name={name} at={at} of={blocks.length} move={(by) => move(at, by)} />
            </li>
          );
        })}
      </ol>
      <p className="help" id="layout-move">
        {words.moveHint}
      </p>
      <span className="sr-only" role="status">
        {told}
      </span>
    </>
  );
}
