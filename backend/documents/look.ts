import type { Ctx, HeavyCtx } from '../lib/work/context.ts';

/** The look of a company's documents. */
export interface Look {
  /** Colour of headings and lines, `#rrggbb`; dark enough for white text on it. */
  colour: string;
  /** Background of important figures, `#rrggbb`; light enough for text on it. */
  accent: string;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
}

/** A look whose logo has not been read from the file store, where it has this key. */
export type UnreadLook = Look & { logo: null; logoKey: string | null };

/** The current look of the caller's company; issued documents are stored with theirs. */
export async function readLook({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<UnreadLook> {
  const { colour, accent, logoKey } = await db
    .selectFrom('companies')
    .select(['colour', 'accent', 'logoKey'])
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  return { colour, accent, logo: null, logoKey };
}

/** Times that a look is read again because its logo was replaced meanwhile. */
const AGAIN = 3;

/**
 * The look with its logo. The store is read outside of transactions: when the logo was replaced between, and its file
 * is gone, the new look is read. A logo that the store does not have is left out.
 */
export async function withLogo(
  outside: Pick<HeavyCtx, 'files' | 'inside'>,
  look: UnreadLook,
  again = AGAIN,
): Promise<Look> {
  const { colour, accent, logoKey } = look;
  const logo = logoKey === null ? null : await outside.files.get(logoKey);
  if (logo || logoKey === null || again === 0) return { colour, accent, logo };
  const newer = await outside.inside(readLook);
  return newer.logoKey === logoKey ? { colour, accent, logo } : withLogo(outside, newer, again - 1);
}

const logoPath = (logo: Uint8Array): string => (logo[0] === 0x89 ? 'logo.png' : 'logo.jpg');

/** The part of a look that a template reads, with the name of the picture that it places. */
export const lookView = ({ colour, accent, logo }: Look) => ({ colour, accent, logo: logo ? logoPath(logo) : '' });
export const lookPictures = ({ logo }: Pick<Look, 'logo'>): Record<string, Uint8Array> =>
  logo ? { [logoPath(logo)]: logo } : {};
