import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { requestStatuses, type RequestStatus, type RequestView } from '@tradepost/contracts/requests';
import { Button, Card, Flex, Select } from 'antd';
import { useState } from 'react';
import { unsignedText } from '../../sealing/receiver-key';
import { useUser } from '../../session/auth.store';
import type { Column } from '../../ui/list/data-table';
import { PagedTable } from '../../ui/list/paged-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { PageHeader } from '../../ui/layout/page-header';
import { SearchBox } from '../../ui/form/search-box';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useToast } from '../../ui/feedback/use-toast';
import { useOpenRow } from '../../ui/list/use-open-row';
import { PartnerName } from '../../ui/layout/partner-name';
import { AcceptDialog } from './accept-dialog';
import { requestsQuery } from './api';
import { FilesButton, FilesDialog, RequestStatusTag } from './parts';
import { RejectDialog } from './reject-dialog';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './requests.module.css';

const pageSizes = [5, 10, 25, 50];
const statusOptions = [
  { value: '', label: t('All statuses') },
  ...requestStatuses.map((value) => ({ value, label: t(value) })),
];

const isPending = ({ status }: RequestView) => status === 'pending';

type Open = { kind: 'accept' | 'files'; request: RequestView } | { kind: 'reject'; requests: RequestView[] };

export default function RequestsPage() {
  const user = useUser();
  const toast = useToast();
  const params = useListParams({ sort: '', status: '', receiver: '', size: '5' });
  const { sort, status, receiver, size, page, set } = params;
  const [selected, setSelected] = useState<RequestView[]>([]);
  const [open, setOpen] = useState<Open>();
  const query = useQuery(
    requestsQuery(user, { page, pageSize: Number(size), sort, status: status as RequestStatus | '', receiver }),
  );
  const close = () => setOpen(undefined);
  const refresh = () => {
    toast.info({ title: t('Refreshing'), description: t('Fetching the latest requests...') });
    void query.refetch().then(({ error }) => {
      if (error) toast.destructive({ title: t('Error'), description: error.message });
    });
  };
  const rows = query.data?.items ?? [];
  // selected on any page; requests answered since then no longer count
  const pending = selected.map((before) => rows.find(({ id }) => id === before.id) ?? before).filter(isPending);
  const choose = (ids: string[]) =>
    setSelected(ids.flatMap((id) => [...rows, ...selected].find((request) => request.id === id) ?? []));
  const isFiltered = status !== '' || receiver !== '';

  const openRow = useOpenRow();
  const columns: Column<RequestView>[] = [
    {
      key: 'company',
      title: t('Company Name'),
      sortBy: 'companyName',
      render: ({ id, companyId, companyName }) => (
        <PartnerName companyId={companyId} companyName={companyName} to={`/requests/${id}`} />
      ),
    },
    {
      key: 'receiver',
      title: t('Receiver Email'),
      isWide: true,
      render: ({ receiverEmail }) => <div className="wrap-cell">{receiverEmail}</div>,
    },
    {
      key: 'status',
      title: t('Status'),
      sortBy: 'status',
      render: (request) => (
        <RequestStatusTag
          request={request}
          waiting={t('Waiting for {receiverEmail} to set up encryption', { receiverEmail: request.receiverEmail })}
          unsigned={unsignedText}
        />
      ),
    },
    {
      key: 'created',
      title: t('Created At'),
      sortBy: 'createdAt',
      render: ({ createdAt }) => <TimeText iso={createdAt} isRelative />,
    },
    {
      key: 'files',
      title: t('Files'),
      render: (request) => (
        <FilesButton request={request} onOpen={(shown) => setOpen({ kind: 'files', request: shown })} />
      ),
    },
    {
      key: 'actions',
      title: t('Actions'),
      isActions: true,
      render: (request) =>
        isPending(request) && (
          <Flex gap={8} justify="flex-end">
            {!request.waitsForKey && !request.waitsForSignature && (
              <Button
                size="small"
                type="primary"
                onClick={() => setOpen({ kind: 'accept', request })}
                aria-label={t('Accept the request from {companyName}', { companyName: request.companyName })}
              >
                {t('Accept')}
              </Button>
            )}
            <Button
              size="small"
              danger
              onClick={() => setOpen({ kind: 'reject', requests: [request] })}
              aria-label={t('Reject the request from {companyName}', { companyName: request.companyName })}
            >
              {t('Reject')}
            </Button>
          </Flex>
        ),
    },
  ];

  return (
    <>
      <PageHeader
        title={t('Request Management')}
        subtitle={t('Requests for your files.')}
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={refresh}>
            {t('Refresh')}
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex gap={12} wrap align="center" className={layout.padding16}>
          <SearchBox
            placeholder={t('Search receivers')}
            label={t('Search receivers')}
            value={receiver}
            onSearch={(text) => set({ receiver: text.trim() })}
          />
          <Select
            aria-label={t('Status')}
            value={status}
            options={statusOptions}
            onChange={(value) => set({ status: value })}
            className={styles.statusSelect}
          />
          {pending.length > 0 && (
            <Button danger onClick={() => setOpen({ kind: 'reject', requests: pending })}>
              {t('Reject {count} selected', { count: pending.length })}
            </Button>
          )}
        </Flex>
        <FilterChips
          chips={[
            status && {
              key: 'status',
              text: t('Status: {status}', { status: t(status) }),
              onRemove: () => set({ status: '' }),
            },
            receiver && {
              key: 'receiver',
              text: t('Receiver: {receiver}', { receiver }),
              onRemove: () => set({ receiver: '' }),
            },
          ]}
        />
        <PagedTable
          query={query}
          params={params}
          pageSize={Number(size)}
          sizes={pageSizes}
          what={t('requests')}
          label={t('Requests')}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ companyName }) => t('the request from {companyName}', { companyName })}
          onOpen={({ id }) => openRow(`/requests/${id}`)}
          selected={pending.map(({ id }) => id)}
          onSelect={choose}
          canSelect={isPending}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('No matching requests')}
                action={<Button onClick={() => set({ status: '', receiver: '' })}>{t('Clear filters')}</Button>}
              />
            ) : (
              <EmptyState title={t('No requests found')} text={t('Requests from partners appear here.')} />
            )
          }
        />
      </Card>
      {open?.kind === 'accept' && <AcceptDialog request={open.request} onClose={close} />}
      {open?.kind === 'files' && <FilesDialog request={open.request} onClose={close} />}
      {open?.kind === 'reject' && (
        <RejectDialog requests={open.requests} onDone={() => setSelected([])} onClose={close} />
      )}
    </>
  );
}
