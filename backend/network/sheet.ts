/** The companies of the network as a spreadsheet: what their page shows, in one state or in all. */
import type { NetworkDealer, network as table } from '#domain/network/endpoints.ts';
import { isWatched } from '#domain/network/targets.ts';
import { companyStates } from '#domain/network/terms.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { readNetwork } from './seen.ts';

const number = (header: string, value: (one: NetworkDealer) => number | null): Column<NetworkDealer> => ({
  header,
  kind: 'number',
  value,
});

const columns: Column<NetworkDealer>[] = [
  { header: 'Concessionaria', kind: 'text', value: ({ name }) => name },
  { header: 'Provincia', kind: 'text', value: ({ province }) => province },
  { header: 'Stato', kind: 'text', value: ({ state }) => companyStates[state].label },
  { header: 'Sospesa dal', kind: 'instant', value: ({ suspendedAt }) => suspendedAt },
  { header: 'Marche', kind: 'text', value: ({ brands }) => brands?.join(', ') ?? 'Tutte' },
  number('Obiettivo', ({ target }) => target),
  number('Contratti', ({ contracts }) => contracts),
  number('Targate', ({ plated }) => plated),
  number('Preventivi', ({ quotes }) => quotes),
  number('Lead', ({ leads }) => leads),
  number('Visite', ({ visits }) => visits),
  number('Trattative aperte', ({ open }) => open),
  number('Utenti', ({ people }) => people),
  { header: 'Ultimo accesso', kind: 'day', value: ({ lastLoginOn }) => lastLoginOn },
  number('Ticket', ({ tickets }) => tickets),
];

export const exportNetwork: VerbOf<typeof table, 'GET /companies/network/export'> = async (
  call,
  { query: { format, state, span } },
) => {
  const { name, contents } = await call.inside(async (ctx) => {
    const { dealers, span: days } = await readNetwork(ctx, {
      params: {},
      query: { span },
      body: undefined,
      version: 0,
    });
    const rows = dealers.filter(
      (one) => state === undefined || (state === 'watch' ? isWatched(one) : one.state === state),
    );
    ctx.audit({ action: 'export', entity: 'network', after: { rows: rows.length, format } });
    return { name: `concessionarie-${days.from}-${days.to}`, contents: await contentsOf(columns, [rows]) };
  });
  return asFile(name, format, contents);
};
