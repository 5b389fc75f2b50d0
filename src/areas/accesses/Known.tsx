import { useEffect, useState } from 'react';
import { day } from '#domain/italian.ts';
import { openStates } from '#domain/leads/terms.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import { useDebounced } from '#site/ui/useDebounced.ts';
import { NOBODY, type Typed } from './arrivals.ts';

/** Somebody whom the typed name may be: a customer, or an open lead. */
interface Match {
  key: string;
  about: string;
  chosen: Pick<Typed, 'name' | 'customerId' | 'leadId'>;
}
/** So many are told apart at a glance; whoever is not among them is typed more precisely. */
const MOST_MATCHES = 6;

/** The open leads of this name that the person may see, and the customers. */
async function matching(q: string, seesLeads: boolean): Promise<Match[]> {
  const [leads, customers] = await Promise.all([
    seesLeads ? call('GET /leads', { query: { q, state: openStates.join(','), limit: 2 } }).catch(() => null) : null,
    call('GET /customers/matches', { query: { q } }).catch(() => []),
  ]);
  return [
    ...(leads?.rows ?? []).map(({ id, name, assignee, vehicle }) => ({
      key: `lead ${id}`,
      about: [assignee === null ? words.freeLead : t(words.leadOf, { name: assignee }), vehicle],
      chosen: { ...NOBODY, name, leadId: id },
    })),
    ...customers.map(({ id, name, city, age, car, visitedOn }) => ({
      key: `customer ${id}`,
      about: [
        age !== null && t(words.age, { n: age }),
        city,
        car,
        visitedOn && t(words.visited, { day: day(visitedOn) }),
      ],
      chosen: { ...NOBODY, name, customerId: id },
    })),
  ].map(({ about, ...one }) => ({ ...one, about: about.filter(Boolean).join(' · ') }));
}

interface Props {
  typed: Pick<Typed, 'name' | 'customerId' | 'leadId'>;
  seesLeads: boolean;
  onChoose: (patch: Partial<Typed>) => void;
}

/** Who is known by the typed name, with the chosen one marked. */
export default function Known({ typed: { name, customerId, leadId }, seesLeads, onChoose }: Props) {
  const [matches, setMatches] = useState<readonly Match[]>([]);
  const find = useDebounced(async (q: string) => setMatches(await matching(q, seesLeads)));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for what is typed, not for who asks
  useEffect(() => find.later(name), [name]);
  if (customerId !== null || leadId !== null)
    return (
      <button type="button" className="reception-match" onClick={() => onChoose(NOBODY)}>
        <b>{name}</b> <span>{words.unlink}</span>
      </button>
    );
  return matches.slice(0, MOST_MATCHES).map(({ key, about, chosen }) => (
    <button key={key} type="button" className="reception-match" onClick={() => onChoose(chosen)}>
      <span>
        <b>{chosen.name}</b> <small className="muted">{about}</small>
      </span>
      <span>{words.known}</span>
    </button>
  ));
}
