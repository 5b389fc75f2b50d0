import { lazy, Suspense, useState } from 'react';
import { privilegeGroups, userFields as fields } from '#domain/users/fields.ts';
import { changeIssue } from '#domain/users/rules.ts';
import type { UserRecord } from '#domain/users/schema.ts';
import type { TokenFate, TokenRow } from '#domain/users/tokens.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { users as words } from '#site/messages/it/users.ts';
import { named, textsOf, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/calls.ts';
import type { ListData } from '#site/ui/list/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { Layout } from '#site/ui/record/form-of.ts';
import { toast } from '#site/ui/toast.ts';
import { usersList } from './columns.ts';

const ResetFactor = lazy(() => import('./ResetFactor.tsx'));
const BlockTokens = lazy(() => import('./BlockTokens.tsx'));
const calls = recordCalls('users');

/**
 * The open question about the tokens of people who are about to be blocked. `settle` gets the decisions, or null when the block is
 * cancelled.
 */
interface Asking {
  tokens: readonly TokenRow[];
  settle(fates: TokenFate[] | null): void;
}

interface Props {
  data: ListData;
  record: UserRecord | 'new' | null;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
  locations: Named;
  businessCenters: Named;
  /** The proposed privileges of each role. */
  presets: Readonly<Record<string, readonly number[]>>;
}

/** The privileges that a role proposes, limited to those that the person may give. */
const proposed = ({ presets, held }: Pick<Props, 'presets' | 'held'>, role: string): string[] =>
  presets[role]?.filter((number) => held.includes(number)).map(String) ?? [];

const third = { span: 2 } as const;
const amounts = {
  newFixed: third,
  newPercent: third,
  usedFixed: third,
  usedPercent: third,
  b2bFixed: third,
  b2bPercent: third,
  financial: third,
  insurance: third,
  pickup: third,
};

const layoutOf = ({ held, locations, businessCenters, presets }: Props): Layout<typeof fields> => ({
  email: { keyboard: 'email' },
  roleName: {
    options: textsOf(Object.keys(presets)),
    also: (role: string) => ({ privileges: proposed({ presets, held }, role) }),
  },
  locationIds: { options: named(locations) },
  defaultLocationId: { options: named(locations) },
  businessCenterId: { options: named(businessCenters) },
  privileges: {
    span: 6,
    options: privilegeGroups.flatMap(({ label: group, numbers }) =>
      numbers.map((number) => ({
        value: String(number),
        label: fields.privileges.words[number]!,
        group,
        ...(!held.includes(number) && { locked: words.lacking }),
      })),
    ),
  },
  commissions: { layout: { from: { span: 6 }, ...amounts } },
});

/** The note above the form: a new user gets an invitation; a user with more rights than this person is read-only. */
function aboutOf({ userId, held, mayManage }: Props, row: UserRecord | null) {
  if (row === null) return { note: words.invitation, readOnly: false };
  const issue = mayManage
    ? changeIssue({ id: userId, privileges: held }, { id: row.id, privileges: row.privileges.map(Number) })
    : null;
  return issue === null ? null : { note: issue, readOnly: true };
}

/** Runs an action of a row and tells the result. */
const doing = (what: () => Promise<unknown>, sentence: string) => () =>
  void what().then(
    () => toast(sentence, { kind: 'ok' }),
    (error: Error) => toast(error.message, { kind: 'bad' }),
  );

/** The users of the company and what each of them may do. */
export function UsersList(props: Props) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const block: typeof calls.bulk = async (body, key, isUndo = false) => {
    if (body.action === 'restore') return call('POST /users/bulk', { body: { ...body, undo: isUndo }, key });
    const ids = new Set(body.rows.map(({ id }) => id));
    const tokens = (await call('GET /users/tokens', {})).filter(({ makerId }) => ids.has(makerId));
    if (tokens.length === 0) return calls.bulk(body, key);
    const fates = await new Promise<TokenFate[] | null>((settle) => setAsking({ tokens, settle }));
    setAsking(null);
    return fates ? call('POST /users/bulk', { body: { ...body, tokens: fates }, key }) : { results: [] };
  };
  const [resetting, setResetting] = useState<Pick<UserRecord, 'id' | 'name'> | null>(null);
  return (
    <>
      <RecordList
        spec={usersList({ ...props, roles: Object.keys(props.presets) })}
        calls={{ ...calls, bulk: block }}
        fields={{ ...fields, privileges: { ...fields.privileges, default: proposed(props, fields.roleName.default) } }}
        data={props.data}
        record={props.record}
        mayManage={props.mayManage}
        held={props.held}
        layout={layoutOf(props)}
        archiveWords={words.archiving}
        about={(row) => aboutOf(props, row)}
        nameOf={({ name }) => name}
        titleOf={({ name }) => name}
        actions={({ id, name, email, state, secondFactor }) =>
          state === 'blocked'
            ? []
            : [
                {
                  label: state === 'invited' ? words.invite : words.reset,
                  run: doing(() => call('POST /users/:id/invite', { params: { id } }), t(words.invited, { email })),
                },
                ...(state === 'active'
                  ? [
                      {
                        label: words.endSessions,
                        run: doing(
                          () => call('DELETE /users/:id/sessions', { params: { id } }),
                          t(words.ended, { name }),
                        ),
                      },
                    ]
                  : []),
                ...(secondFactor && id !== props.userId
                  ? [
                      {
                        label: words.resetFactor,
                        run: () => setResetting({ id, name }),
                      },
                    ]
                  : []),
              ]
        }
      />
      <Suspense>{asking && <BlockTokens {...asking} held={props.held} />}</Suspense>
      <Suspense>{resetting && <ResetFactor {...resetting} onClose={() => setResetting(null)} />}</Suspense>
    </>
  );
}
