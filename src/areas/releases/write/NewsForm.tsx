import { noticeFields, releaseFields, type NoticeInput, type ReleaseInput } from '#domain/news/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { news as words } from '#site/messages/it/news.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { noticeCalls, pageOf, releaseCalls, type Written, type WrittenNotice, type WrittenRelease } from './calls.ts';

export interface Choices {
  companies: Named;
  brands: Named;
}

/** What another page knows of a notice before it is written. */
export type BegunNotice = Pick<NoticeInput, 'title' | 'forCompanies'>;

interface Props<One> extends Choices {
  /** null: a new one. */
  one: One | null;
  onClose: () => void;
}

/** The network is long, so that companies are found by a few letters. */
const chosenFrom = (all: Named) => ({
  letters: 0,
  known: all,
  search: async (query: string) => {
    const typed = query.trim().toLowerCase();
    return all.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, 20);
  },
});
const audienceForm = ({ companies, brands }: Choices) =>
  ({
    forCompanies: { ...chosenFrom(companies), span: 6 },
    forBrands: { options: named(brands), span: 3 },
    forRoles: { span: 3 },
  }) as const;
/** What to know before typing: what is on its way to its readers needs no word. */
function noteOf(one: Written | null): string | undefined {
  if (one === null || one.state === 'draft') return words.form.draft;
  return one.state === 'scheduled' ? undefined : words.form.seen;
}

export function ReleaseForm({ one, onClose, ...choices }: Props<WrittenRelease>) {
  return (
    <RecordForm<ReleaseInput, Written>
      size="l"
      title={words.form.release}
      note={noteOf(one)}
      fields={formOf(releaseFields, {
        releaseNumber: { span: 2 },
        releaseDate: { span: 2 },
        endsOn: { span: 2 },
        title: { span: 6 },
        body: { span: 6 },
        ...audienceForm(choices),
      })}
      initial={pick<ReleaseInput>(one ?? blankOf(releaseFields), blankOf(releaseFields))}
      version={one?.version}
      save={(values, saving) =>
        one ? releaseCalls.save(one.id, values, saving) : releaseCalls.create(values, saving.key)
      }
      onSaved={({ id }) => location.assign(pageOf('release', id))}
      onClose={onClose}
    />
  );
}

export function NoticeForm({
  one,
  begun = null,
  onClose,
  ...choices
}: Props<WrittenNotice> & { begun?: BegunNotice | null }) {
  return (
    <RecordForm<NoticeInput, Written>
      size="l"
      title={words.form.notice}
      note={noteOf(one)}
      fields={formOf(noticeFields, {
        title: { span: 4 },
        color: { span: 2 },
        startsOn: { span: 2 },
        startsTime: { span: 1 },
        endsOn: { span: 2 },
        endsTime: { span: 1 },
        body: { span: 6 },
        ...audienceForm(choices),
      })}
      initial={pick<NoticeInput>(one ?? { ...blankOf(noticeFields), ...begun }, blankOf(noticeFields))}
      version={one?.version}
      save={(values, saving) =>
        one ? noticeCalls.save(one.id, values, saving) : noticeCalls.create(values, saving.key)
      }
      onSaved={({ id }) => location.assign(pageOf('notice', id))}
      onClose={onClose}
    />
  );
}
