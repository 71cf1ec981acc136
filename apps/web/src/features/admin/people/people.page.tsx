import { DownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { PersonItem } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Button, Card, Form, Input, InputNumber, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { send } from '../../../api/send';
import type { Column } from '../../../ui/list/data-table-props';
import { PagedTable } from '../../../ui/list/paged-table';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { formatBytes } from '../../../ui/feedback/format';
import { MenuButton } from '../../../ui/menu/menu-button';
import { PageHeader } from '../../../ui/layout/page-header';
import { SearchBox } from '../../../ui/form/search-box';
import { useListParams } from '../../../ui/list/use-list-params';
import { useOpenRow } from '../../../ui/list/use-open-row';
import { useToast } from '../../../ui/notice/use-toast';
import { pageSize, peopleQuery, usePersonChange } from '../api';
import { personColumns } from './people-columns';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

type Open = { kind: 'suspend' | 'quota'; person: PersonItem };

const gigabyte = 1024 ** 3;

/** All accounts and their companies. */
export default function PeoplePage() {
  const params = useListParams({ q: '', suspended: '' });
  const { q, suspended, page, set } = params;
  const query = useQuery(peopleQuery({ page, q, suspended: suspended === 'yes' }));
  const [open, setOpen] = useState<Open>();
  const actions: Column<PersonItem> = {
    key: 'actions',
    title: t('Actions'),
    isActions: true,
    render: (person) => <Actions person={person} onOpen={setOpen} />,
  };
  return (
    <>
      <PageHeader
        title={t('Companies and people')}
        subtitle={t('Suspend, restore, sign out, and set how much a company may store.')}
      />
      <Card styles={{ body: { padding: 0 } }}>
        <div className={layout.filters}>
          <SearchBox
            placeholder={t('Search names, addresses, companies')}
            label={t('Search people')}
            value={q}
            onSearch={(text) => set({ q: text.trim() })}
          />
          <Segmented
            aria-label={t('Shown')}
            value={suspended}
            options={[
              { value: '', label: t('Everyone') },
              { value: 'yes', label: t('Suspended') },
            ]}
            onChange={(value) => set({ suspended: value })}
          />
        </div>
        <PagedTable
          query={query}
          params={params}
          pageSize={pageSize}
          what={t('people')}
          label={t('People')}
          columns={[...personColumns, actions]}
          keyOf={({ id }) => id}
          nameOf={({ email }) => email}
          hasDetails
          empty={
            <EmptyState
              title={q || suspended ? t('No matching people') : t('No accounts yet')}
              {...((q || suspended) && {
                action: <Button onClick={() => set({ q: '', suspended: '' })}>{t('Clear filters')}</Button>,
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

function Actions({ person, onOpen }: { person: PersonItem; onOpen: (open: Open) => void }) {
  const toast = useToast();
  const openRow = useOpenRow();
  const restore = usePersonChange(() => send(routes.restorePerson, { id: person.id }));
  const end = usePersonChange(() => send(routes.endSessionsOfPerson, { id: person.id }));
  const toastOnSuccess = (description: string) => ({
    onSuccess: () => toast.success({ title: person.email, description }),
    onError: ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
  });
  const isAdmin = person.userType === 'admin';
  const items = [
    {
      key: 'end',
      label: t('Sign out everywhere'),
      disabled: person.sessions === 0,
      onClick: () => end.mutate(undefined, toastOnSuccess(t('Signed out everywhere.'))),
    },
    ...(person.company
      ? [
          {
            key: 'members',
            label: t('Members'),
            onClick: () => openRow(`/admin/companies/${person.company?.id}`),
          },
          { key: 'quota', label: t('Set storage'), onClick: () => onOpen({ kind: 'quota', person }) },
        ]
      : []),
    ...(person.suspendedAt
      ? [
          {
            key: 'restore',
            label: t('Restore'),
            onClick: () => restore.mutate(undefined, toastOnSuccess(t('Access restored.'))),
          },
        ]
      : []),
    ...(!person.suspendedAt && !isAdmin
      ? [{ key: 'suspend', label: t('Suspend'), danger: true, onClick: () => onOpen({ kind: 'suspend', person }) }]
      : []),
  ];
  return (
    <MenuButton
      size="small"
      loading={restore.isPending || end.isPending}
      aria-label={t('Actions for {email}', { email: person.email })}
      menu={{ items }}
    >
      {t('Actions')} <DownOutlined />
    </MenuButton>
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
        toast.success({ title: email, description: t('Suspended and signed out everywhere.') });
      },
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Modal
      open
      title={t('Suspend {email}?', { email })}
      okText={t('Suspend')}
      okButtonProps={{ danger: true, disabled: !reason.trim() }}
      confirmLoading={suspend.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Reason')}
          htmlFor="suspend-reason"
          extra={t(
            'Recorded in the audit log. The person is signed out at once and cannot sign in until you restore access.',
          )}
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
          description: t('The company can now store {formatBytes}.', {
            formatBytes: formatBytes((size ?? 0) * gigabyte),
          }),
        });
      },
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Modal
      open
      title={t('How much may {companyName} store?', { companyName: company?.companyName })}
      okText={t('Save')}
      okButtonProps={{ disabled: size === null }}
      confirmLoading={setQuota.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Storage in GB')}
          htmlFor="quota"
          extra={t('Stored files stay, whatever the new limit is.')}
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
