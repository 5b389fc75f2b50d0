import { contractMachine as machine } from '#domain/contracts/rules.ts';
import { moment, t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { natural } from './natural.ts';
import { useContract, useContractNow } from './store.ts';

const words = contract.returned;

/** Who sent the contract back or opened it again, why, and what is done about it now. */
export function Returned() {
  const { user } = useContract();
  const { returned, state, seller, partnerId } = useContractNow();
  const next = natural[state];
  if (!returned || !next) return null;
  const { by, at, from, reason, note } = returned;
  const again = words.titles[from];
  const isMine = state !== 'incomplete' || user.id === seller.id || user.id === partnerId;
  return (
    <section className={`callout ${again ? 'warn' : 'bad'} returned`} role="status">
      <p>
        <b>{t(again ?? words.title, { by: by ?? words.somebody, at: moment(at) })}</b>:{' '}
        {[reason, note].filter(Boolean).join('. ')}
      </p>
      <p>{isMine ? t(words.todo, { move: machine.moves[next].label }) : t(words.others, { seller: seller.name })}</p>
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
