import { useStore } from '@nanostores/react';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { standing } from '#site/ui/standing.tsx';
import { useNewCar, useNewCarNow } from './store.ts';

const load = () => import('./Aside.tsx');
const Aside = standing(load, import.meta.env.SSR ? (await load()).default : null, { warm: true });

/** What stays in view beside a car: the car, its price and margin, its age, what is to be done. */
export function Beside() {
  const store = useNewCar();
  const values = useStore(store.$value);
  const papers = useStore(store.papers.$rows);
  const car = useNewCarNow();
  const { body, paint, maker, model, options } = car;
  return (
    <aside className="car-aside">
      <div className="card car-shape">
        <Silhouette body={body} colour={paint} label={[maker, model, options[0]].filter(Boolean).join(' ')} />
      </div>
      <Aside car={car} values={values} papers={papers} />
    </aside>
  );
}
