import { sectionFields } from '#domain/layouts/section-fields.ts';
import type { Section } from '#domain/layouts/schema.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { sectionsList } from './columns.ts';

const calls = recordCalls('layout-sections');

/** The blocks that several prints have in common. */
export const SectionsList = (props: { data: ListData; record: Section | 'new' | null; userId: number }) => (
  <RecordList
    {...props}
    spec={sectionsList(props.userId)}
    fields={sectionFields}
    calls={calls}
    mayManage
    held={[]}
    layout={{ text: { span: 6 } }}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
  />
);
