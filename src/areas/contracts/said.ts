import { creditOf, goesOn, plannedOf } from '#domain/contracts/facts.ts';
import { checksOf } from '#domain/contracts/lacks.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { financeOutcomes } from '#domain/contracts/terms.ts';
import { day, money } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { contract as contractWords } from '#site/messages/it/contracts.ts';
import { otherContacts } from './contacts.ts';
import type { Section } from './store.ts';

const words = contractWords.said;
const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** What matters of a section in one line, which stands for it while it is folded. */
export const saidOf: Readonly<Record<Section, (now: Contract) => string>> = {
  general: ({ location, promisedOn }) => joined(location, promisedOn && t(words.promised, { day: day(promisedOn) })),
  customer: (now) =>
    joined(now.customer, now.cobuyer, now.guarantor, otherContacts(now).length > 0 && words.otherRecord),
  objectives: ({ objectives }) => t(words.objectives, { n: objectives.length }),
  attachments: ({ attachments, enclosures }) => {
    const proposed = enclosures.filter(({ state }) => state === 'proposed').length;
    const asked = enclosures.length - proposed;
    return joined(
      t(words.attachments, { n: attachments.length }),
      proposed > 0 && t(words.proposed, { n: proposed }),
      asked > 0 && t(words.asked, { n: asked }),
    );
  },
  used_cars: (now) =>
    joined(...now.agreedTradeIns.map(({ plate, description }) => plate || description), money(creditOf(now))),
  financial: ({ financed, financeOutcome, practiceNumber }) =>
    financed > 0 ? joined(money(financed), financeOutcomes[financeOutcome].toLowerCase(), practiceNumber) : '',
  contability: (now) => {
    if (!goesOn(now))
      return joined(
        t(words.came, { amount: money(now.received) }),
        now.owedBack > 0 && t(words.owedBack, { amount: money(now.owedBack) }),
      );
    const planned = plannedOf(now);
    const plan = planned === now.total ? words.planned : t(words.unplanned, { amount: money(planned) });
    return joined(
      plan,
      t(words.received, { received: money(now.received), total: money(now.total) }),
      now.owedOnCars > 0 && t(words.owedOnCars, { amount: money(now.owedOnCars) }),
    );
  },
  // Of the checks that this sale needs, as what it lacks counts them.
  reserved: ({ checklist, ...now }) => {
    const needed = checksOf(now);
    return checklist === undefined
      ? ''
      : t(words.checks, { n: needed.filter((check) => checklist.includes(check)).length, of: needed.length });
  },
  performances: () => '',
  calendars: ({ deliveryOn, deliveryAt, deliveryPlace }) =>
    deliveryOn === null ? words.noDay : joined(day(deliveryOn), deliveryAt, deliveryPlace),
};
