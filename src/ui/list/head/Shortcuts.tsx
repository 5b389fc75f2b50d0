import { counted } from '#site/lib/intl.ts';
import type { ListSpec } from '../table/columns.ts';
import { isPressed, searchOf, withShortcut, type ListState } from '../load/state.ts';

/** A link to another state of the list, which needs no script. */
export const linkOf = (spec: ListSpec, onGo: (state: ListState) => void) => (to: ListState) => ({
  href: searchOf(spec, to),
  onClick: (event: { preventDefault(): void }) => {
    event.preventDefault();
    onGo(to);
  },
});

/** The filters that one press puts on, each with its rows; one that would leave none is not offered. */
export function Shortcuts({
  spec,
  state,
  counts,
  link,
}: {
  spec: ListSpec;
  state: ListState;
  /** The number of rows of each view, then of each shortcut. */
  counts: readonly (number | null)[];
  link: ReturnType<typeof linkOf>;
}) {
  return spec.shortcuts?.map((shortcut, at) => {
    const pressed = isPressed(state, shortcut);
    const count = counts[spec.views.length + at] ?? null;
    if (count === 0 && !pressed) return null;
    return (
      <a
        key={shortcut.label}
        className="shortcut"
        aria-current={pressed ? 'true' : undefined}
        {...link(withShortcut(state, shortcut, !pressed))}
      >
        {shortcut.label} {count !== null && <b>{counted(count)}</b>}
      </a>
    );
  });
}
