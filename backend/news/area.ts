import { news as table } from '#domain/news/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { notice, release } from './kinds.ts';
import { countPeople } from './readings.ts';
import { newsVerbs } from './verbs.ts';

/** What the manufacturer writes to its network; how dealers read it stands in `releases` and `notices`. */
export const news = area(table, {
  verbs: {
    ...newsVerbs('network/releases', release),
    ...newsVerbs('network/notices', notice),
  },
  schedules: [countPeople],
  constraints: { releases_release_number_key: { releaseNumber: 'C’è già una release con questo numero' } },
});
