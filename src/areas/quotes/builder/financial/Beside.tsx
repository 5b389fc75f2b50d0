import { money, rate } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { useReckoned } from '../quote.ts';

const words = builder.financial;

export function Beside() {
  const { draft, sheet, priced } = useReckoned();
  const rows = priced.alternatives.flatMap(({ offer }, at) => {
    const plan = sheet.plans.find(({ id }) => id === draft.alternatives[at]?.planId);
    return offer && plan ? [{ offer, plan }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <div>
      <h3>{words.beside}</h3>
      <dl className="priced">
        {rows.map(({ offer, plan }, at) => (
          <div key={at}>
            <dt>
              {plan.name}
              <small>
                {t(words.besideRates, {
                  tan: rate(offer.tan),
                  taeg: rate(offer.taeg),
                  total: money((offer.withProtection ?? offer).totalDue),
                })}
              </small>
            </dt>
            <dd>
              {t(words.besideRow, {
                n: offer.instalments,
                amount: money(offer.monthly),
                balloon: offer.balloon > 0 ? t(words.besideBalloon, { amount: money(offer.balloon) }) : '',
              })}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
