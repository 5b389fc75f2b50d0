import { lazy, useState, type ComponentProps } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { privilegeGroups, userFields as fields } from '#domain/users/fields.ts';
import { privileges } from '#domain/privileges.ts';
import { changeIssue } from '#domain/users/rules.ts';
import type { UserRecord } from '#domain/users/schema.ts';
import type { LeavingKind } from '#domain/users/leaving.ts';
import type { TokenRow } from '#domain/users/tokens.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { users as words } from '#site/messages/it/users.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { named, textsOf, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { importing } from '#site/parts/imports/importing.tsx';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { useRaise } from '#site/ui/raise/useRaise.tsx';
import { toast } from '#site/ui/toast.ts';
import { Changes } from './Changes.tsx';
import type { CapsInForce } from './RoleCaps.tsx';
import { usersList } from './columns.ts';
import type { Decided } from './Leaving.tsx';
import './roles.css';

const ResetFactor = lazy(() => import('./ResetFactor.tsx'));
const Leaving = lazy(() => import('./Leaving.tsx'));
const calls = recordCalls('users');
const Import = importing('users');

/**
 * The open question about work and tokens of people who are about to be blocked. `settle` gets the decisions, or null
 * when the block is cancelled.
 */
interface Asking {
  names: readonly string[];
  kinds: readonly LeavingKind[];
  tokens: readonly TokenRow[];
  settle(decided: Decided | null): void;
}

interface Props {
  data: ListData;
  record: UserRecord | 'new' | null;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
  /** Nobody else manages users: who does raises themselves, by reason and code. */
  alone: boolean;
  locations: Named;
  businessCenters: Named;
  makers: Named;
  /** The proposed privileges of each role. */
  presets: Readonly<Record<string, readonly number[]>>;
  /** Discount caps in force; null: the person may not see them. */
  caps: CapsInForce | null;
  /** For people of the manufacturer, who hold few privileges and sell nothing. */
  isMaker?: boolean;
}

/** The privileges that a role proposes, limited to those that the person may give. */
const proposed = ({ presets, held }: Pick<Props, 'presets' | 'held'>, role: string): string[] =>
  presets[role]?.filter((number) => held.includes(number)).map(String) ?? [];

/** What somebody of the manufacturer may hold: the calls that it makes ask for nothing else. */
const ofMaker: readonly number[] = [privileges.seeUsers, privileges.manageUsers, privileges.managePreferences];
/** The role that a new person of the manufacturer begins with. */
const MAKER_ROLE = 'Catalogo e rete';

/** Who sells nothing has no desk, no turn and no plan. */
const hidden = { when: () => false } as const;

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

const layoutOf = (
  { userId, alone, locations, businessCenters, makers, presets, ...props }: Props,
  record: UserRecord | null,
): Layout<typeof fields> => {
  const held = alone && record?.id === userId ? Object.values(privileges) : props.held;
  return {
    email: { keyboard: 'email' },
    roleName: {
      options: textsOf(Object.keys(presets)),
      also: (role: string) => ({ privileges: proposed({ presets, held }, role) }),
    },
    locationIds: { options: named(locations), ...(props.isMaker && hidden) },
    defaultLocationId: { options: named(locations), ...(props.isMaker && hidden) },
    businessCenterId: { options: named(businessCenters), ...(props.isMaker && hidden) },
    payrollNumber: third,
    rotation: third,
    desk: third,
    makerIds: { options: named(makers), ...(props.isMaker && hidden) },
    privileges: {
      span: 6,
      options: privilegeGroups.flatMap(({ label: group, numbers }) =>
        numbers
          .filter((number) => !props.isMaker || ofMaker.includes(number))
          .map((number) => ({
            value: String(number),
            label: fields.privileges.words[number]!,
            group,
            ...(!held.includes(number) && { locked: words.lacking }),
          })),
      ),
    },
    commissions: { layout: { from: { span: 6 }, ...amounts } },
    ...(props.isMaker && {
      payrollNumber: hidden,
      rotation: hidden,
      desk: hidden,
      languages: hidden,
      commissions: hidden,
    }),
  };
};

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

/** What the link by mail is for people in this state. */
const links = { uninvited: words.invite, invited: words.inviteAgain, active: words.reset };
const isInvitable = ({ state }: UserRecord) => state === 'uninvited' || state === 'invited';

async function inviteMany(rows: readonly UserRecord[], again: () => void) {
  const ids = rows.filter(isInvitable).map(({ id }) => id);
  try {
    const { invited } = await call('POST /users/invitations', { body: { ids }, key: newKey() });
    void toast(t(words.invitedMany, { n: String(invited) }), { kind: 'ok' });
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
  again();
}

/** What a change of a person's role gives and takes away, below the form. */
const belowOf = (caps: Props['caps']) =>
  function Below(values: ComponentProps<typeof Changes>['values'], record: ComponentProps<typeof Changes>['record']) {
    return <Changes values={values} record={record} caps={caps} />;
  };

/** Blocking asks first what becomes of the work and the tokens of who leaves. */
function useBlocking() {
  const [asking, setAsking] = useState<Asking | null>(null);
  const bulk: typeof calls.bulk = async (body, key, isUndo = false) => {
    if (body.action === 'restore') return call('POST /users/bulk', { body: { ...body, undo: isUndo }, key });
    const ids = body.rows.map(({ id }) => id);
    const [kinds, all, names] = await Promise.all([
      call('GET /users/leaving', { query: { ids: ids.join(',') } }),
      call('GET /users/tokens', {}),
      Promise.all(ids.slice(0, 1).map(async (id) => (await call('GET /users/:id', { params: { id } })).name)),
    ]);
    const tokens = all.filter(({ makerId }) => ids.includes(makerId));
    if (tokens.length === 0 && kinds.length === 0) return calls.bulk(body, key);
    const who = ids.length === 1 ? names : ids.map(String);
    const decided = await new Promise<Decided | null>((settle) => setAsking({ names: who, kinds, tokens, settle }));
    setAsking(null);
    return decided ? call('POST /users/bulk', { body: { ...body, ...decided }, key }) : { results: [] };
  };
  return { asking, bulk };
}

/** What may be done with the access of a user, as the row's menu offers it. */
function actionsOf(
  { id, version, name, email, state, secondFactor, handed }: UserRecord,
  { own, again, onReset }: { own: number; again: () => void; onReset: () => void },
) {
  const params = { id };
  if (state === 'blocked') {
    const rows = [{ id, version }];
    const restore = () =>
      call('POST /users/bulk', { body: { action: 'restore', rows, undo: true }, key: newKey() }).finally(again);
    return handed.length > 0
      ? [{ label: words.restoreWork, run: doing(restore, t(words.restoredWork, { name })) }]
      : [];
  }
  const invite = () => call('POST /users/:id/invite', { params }).finally(again);
  const end = () => call('DELETE /users/:id/sessions', { params });
  const back = (handoverId: number) =>
    call('POST /users/:id/absent/undo', { params, key: newKey(), body: { handoverId } }).finally(again);
  return [
    ...handed.map((given) => ({
      label: t(words.backWork, { day: day(dayInRome(new Date(given.at))), time: time(given.at) }),
      run: doing(() => back(given.id), t(words.wentBack, { name })),
    })),
    { label: links[state], run: doing(invite, t(words.invited, { email })) },
    ...(state === 'active' ? [{ label: words.endSessions, run: doing(end, t(words.ended, { name })) }] : []),
    ...(secondFactor && id !== own ? [{ label: words.resetFactor, run: onReset }] : []),
  ];
}

/** The users of the company and what each of them may do. */
export function UsersList(props: Props) {
  const firstRole = props.isMaker ? MAKER_ROLE : fields.roleName.default;
  const { asking, bulk } = useBlocking();
  const { raising, question } = useRaise();
  const save: typeof calls.save = (id, version, body) =>
    raising((raise) => call('PUT /users/:id', { params: { id }, version, body: { ...body, raise } }));
  const [resetting, setResetting] = useState<Pick<UserRecord, 'id' | 'name'> | null>(null);
  return (
    <>
      {!props.isMaker && (
        <p className="to-roles">
          <a className="link" href="/dealer/users/roles">
            {words.roles}
          </a>
        </p>
      )}
      <RecordList
        spec={usersList({ ...props, roles: Object.keys(props.presets) })}
        calls={{ ...calls, save, bulk }}
        {...(!props.isMaker && { importing: Import })}
        fields={{
          ...fields,
          roleName: { ...fields.roleName, default: firstRole },
          // The only place of a company is everybody's.
          locationIds: { ...fields.locationIds, default: props.locations.length === 1 ? [props.locations[0]!.id] : [] },
          privileges: { ...fields.privileges, default: proposed(props, firstRole) },
        }}
        data={props.data}
        record={props.record}
        mayManage={props.mayManage}
        held={props.held}
        layout={(record) => layoutOf(props, record)}
        archiveWords={words.archiving}
        about={(row) => aboutOf(props, row)}
        below={belowOf(props.caps)}
        nameOf={({ name }) => name}
        titleOf={({ name }) => name}
        bulkActions={(rows, again) =>
          rows.some(isInvitable) ? [{ label: words.invite, run: () => void inviteMany(rows, again) }] : []
        }
        actions={(row, again) => actionsOf(row, { own: props.userId, again, onReset: () => setResetting(row) })}
      />
      {question}
      <OnDemand>{asking && <Leaving {...asking} held={props.held} />}</OnDemand>
      <OnDemand>
        {resetting && <ResetFactor id={resetting.id} name={resetting.name} onClose={() => setResetting(null)} />}
      </OnDemand>
    </>
  );
}
