import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { memberInvitationDays, type Member, type MemberInvitation, type User } from '@tradepost/contracts/identity';
import { isOwner, manages, roles, type Role } from '@tradepost/contracts/roles';
import { Button, Flex, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { formatDay } from '../../ui/feedback/format';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TimeText } from '../../ui/feedback/time-text';
import { SkeletonList } from '../../ui/busy/skeleton-list';
import { Choice } from '../../ui/form/choice';
import { SearchBox } from '../../ui/form/search-box';
import { PagedTable } from '../../ui/list/paged-table';
import { DataTable } from '../../ui/list/data-table';
import type { Column } from '../../ui/list/data-table-props';
import { QueryResult } from '../../ui/list/query-result';
import { onDemand } from '../../ui/layout/on-demand';
import { useToast } from '../../ui/notice/use-toast';
import { useVault } from '../../vault/vault';
import { canGetKeys, KeyState } from './keys/key-state';
import { LeaverAlert } from './keys/leaver-alert';
import { handoverQuery } from './handover/api';
import { CoOwnerBySso } from './handover/co-owner-by-sso';
import { HandoverAlert } from './handover/handover-alert';
import { membersQuery, peopleOnPage } from '../../api/members/queries';
import { offerNewKeys } from './keys/new-keys';
import { invitationsQuery, useWithdrawInvitation } from './api';
import { RemoveButton } from './remove-button';
import { nameOf, namesOf } from '../../ui/feedback/role-names';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const RolesDialog = onDemand(async () => (await import('./roles-dialog')).RolesDialog);
const GiveDialog = onDemand(async () => (await import('./keys/give-dialog')).GiveDialog);
const HandOverDialog = onDemand(async () => (await import('./handover/hand-over-dialog')).HandOverDialog);
const InviteDialog = onDemand(async () => (await import('./invite-dialog')).InviteDialog);
const ListDialog = onDemand(async () => (await import('./list/list-dialog')).ListDialog);

interface Asked {
  page: number;
  q: string;
  role: Role | '';
}
const all: Asked = { page: 1, q: '', role: '' };

const roleOptions = [
  { value: '' as const, label: t('All roles') },
  ...roles.map((role) => ({ value: role, label: namesOf([role]) })),
];

/** The people of the company, open invitations, and the dialog that invites more. */
export function Members() {
  const user = useUser();
  const { state } = useVault();
  const [asked, setAsked] = useState<Asked>(all);
  const { page, q, role } = asked;
  const members = useQuery({ ...membersQuery({ page, ...(q && { q }), ...(role && { role }) }), staleTime: 0 });
  const isFiltered = q !== '' || role !== '';
  const isLong = isFiltered || (members.data?.total ?? 0) > peopleOnPage;
  const invitations = useQuery(invitationsQuery);
  const [inviting, setInviting] = useState<'addresses' | 'list'>();
  const [changed, setChanged] = useState<Member>();
  const [given, setGiven] = useState<Member>();
  const [handingOver, setHandingOver] = useState(false);
  const { data: handover } = useQuery({ ...handoverQuery, enabled: isOwner(user) });
  return (
    <Flex vertical gap={16}>
      <HandoverAlert />
      <CoOwnerBySso />
      {isOwner(user) && <LeaverAlert />}
      <SectionCard
        title={t('Members')}
        styles={{ body: { padding: 0 } }}
        extra={
          <Flex gap={8} wrap>
            {isOwner(user) && state !== 'none' && <Button onClick={offerNewKeys}>{t('New company keys')}</Button>}
            {isOwner(user) && !handover && (
              <Button onClick={() => setHandingOver(true)}>{t('Hand over the company')}</Button>
            )}
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setInviting('addresses')}>
              {t('Invite members')}
            </Button>
          </Flex>
        }
      >
        {isLong && (
          <div className={layout.filters}>
            <SearchBox
              placeholder={t('Search names and addresses')}
              label={t('Search members')}
              value={q}
              onSearch={(text) => setAsked({ page: 1, q: text.trim(), role })}
            />
            <Choice
              aria-label={t('Role')}
              value={role}
              options={roleOptions}
              onChange={(value) => setAsked({ page: 1, q, role: value })}
              className={layout.filterSelect}
            />
          </div>
        )}
        <PagedTable
          query={members}
          params={{ page, set: (changed) => setAsked({ ...asked, page: changed.page ?? 1 }) }}
          pageSize={peopleOnPage}
          isPagerShown={isLong}
          placeholder={<Loading />}
          what={t('people')}
          label={t('Members')}
          columns={memberColumns(user, { onChange: setChanged, onGive: setGiven })}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          hasDetails
          empty={
            <EmptyState
              title={t('No matching people')}
              action={<Button onClick={() => setAsked(all)}>{t('Clear search')}</Button>}
            />
          }
        />
      </SectionCard>
      <SectionCard title={t('Open invitations')} styles={{ body: { padding: 0 } }}>
        <QueryResult query={invitations} placeholder={<Loading />}>
          {(found) => (
            <DataTable
              label={t('Open invitations')}
              columns={invitationColumns(user)}
              rows={found}
              keyOf={({ id }) => id}
              nameOf={({ email }) => email}
              hasDetails
              empty={
                <EmptyState
                  title={t('No open invitations')}
                  text={t('People you invite appear here until they accept, for at most {days} days.', {
                    days: memberInvitationDays,
                  })}
                />
              }
            />
          )}
        </QueryResult>
      </SectionCard>
      {changed && <RolesDialog member={changed} onClose={() => setChanged(undefined)} />}
      {given && <GiveDialog member={given} onClose={() => setGiven(undefined)} />}
      {handingOver && <HandOverDialog onClose={() => setHandingOver(false)} />}
      {inviting === 'addresses' && (
        <InviteDialog onClose={() => setInviting(undefined)} onList={() => setInviting('list')} />
      )}
      {inviting === 'list' && <ListDialog onClose={() => setInviting(undefined)} />}
    </Flex>
  );
}

const Loading = () => (
  <div className={layout.paddingInline16}>
    <SkeletonList rows={2} />
  </div>
);

interface Chosen {
  onChange: (member: Member) => void;
  onGive: (member: Member) => void;
}

const memberColumns = (user: User, { onChange, onGive }: Chosen): Column<Member>[] => [
  {
    key: 'name',
    title: t('Name'),
    render: (member) => (
      <div className="wrap-cell">
        <Typography.Text strong className={layout.block}>
          {nameOf(member)}
        </Typography.Text>
        <Typography.Text type="secondary" className={`${layout.small} ${layout.breakWords}`}>
          {member.email}
        </Typography.Text>
      </div>
    ),
    card: nameOf,
  },
  {
    key: 'role',
    title: t('Role'),
    render: ({ roles }) => namesOf(roles),
    card: ({ roles, email }) => `${namesOf(roles)} · ${email}`,
  },
  {
    key: 'keys',
    title: t('Encryption keys'),
    render: (member) => <KeyState member={member} onGive={onGive} />,
    card: (member) => canGetKeys(member) && t('Can get keys'),
  },
  { key: 'since', title: t('Member since'), render: ({ joinedAt }) => joinedAt && formatDay(joinedAt), card: false },
  {
    key: 'actions',
    title: t('Actions'),
    isActions: true,
    render: (member) =>
      manages(user, member.roles) && (
        <Flex gap={8} justify="flex-end">
          <Button
            size="small"
            aria-label={t('Change the roles of {name}', { name: nameOf(member) })}
            onClick={() => onChange(member)}
          >
            {t('Change roles')}
          </Button>
          <RemoveButton member={member} />
        </Flex>
      ),
    card: false,
  },
];

const invitationColumns = (user: User): Column<MemberInvitation>[] => [
  {
    key: 'email',
    title: t('Email'),
    render: ({ email }) => <div className="wrap-cell">{email}</div>,
    card: ({ email }) => email,
  },
  {
    key: 'role',
    title: t('Role'),
    render: ({ roles }) => namesOf(roles),
    card: true,
  },
  {
    key: 'invited',
    title: t('Invited'),
    render: ({ createdAt }) => <TimeText iso={createdAt} isRelative />,
    card: false,
  },
  {
    key: 'expires',
    title: t('Expires'),
    render: ({ expiresAt }) => formatDay(expiresAt),
    card: ({ expiresAt }) => t('until {until}', { until: formatDay(expiresAt) }),
  },
  {
    key: 'actions',
    title: t('Actions'),
    isActions: true,
    render: (invitation) => manages(user, invitation.roles) && <WithdrawButton invitation={invitation} />,
  },
];

function WithdrawButton({ invitation: { id, email } }: { invitation: MemberInvitation }) {
  const withdraw = useWithdrawInvitation();
  const toast = useToast();
  return (
    <Button
      size="small"
      loading={withdraw.isPending}
      aria-label={t('Withdraw the invitation to {email}', { email })}
      onClick={() =>
        // the answer removes this row, and mutate's callbacks with it
        withdraw.mutateAsync(id).then(
          ({ message }) => toast.success({ title: t('Success'), description: message }),
          ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
        )
      }
    >
      {t('Withdraw')}
    </Button>
  );
}
