/** Who prints by a layout of the manufacturer, or by a copy of it, hears of its next edition. */
import { layoutPages, type LayoutKind } from '#domain/layouts/terms.ts';
import { privileges } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { holdersOf, notify } from '#backend/lib/people/notify.ts';
import type { Job } from '#backend/lib/work/context.ts';

interface Published {
  layoutId: number;
  kind: LayoutKind;
  name: string;
  edition: number;
  note: string;
}

/** The page on which a company compares and takes an edition. */
function pageOf(kind: LayoutKind): string {
  const page = keysOf(layoutPages).find((one) => (layoutPages[one].kinds as readonly LayoutKind[]).includes(kind))!;
  return `/dealer/preferences/print_layouts/${page}?of=${kind}`;
}

/** Tells each company once, in its own transaction: what it prints stays until it takes the edition. */
export const tellEditionJob: Job<Published> = {
  name: 'tell-layout',
  run: (call, { layoutId, kind, name, edition, note }) =>
    forEachCompany(call, async (ctx) => {
      const had = await ctx.db
        .selectFrom('networkAdoptions')
        .select(['edition', 'isCopy'])
        .where('companyId', '=', ctx.user.companyId)
        .where('layoutId', '=', layoutId)
        .executeTakeFirst();
      if (!had || had.edition >= edition) return;
      await notify(ctx, await holdersOf(ctx, privileges.managePreferences), {
        kind: 'layout_published',
        title: `La Casa pubblica la versione ${edition} di «${name}»`,
        text: `${note}\nSi stampa ancora con ${had.isCopy ? 'la copia della' : 'la'} versione ${had.edition}, finché non si adotta questa.`,
        href: pageOf(kind),
        once: `layout_published:${layoutId}:${edition}`,
      });
    }),
};
