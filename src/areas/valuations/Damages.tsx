import { lazy, useState, type MouseEvent } from 'react';
import { money } from '#domain/italian.ts';
import { blankOf } from '#domain/record/fields.ts';
import { damageKinds } from '#domain/stock/damages.ts';
import { usualCost, type DamageCosts } from '#domain/valuations/estimate.ts';
import { damageFields, MOST_DAMAGES, type Damage, type ValuationValues } from '#domain/valuations/fields.ts';
import { MAP_SCALE, middles, placeAt } from '#domain/valuations/places.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { places } from '#domain/valuations/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import { listWith, type Opened } from './damage-list.ts';

const DamageDialog = lazy(() => import('./DamageDialog.tsx'));

/** The car from above: its lines, and a button for each damage where it lies. */
function CarMap({
  damages,
  onPlace,
  onOpen,
}: {
  damages: readonly Damage[];
  onPlace: ((x: number, y: number) => void) | undefined;
  onOpen: (at: number) => void;
}) {
  const place = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    const within = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * MAP_SCALE);
    onPlace?.(within((clientX - box.left) / box.width), within((clientY - box.top) / box.height));
  };
  return (
    <div className="car-map" aria-label={words.map} role="group">
      <svg viewBox="0 0 140 300" aria-hidden="true" onClick={place} data-places={onPlace ? '' : undefined}>
        <g className="wheels">
          {(
            [
              [14, 42],
              [118, 42],
              [14, 218],
              [118, 218],
            ] as const
          ).map(([x, y]) => (
            <rect key={`${x} ${y}`} x={x} y={y} width="9" height="40" rx="3" />
          ))}
        </g>
        <path d="M70 6 C44 6 30 16 27 48 L22 120 L22 250 C22 280 36 294 70 294 C104 294 118 280 118 250 L118 120 L113 48 C110 16 96 6 70 6 Z" />
        <path className="glass" d="M36 104 C50 92 90 92 104 104 L97 130 L43 130 Z" />
        <path d="M41 136 L99 136 L101 222 L39 222 Z" />
        <path className="glass" d="M43 228 L97 228 L102 250 C88 258 52 258 38 250 Z" />
        <path className="seam" d="M22 120 L41 136 M118 120 L99 136 M22 178 L40 178 M118 178 L100 178" />
      </svg>
      {damages.map(({ place: part, x, y, kind }, i) => (
        <button
          key={i}
          type="button"
          className="mark"
          data-kind={kind}
          style={{
            insetInlineStart: `${(x || middles[part][0]) / 10}%`,
            insetBlockStart: `${(y || middles[part][1]) / 10}%`,
          }}
          aria-label={`${t(words.damage, { n: i + 1 })}, ${places[part]}`}
          onClick={() => onOpen(i)}
        >
          {i + 1}
        </button>
      ))}
    </div>
  );
}

/** Damages on the map of the car, each with its cost and its photos. */
export function Damages({
  of,
  costs,
  onSave,
}: {
  of: Valuation;
  costs: DamageCosts;
  onSave: ((patch: Partial<ValuationValues>) => Promise<boolean>) | undefined;
}) {
  const [open, setOpen] = useState<Opened | null>(null);
  const { damages, id } = of;
  const mayAdd = onSave !== undefined && damages.length < MOST_DAMAGES;
  const blank = blankOf(damageFields);
  const usual = { ...blank, amount: usualCost(costs, blank.kind) };
  const add = (x: number, y: number) => setOpen({ at: null, damage: { ...usual, place: placeAt(x, y), x, y } });
  async function saved(opened: Opened, damage: Damage | null): Promise<void> {
    const now = listWith(damages, opened, damage);
    if (!now) return void toast(words.damageChanged, { kind: 'bad' });
    if (await onSave?.({ damages: [...now] })) setOpen(null);
  }
  const photos = damages.reduce((sum, one) => sum + one.photos.length, 0);
  return (
    <section className="card pad">
      <header>
        <h2>{words.damages}</h2>
        <span className="muted grow">
          {damages.length} · {t(words.somePhotos[photos === 1 ? 0 : 1], { n: photos })}
        </span>
        {mayAdd && (
          <button type="button" className="btn small" onClick={() => add(...middles.front)}>
            {words.addDamage}
          </button>
        )}
      </header>
      <div className="damages">
        <CarMap
          damages={damages}
          onPlace={mayAdd ? add : undefined}
          onOpen={(at) => setOpen({ at, damage: damages[at]! })}
        />
        <ol>
          {damages.length === 0 && <li className="muted">{mayAdd ? words.onMap : words.noDamages}</li>}
          {damages.map((damage, i) => (
            <li key={i}>
              <span className="no">{i + 1}</span>
              <button type="button" className="link" onClick={() => setOpen({ at: i, damage })}>
                {places[damage.place]}
              </button>
              <b>{money(damage.amount)}</b>
              <small className="muted">{[damageKinds[damage.kind], damage.note].filter(Boolean).join(' · ')}</small>
              {damage.photos.length > 0 && (
                <span className="thumbs">
                  {damage.photos.map((uploadId, n) => (
                    <a
                      key={uploadId}
                      href={apiPath('GET /valuations/:id/photos/:uploadId', {
                        params: { id, uploadId },
                        query: { size: 'large' },
                      })}
                      target="_blank"
                      rel="noreferrer"
                    >
                      <img
                        src={apiPath('GET /valuations/:id/photos/:uploadId', { params: { id, uploadId } })}
                        alt={t(words.photoOf, { n: n + 1, place: places[damage.place] })}
                        width="64"
                        height="48"
                        loading="lazy"
                      />
                    </a>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
      <OnDemand>
        {open && (
          <DamageDialog
            damage={open.damage}
            costs={costs}
            isNew={open.at === null}
            onClose={() => setOpen(null)}
            onSave={onSave && ((damage) => saved(open, damage))}
          />
        )}
      </OnDemand>
    </section>
  );
}
