import { blankOf, type Values } from '#domain/record/fields.ts';
import { leadPageFields as fields } from '#domain/leads/page-fields.ts';
import type { PublicPage } from '#domain/public-pages.ts';
import { call } from '#site/lib/call.ts';
import { managing as words } from '#site/messages/it/public-pages.ts';
import type { NewPageProps } from '#site/parts/public-pages/PublicPages.tsx';
import { named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

type New = Values<typeof fields>;

/** A new page whose forms become leads. */
export default function NewPage({ named: locations, onSaved, onClose }: NewPageProps) {
  return (
    <RecordForm<New, PublicPage>
      title={words.create}
      fields={formOf(fields, {
        name: { span: 6 },
        type: { span: 3 },
        locationId: { span: 3, options: named(locations) },
        asks: { span: 6 },
      })}
      initial={blankOf(fields)}
      save={(body, { key }) => call('POST /leads/pages', { key, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
