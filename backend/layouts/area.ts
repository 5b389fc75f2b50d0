import { layouts as table } from '#domain/layouts/endpoints.ts';
import { networkLayouts } from '#domain/layouts/network/endpoints.ts';
import type { Section } from '#domain/layouts/schema.ts';
import { sectionFields } from '#domain/layouts/section-fields.ts';
import { area } from '../lib/ports/area.ts';
import type { Laid } from '../lib/ports/laid.ts';
import type { Query } from '../lib/records/list.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';
import { layoutVerbs } from './drafts.ts';
import { tellEditionJob } from './network/told.ts';
import { networkLayoutVerbs } from './network/verbs.ts';

interface Filters extends Query {
  archived?: 'true' | 'false' | undefined;
}

const section: Records<Section, Filters> = {
  table: 'layoutSections',
  entity: 'layout_section',
  noun: 'il blocco',
  file: 'blocchi-di-stampa',
  fields: sectionFields,
  sort: { sort: 'name', dir: 'asc' },
  select: selectOf('layoutSections', sectionFields),
  order: orderOf(sectionFields),
  where: (_ctx, { archived }) => [isArchived(archived)],
};

/** The area of layouts, over the kinds of records that are printed by one. */
export const layouts = (kinds: readonly Laid[]) =>
  area(
    { ...table, ...networkLayouts },
    {
      verbs: {
        ...layoutVerbs(kinds, 'contracts'),
        ...layoutVerbs(kinds, 'annexes'),
        ...layoutVerbs(kinds, 'receipts'),
        ...layoutVerbs(kinds, 'quotes'),
        ...layoutVerbs(kinds, 'offers'),
        ...layoutVerbs(kinds, 'stocks'),
        ...networkLayoutVerbs,
        ...recordVerbs('layout-sections', section),
      },
      jobs: [tellEditionJob],
      constraints: {
        layout_sections_name: { name: 'C’è già un blocco con questo nome' },
        network_layouts_name: { name: 'C’è già un modello con questo nome' },
      },
    },
  );
