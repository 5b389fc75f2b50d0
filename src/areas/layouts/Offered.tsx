import { useState } from 'react';
import type { OfferedLayout } from '#domain/layouts/network/schema.ts';
import { changesBetween } from '#domain/layouts/rules.ts';
import type { Layout } from '#domain/layouts/schema.ts';
import type { LayoutKind } from '#domain/layouts/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { layouts } from '#site/messages/it/layouts.ts';
import { offeredLayouts as words } from '#site/messages/it/layouts-network.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import { layoutCalls } from './calls.ts';
import { Changes } from './Versions.tsx';

interface Props {
  kind: LayoutKind;
  layout: Layout;
  given: readonly OfferedLayout[];
  /** Puts another layout in place of the draft; true: done. */
  replace: (by: (version: number) => Promise<Layout>) => Promise<boolean>;
}

/** What a company has of an edition: as it is, written on, or a former one. */
function badgeOf({ edition, taken }: OfferedLayout): { label: string; tone: string } | null {
  if (!taken) return null;
  if (taken.edition < edition) return { label: words.fresh, tone: 'warn' };
  return taken.isCopy ? { label: words.copied, tone: 'mute' } : { label: words.adopted, tone: 'ok' };
}

/** The manufacturer's layouts of this kind: compared with what is printed, taken as they are, or copied into the draft. */
export default function Offered({ kind, layout, given, replace }: Props) {
  const [offered, setOffered] = useState(given);
  const [asked, setAsked] = useState<OfferedLayout | null>(null);
  const take = async (one: OfferedLayout, how: 'adopt' | 'copy') => {
    setAsked(null);
    const body = { layoutId: one.id, edition: one.edition };
    if (!(await replace((version) => layoutCalls[kind][how](version, body)))) return;
    const taken = { edition: one.edition, isCopy: how === 'copy' };
    // What is adopted stays so until the copy is published.
    if (how === 'adopt' || !offered.some((each) => each.taken?.isCopy === false))
      setOffered(offered.map((each) => ({ ...each, taken: each.id === one.id ? taken : null })));
    void toast(t(how === 'adopt' ? words.adoptedNow : words.copiedNow, { name: one.name }), { kind: 'ok' });
  };
  return (
    <section className="card pad" aria-labelledby="layout-offered">
      <h2 id="layout-offered">{words.title}</h2>
      <ul className="layout-versions">
        {offered.map((one) => {
          const badge = badgeOf(one);
          return (
            <li key={one.id}>
              <div className="grow">
                <b>{one.name}</b> {badge && <span className={`badge b-${badge.tone}`}>{badge.label}</span>}
                <small>{t(words.edition, { n: one.edition, at: moment(one.publishedAt) })}</small>
                <small>{one.note}</small>
              </div>
              <button
                type="button"
                className="btn small"
                aria-label={t(words.compare, { name: one.name })}
                onClick={() => setAsked(one)}
              >
                {layouts.compareVerb}
              </button>
            </li>
          );
        })}
      </ul>
      <Dialog
        open={asked !== null}
        title={t(words.adoptTitle, { name: asked?.name ?? '', n: asked?.edition ?? 0 })}
        onClose={() => setAsked(null)}
        actions={
          asked && (
            <>
              <button type="button" className="btn" onClick={() => void take(asked, 'copy')}>
                {words.copy}
              </button>
              <button type="button" className="btn primary" onClick={() => void take(asked, 'adopt')}>
                {words.adopt}
              </button>
            </>
          )
        }
      >
        <Changes kind={kind} changes={changesBetween(layout.published, asked?.blocks ?? [])} />
        <p className="muted">{words.adoptText}</p>
      </Dialog>
    </section>
  );
}
