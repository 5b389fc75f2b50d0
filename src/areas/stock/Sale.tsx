import type { UsedCar } from '#domain/stock/schema.ts';
import { standing } from '#site/ui/standing.tsx';

const load = () => import('./SaleFacts.tsx');
const SaleFacts = standing(load, import.meta.env.SSR ? (await load()).default : null);

/** To whom a car was sold, once it was. */
export function Sale({ sale }: Pick<UsedCar, 'sale'>) {
  return (
    sale && (
      <section className="card sec">
        <SaleFacts sale={sale} />
      </section>
    )
  );
}
