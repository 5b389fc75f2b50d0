import type { Ctx } from './context.ts';

/** How a company looks on its documents. */
export interface Look {
  /** Of titles and lines, `#rrggbb`. */
  colour: string;
  /** Behind the figures that count, `#rrggbb`. */
  accent: string;
  /** PNG or JPEG under this key of the file store, with its size in pixels; null: no logo. */
  logo: { key: string; width: number; height: number } | null;
}

/** The look of the caller's company today; a document reads the logo's bytes by its key, outside of the transaction. */
export async function readLook(ctx: Pick<Ctx, 'db' | 'user'>): Promise<Look> {
  const { colour, accent, logoKey, logoWidth, logoHeight } = await ctx.db
    .selectFrom('companies')
    .select(['colour', 'accent', 'logoKey', 'logoWidth', 'logoHeight'])
    .where('companyId', '=', ctx.user.companyId)
    .executeTakeFirstOrThrow();
  const logo = logoKey === null ? null : { key: logoKey, width: logoWidth!, height: logoHeight! };
  return { colour, accent, logo };
}
