import { integer } from '#domain/italian.ts';
import type { Touched } from '#domain/preferences/endpoints.ts';
import { t } from '#site/lib/intl.ts';
import { national as words } from '#site/messages/it/fiscal.ts';

/** Whom a change of a national value touches: companies without a value of their own, and their drafts. */
export function touchedText(
  { companies, drafts, own }: Touched,
  { key, label }: { key: string; label: string },
): string {
  const kept = own.find((one) => one.key === key) ?? { companies: 0, drafts: 0 };
  return t(kept.companies === 0 ? words.touchedAll : words.touched, {
    label,
    companies: integer(companies - kept.companies),
    all: integer(companies),
    own: integer(kept.companies),
    drafts: integer(drafts - kept.drafts),
  });
}
