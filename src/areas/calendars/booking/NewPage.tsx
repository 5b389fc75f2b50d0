import { bookingPageFields as fields } from '#domain/calendars/page-fields.ts';
import { blankOf, type Values } from '#domain/record/fields.ts';
import type { PublicPage } from '#domain/public-pages.ts';
import { call } from '#site/lib/call.ts';
import { managing as words } from '#site/messages/it/public-pages.ts';
import type { NewPageProps } from '#site/parts/public-pages/PublicPages.tsx';
import { named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

type New = Values<typeof fields>;

/** A new page by which customers book. */
export default function NewPage({ named: calendars, onSaved, onClose }: NewPageProps) {
  return (
    <RecordForm<New, PublicPage>
      title={words.create}
      fields={formOf(fields, {
        name: { span: 6 },
        kind: { span: 2 },
        minutes: { span: 2 },
        notice: { span: 2 },
        calendarIds: { span: 6, options: named(calendars) },
      })}
      initial={blankOf(fields)}
      save={(body, { key }) => call('POST /calendars/pages', { key, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
