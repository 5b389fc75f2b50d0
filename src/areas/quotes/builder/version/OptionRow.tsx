import { memo } from 'react';
import { t } from '#site/lib/intl.ts';
import { kit } from '#site/messages/it/kit.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { useBuilder, type OptionChange } from '../store.ts';

const say = words.version;

/** A sentence that names what a choice added and removed. */
export const toldText = ({ added, removed }: Pick<OptionChange, 'added' | 'removed'>): string =>
  [
    added.length > 0 && t(say.added, { names: added.join(', ') }),
    removed.length > 0 && t(say.removed, { names: removed.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ');

/** The button that undoes what a choice did to other options. */
export function Undo({ told }: { told: OptionChange }) {
  const store = useBuilder();
  return (
    <button type="button" className="btn small" onClick={() => store.change({ optionIds: told.before })}>
      {kit.cancel}
    </button>
  );
}

/**
 * One option of the car: name, code, the rules about it or what choosing it did to others, price. Memoised, because there may be hundreds.
 */
export const OptionRow = memo(function OptionRow({
  id,
  name,
  code,
  why,
  price,
  checked,
  fixed = false,
  told,
  onToggle,
}: {
  id: number;
  name: string;
  code: string;
  /** Rules about the option; absent in a list without rules, where names take the full width. */
  why?: string;
  price: string;
  checked: boolean;
  /** The option comes with a pack, so it cannot be removed alone. */
  fixed?: boolean;
  told?: OptionChange | undefined;
  onToggle: (id: number) => void;
}) {
  return (
    <div className={why === undefined ? 'opt free' : 'opt'} data-told={told ? true : undefined}>
      <label>
        <input type="checkbox" checked={checked} disabled={fixed} onChange={() => onToggle(id)} />
        <span>{name}</span> <small className="code">{code}</small>
      </label>
      {told ? (
        <small className="why">
          {toldText(told)} <Undo told={told} />
        </small>
      ) : (
        why !== undefined && <small className="why">{why}</small>
      )}
      <span className="num">{price}</span>
    </div>
  );
});
