import { noticeFields, releaseFields, type NoticeInput, type ReleaseInput } from '#domain/news/fields.ts';
import type { Fields } from '#domain/record/fields.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { call } from '#site/lib/call.ts';
import type { SaveWith } from '#site/ui/record/form/RecordForm.tsx';

export type NewsKind = 'release' | 'notice';
export type WrittenRelease = CallAnswer<'GET /network/releases/:id'>;
export type WrittenNotice = CallAnswer<'GET /network/notices/:id'>;
export type Written = WrittenRelease | WrittenNotice;
type At = Pick<Written, 'id' | 'version'>;

interface Calls<Input> {
  fields: Fields;
  create(body: Input, key: string): Promise<Written>;
  save(id: number, body: Input, saving: SaveWith): Promise<Written>;
  publish(at: At): Promise<unknown>;
  withdraw(at: At): Promise<unknown>;
  remove(at: At): Promise<unknown>;
}

const at = ({ id, version }: At) => ({ params: { id }, version });

export const releaseCalls: Calls<ReleaseInput> = {
  fields: releaseFields,
  create: (body, key) => call('POST /network/releases', { body, key }),
  save: (id, body, { version }) => call('PUT /network/releases/:id', { params: { id }, version, body }),
  publish: (one) => call('POST /network/releases/:id/publish', at(one)),
  withdraw: (one) => call('POST /network/releases/:id/withdraw', at(one)),
  remove: (one) => call('DELETE /network/releases/:id', at(one)),
};

export const noticeCalls: Calls<NoticeInput> = {
  fields: noticeFields,
  create: (body, key) => call('POST /network/notices', { body, key }),
  save: (id, body, { version }) => call('PUT /network/notices/:id', { params: { id }, version, body }),
  publish: (one) => call('POST /network/notices/:id/publish', at(one)),
  withdraw: (one) => call('POST /network/notices/:id/withdraw', at(one)),
  remove: (one) => call('DELETE /network/notices/:id', at(one)),
};

/** Where one is read and worked on. */
export const pageOf = (kind: NewsKind, id: number): string =>
  kind === 'release' ? `/fms/releases/${id}` : `/fms/releases?notice=${id}`;
