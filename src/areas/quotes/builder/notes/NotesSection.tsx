import { builder as words } from '#site/messages/it/quotes.ts';
import { TextArea } from '#site/ui/Field.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { Section } from '#site/ui/record/page/Section.tsx';
import { NotesDocument } from '../agreements.tsx';
import { useBuilder, useDraft } from '../store.ts';

export function NotesSection() {
  const store = useBuilder();
  const { notes } = useDraft('notes');
  const problem = useProblem();
  return (
    <Section name="notes" document={<NotesDocument />}>
      <TextArea
        name="notes"
        label={words.notes.label}
        help={words.notes.help}
        maxLength={4000}
        rows={4}
        value={notes}
        error={problem('notes')}
        onChange={(event) => store.change({ notes: event.currentTarget.value })}
      />
    </Section>
  );
}
