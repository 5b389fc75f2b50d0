import { privilegeTitles } from '../privilege-titles.ts';
import { privileges, SEND_LEADS, type PrivilegeName } from '../privileges.ts';

const names = Object.entries(privileges) as [PrivilegeName, number][];

/** What a token may do, in Italian. */
export const scopeTitle = (number: number): string => {
  const name = names.find(([, one]) => one === number)?.[0];
  return number === SEND_LEADS ? 'Inviare lead, senza leggerli' : name ? privilegeTitles[name] : '';
};
