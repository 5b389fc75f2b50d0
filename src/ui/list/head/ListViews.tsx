import { lazy, useState } from 'react';
import { lists as words } from '#site/messages/it/lists.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { counted, t } from '#site/lib/intl.ts';
import { toast } from '#site/ui/toast.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { ListData, ListPage, ListSpec } from '../table/columns.ts';
import { isView, readState, searchOf, stateParams, unpressed, type ListState } from '../load/state.ts';

const SaveView = lazy(() => import('./SaveView.tsx'));

/** How many counts stand before those of the saved views. */
const ownCounts = ({ views, shortcuts = [] }: ListSpec) => views.length + shortcuts.length;

const linkTo = ({ name, href, count }: NonNullable<ListSpec['elsewhere']>[number]) => (
  <a key={href} href={href}>
    {name}
    <span>{counted(count)}</span>
  </a>
);

interface Props {
  spec: ListSpec;
  state: ListState;
  data: ListData;
  /** The number of rows of each view: the list's own ones, its shortcuts, then the saved ones; null: unknown. */
  counts: readonly (number | null)[];
  /** The rows of the current state. */
  page: ListPage;
  /** Keys of the visible columns. */
  columns: readonly string[];
  onGo: (state: ListState) => void;
}

/**
 * Views as tabs: the list's own, the person's, and those shared with the company. A state that no view shows can be
 * saved as one; then the view is lit within which shortcuts narrow.
 */
export function ListViews({ spec, state, data, counts, page, columns, onGo }: Props) {
  const [saved, setSaved] = useState(data.saved);
  const [saving, setSaving] = useState(false);
  const stateOf = (view: Record<string, string>): ListState => ({
    ...readState(spec, new URLSearchParams(view).toString()),
    mode: state.mode,
  });
  const removable = saved.find((view) => view.removable && isView(spec, state, view.state));
  const known = [...spec.views, ...saved].some((view) => isView(spec, state, view.state));
  const lit = known ? state : unpressed(spec, state);
  /** The active view shows the current total; the other counts come from the last reading of the list. */
  const countOf = (view: { state: Record<string, string> }, index: number): string | undefined => {
    if (isView(spec, state, view.state)) return counted(page.total, page.isExact);
    const count = counts[index] ?? null;
    return count === null ? undefined : counted(count);
  };
  const tab = (key: string, name: string, view: Record<string, string>, note?: string) => (
    <a
      key={key}
      href={searchOf(spec, stateOf(view))}
      aria-current={isView(spec, lit, view) ? 'true' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onGo(stateOf(view));
      }}
    >
      {name}
      {note && <span>{note}</span>}
    </a>
  );
  const create = async (name: string, shared: boolean, view: Record<string, string>, key: string) => {
    const added = await call('POST /users/me/views', { body: { area: spec.area, name, shared, state: view }, key });
    setSaved((before) => [...before, added]);
  };
  const remove = async (view: ListData['saved'][number]) => {
    try {
      await call('DELETE /users/me/views/:id', { params: { id: view.id } });
    } catch (error) {
      return void toast((error as Error).message, { kind: 'bad' });
    }
    setSaved((before) => before.filter(({ id }) => id !== view.id));
    void toast(t(words.viewDeleted, { name: view.name }), {
      kind: 'ok',
      duration: 8000,
      action: { label: words.cancel, run: () => create(view.name, view.shared, view.state, newKey()) },
    });
  };
  return (
    <div className="list-views">
      <nav className="tabs" aria-label={words.views}>
        {spec.views.map((view, index) => tab(view.name, view.name, view.state, countOf(view, index)))}
        {saved.map((view) => {
          const place = data.saved.findIndex(({ id }) => id === view.id);
          const note = [countOf(view, place < 0 ? -1 : ownCounts(spec) + place), view.shared && words.shared];
          return tab(`saved-${view.id}`, view.name, view.state, note.filter(Boolean).join(' · ') || undefined);
        })}
        {spec.elsewhere?.map(linkTo)}
      </nav>
      {!known && (
        <button type="button" className="btn ghost small" onClick={() => setSaving(true)}>
          {words.saveView}
        </button>
      )}
      {removable && (
        <button type="button" className="btn ghost small" onClick={() => void remove(removable)}>
          {words.deleteView}
        </button>
      )}
      <OnDemand>
        {saving && (
          <SaveView
            save={(name, shared, key) =>
              create(name, shared, { ...stateParams(spec, state), columns: columns.join(',') }, key)
            }
            onClose={() => setSaving(false)}
          />
        )}
      </OnDemand>
    </div>
  );
}
