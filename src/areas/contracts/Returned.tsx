import { useStore } from '@nanostores/react';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { isReviewed } from '#domain/contracts/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { natural } from './natural.ts';
import { useContract, useContractNow } from './store.ts';

const words = contract.returned;

/** Who sent the contract back or opened it again, why, and what is done about it now. */
export function Returned() {
  const { user, $actions } = useContract();
  const offered = useStore($actions);
  const { returned, state, seller, partnerId } = useContractNow();
  const next = natural[state];
  if (!returned || !next) return null;
  const { by, at, from, reason, note } = returned;
  const isMine = state === 'incomplete' ? user.id === seller.id || user.id === partnerId : offered.includes(next);
  const move = machine.moves[next].label;
  const others =
    state === 'incomplete' ? t(words.others, { seller: seller.name }) : t(contract.missing.others, { move });
  return (
    <section className={`callout ${isReviewed(from) ? 'bad' : 'warn'} returned`} role="status">
      <p>
        <b>{t(words.titles[from] ?? words.title, { by: by ?? words.somebody, at: moment(at) })}</b>:{' '}
        {[reason, note].filter(Boolean).join('. ')}
      </p>
      <p>{isMine ? t(words.todo, { move }) : others}</p>
    </section>
  );
}

/** Who cancelled the contract, when and why. */
export function Canceled() {
  const { canceled, canceledAt, madeOf } = useContractNow();
  if (!canceled || canceledAt === null) return null;
  const { by, reason, note } = canceled;
  return (
    <section className="callout warn returned" role="status">
      <p>
        <b>{t(words.canceled, { by: by ?? words.somebody, at: moment(canceledAt) })}</b>{' '}
        {[reason, note].filter(Boolean).join('. ')}
      </p>
      {madeOf?.href && (
        <p>
          <a className="link" href={madeOf.href}>
            {t(words.again, { number: madeOf.number })}
          </a>
        </p>
      )}
    </section>
  );
}
