import { depositOutcomes } from '#domain/contracts/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { useContractNow } from './store.ts';

const words = contract.cancelling;

/** Who asks to cancel the approved contract, why, and what a second person's yes does. */
export function Cancelling() {
  const { cancelling } = useContractNow();
  if (!cancelling) return null;
  const { by, at, reason, note, depositOutcome } = cancelling;
  return (
    <section className="callout warn returned" role="status">
      <p>
        <b>{t(words.title, { by: by ?? contract.returned.somebody, at: moment(at) })}</b>:{' '}
        {[reason, note].filter(Boolean).join('. ')}
      </p>
      <p>
        {words.follows} {depositOutcome && t(words.caparra, { outcome: depositOutcomes[depositOutcome].toLowerCase() })}
      </p>
    </section>
  );
}
