import { DownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { PersonItem } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Button, Card, Dropdown, Flex, Form, Input, InputNumber, Modal, Segmented, Typography } from 'antd';
import { useState } from 'react';
import { send } from '../../api/send';
import type { Column } from '../../ui/list/data-table';
import { PagedTable } from '../../ui/list/paged-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { formatBytes } from '../../ui/feedback/format';
import { PageHeader } from '../../ui/layout/page-header';
import { SearchBox } from '../../ui/form/search-box';
import { StatusTag } from '../../ui/feedback/status-tag';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useToast } from '../../ui/feedback/use-toast';
import { pageSize, peopleQuery, usePersonChange } from './api';
import layout from '../../ui/layout/layout.module.css';

type Open = { kind: 'suspend' | 'quota'; person: PersonItem };

const gigabyte = 1024 ** 3;

const columns: Column<PersonItem>[] = [
  { key: 'person', title: 'Person', isWide: true, render: (person) => <Person person={person} /> },
  { key: 'company', title: 'Company', isWide: true, render: (person) => <Company person={person} /> },
  {
    key: 'sessions',
    title: 'Sessions',
    render: ({ sessions, twoStep }) => `${sessions} open${twoStep ? ', two-step' : ''}`,
  },
  {
    key: 'seen',
    title: 'Last signed in',
    render: ({ lastSeenAt }) => (lastSeenAt ? <TimeText iso={lastSeenAt} /> : 'Never'),
  },
];

/** All accounts and their companies. */
export default function PeoplePage() {
  const params = useListParams({ q: '', suspended: '' });
  const { q, suspended, page, set } = params;
  const query = useQuery(peopleQuery({ page, q, suspended: suspended === 'yes' }));
  const [open, setOpen] = useState<Open>();
  const actions: Column<PersonItem> = {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    render: (person) => <Actions person={person} onOpen={setOpen} />,
  };
  return (
    <>
      <PageHeader
        title="Companies and people"
        subtitle="Suspend, restore, sign out, and set how much a company may store."
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={12} wrap align="center" className={layout.padding16}>
          <SearchBox
            placeholder="Search names, addresses, companies"
            label="Search people"
            value={q}
            onSearch={(text) => set({ q: text.trim() })}
          />
          <Segmented
            aria-label="Shown"
            value={suspended}
            options={[
              { value: '', label: 'Everyone' },
              { value: 'yes', label: 'Suspended' },
            ]}
            onChange={(value) => set({ suspended: value })}
          />
        </Flex>
        <PagedTable
          query={query}
          params={params}
          pageSize={pageSize}
          what="people"
          label="People"
          columns={[...columns, actions]}
          keyOf={({ id }) => id}
          nameOf={({ email }) => email}
          empty={
            <EmptyState
              title={q || suspended ? 'No matching people' : 'No accounts yet'}
              {...((q || suspended) && {
                action: <Button onClick={() => set({ q: '', suspended: '' })}>Clear filters</Button>,
              })}
            />
          }
        />
      </Card>
      {open?.kind === 'suspend' && <SuspendDialog person={open.person} onClose={() => setOpen(undefined)} />}
      {open?.kind === 'quota' && <QuotaDialog person={open.person} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Person({
  person: { firstName, lastName, email, userType, suspendedAt, suspendedFor },
}: {
  person: PersonItem;
}) {
  return (
    <div className="wrap-cell">
      {firstName} {lastName} <Typography.Text type="secondary">· {userType}</Typography.Text>
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        {email}
      </Typography.Text>
      {suspendedAt && (
        <>
          <StatusTag tone="red" text="Suspended" />
          <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
            {suspendedFor}
          </Typography.Text>
        </>
      )}
    </div>
  );
}

function Company({ person: { company } }: { person: PersonItem }) {
  if (!company) return <Typography.Text type="secondary">None</Typography.Text>;
  const { companyName, country, kycStatus, totalStorage } = company;
  return (
    <div className="wrap-cell">
      {companyName}, {country}
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        {kycStatus === 'NotRequired' ? 'No registration needed' : kycStatus} · {formatBytes(totalStorage)}
      </Typography.Text>
    </div>
  );
}

function Actions({ person, onOpen }: { person: PersonItem; onOpen: (open: Open) => void }) {
  const toast = useToast();
  const restore = usePersonChange(() => send(routes.restorePerson, { id: person.id }));
  const end = usePersonChange(() => send(routes.endSessionsOfPerson, { id: person.id }));
  const toastOnSuccess = (description: string) => ({
    onSuccess: () => toast.success({ title: person.email, description }),
    onError: ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
  });
  const isAdmin = person.userType === 'admin';
  const items = [
    {
      key: 'end',
      label: 'Sign out everywhere',
      disabled: person.sessions === 0,
      onClick: () => end.mutate(undefined, toastOnSuccess('Signed out everywhere.')),
    },
    ...(person.company
      ? [{ key: 'quota', label: 'Set storage', onClick: () => onOpen({ kind: 'quota', person }) }]
      : []),
    ...(person.suspendedAt
      ? [
          {
            key: 'restore',
            label: 'Restore',
            onClick: () => restore.mutate(undefined, toastOnSuccess('Access restored.')),
          },
        ]
      : []),
    ...(!person.suspendedAt && !isAdmin
      ? [{ key: 'suspend', label: 'Suspend', danger: true, onClick: () => onOpen({ kind: 'suspend', person }) }]
      : []),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button size="small" loading={restore.isPending || end.isPending} aria-label={`Actions for ${person.email}`}>
        Actions <DownOutlined />
      </Button>
    </Dropdown>
  );
}

function SuspendDialog({ person: { id, email }, onClose }: { person: PersonItem; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const toast = useToast();
  const suspend = usePersonChange(() => send(routes.suspendPerson, { id, reason: reason.trim() }));
  const submit = () =>
    suspend.mutateAsync(undefined).then(
      () => {
        onClose();
        toast.success({ title: email, description: 'Suspended and signed out everywhere.' });
      },
      ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
    );
  return (
    <Modal
      open
      title={`Suspend ${email}?`}
      okText="Suspend"
      okButtonProps={{ danger: true, disabled: !reason.trim() }}
      confirmLoading={suspend.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Reason"
          htmlFor="suspend-reason"
          extra="Recorded in the audit log. The person is signed out at once and cannot sign in until you restore access."
          className={layout.marginBottom0}
        >
          <Input.TextArea
            id="suspend-reason"
            autoFocus
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function QuotaDialog({ person: { id, company }, onClose }: { person: PersonItem; onClose: () => void }) {
  const [size, setSize] = useState<number | null>(company ? company.totalStorage / gigabyte : null);
  const toast = useToast();
  const setQuota = usePersonChange((totalStorage: number) => send(routes.setPersonQuota, { id, totalStorage }));
  const submit = () =>
    setQuota.mutateAsync(Math.round((size ?? 0) * gigabyte)).then(
      () => {
        onClose();
        toast.success({
          title: company?.companyName ?? '',
          description: `May store ${formatBytes((size ?? 0) * gigabyte)} now.`,
        });
      },
      ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
    );
  return (
    <Modal
      open
      title={`How much may ${company?.companyName} store?`}
      okText="Save"
      okButtonProps={{ disabled: size === null }}
      confirmLoading={setQuota.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Storage in GB"
          htmlFor="quota"
          extra="Stored files stay, whatever the new limit is."
          className={layout.marginBottom0}
        >
          <InputNumber
            id="quota"
            min={0}
            max={10 * 1024}
            precision={2}
            value={size}
            onChange={setSize}
            className={layout.fullWidth}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
