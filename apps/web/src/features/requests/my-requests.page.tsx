import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { requestStatuses, type RequestStatus, type RequestView } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { App, Button, Card, Flex, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../../session/auth.store';
import type { Column } from '../../ui/list/data-table';
import { PagedTable } from '../../ui/list/paged-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { FilterChips } from '../../ui/form/filter-chips';
import { PageHeader } from '../../ui/layout/page-header';
import { TimeText } from '../../ui/feedback/time-text';
import { useListParams } from '../../ui/list/use-list-params';
import { useToast } from '../../ui/feedback/use-toast';
import { PartnerName } from '../../ui/layout/partner-name';
import { useVaultStore } from '../../vault/vault.store';
import { myRequestsQuery, useAskAgain, useWithdraw } from './api';
import { FilesButton, FilesDialog, RequestStatusTag } from './parts';
import { SignDialog } from './sign-dialog';
import layout from '../../ui/layout/layout.module.css';
import styles from './requests.module.css';

const pageSizes = [5, 10, 25, 50];
const statusOptions = [
  { value: '', label: 'All statuses' },
  ...requestStatuses.map((value) => ({ value, label: value })),
];

/** The requests of the signed-in person and their state. */
export default function MyRequestsPage() {
  const user = useUser();
  const params = useListParams({ sort: '', status: '', size: '10' });
  const { sort, status, size, page, set } = params;
  const [shown, setShown] = useState<RequestView>();
  const [signing, setSigning] = useState<RequestView>();
  const query = useQuery(
    myRequestsQuery(user, { page, pageSize: Number(size), sort, status: status as RequestStatus | '' }),
  );
  const columns: Column<RequestView>[] = [
    {
      key: 'company',
      title: 'Company',
      sortBy: 'companyName',
      render: ({ companyId, companyName }) => <PartnerName companyId={companyId} companyName={companyName} />,
    },
    {
      key: 'status',
      title: 'Status',
      sortBy: 'status',
      render: (request) => (
        <RequestStatusTag
          request={request}
          waiting="Waiting for you to set up encryption"
          unsigned="Waiting for your signature"
        />
      ),
    },
    {
      key: 'created',
      title: 'Requested',
      sortBy: 'createdAt',
      render: ({ createdAt }) => <TimeText iso={createdAt} />,
    },
    { key: 'expiry', title: 'Available until', render: ({ expiry }) => (expiry ? <TimeText iso={expiry} /> : '–') },
    { key: 'files', title: 'Files', render: (request) => <FilesButton request={request} onOpen={setShown} /> },
    {
      key: 'actions',
      title: 'Actions',
      isActions: true,
      render: (request) => <NextStep request={request} onSign={setSigning} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="My Requests"
        subtitle="Your requests to partners and their answers."
        actions={
          <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        <Flex className={layout.padding16}>
          <Select
            aria-label="Status"
            value={status}
            options={statusOptions}
            onChange={(value) => set({ status: value })}
            className={styles.statusSelect}
          />
        </Flex>
        <FilterChips
          chips={status ? [{ key: 'status', text: `Status: ${status}`, onRemove: () => set({ status: '' }) }] : []}
        />
        <PagedTable
          query={query}
          params={params}
          pageSize={Number(size)}
          sizes={pageSizes}
          what="requests"
          label="My requests"
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ companyName }) => `the request to ${companyName}`}
          empty={
            status ? (
              <EmptyState
                title="No matching requests"
                action={<Button onClick={() => set({ status: '' })}>Clear filters</Button>}
              />
            ) : (
              <EmptyState title="No requests found" text="Choose files under Share with you and send a request." />
            )
          }
        />
      </Card>
      {shown && <FilesDialog request={shown} onClose={() => setShown(undefined)} />}
      {signing && <SignDialog request={signing} onClose={() => setSigning(undefined)} />}
    </>
  );
}

/** The next action for a request. */
function NextStep({ request, onSign }: { request: RequestView; onSign: (request: RequestView) => void }) {
  const { status, transferId, expiry, companyName } = request;
  if (status === 'pending')
    return (
      <Flex gap={8} justify="flex-end" wrap>
        {request.waitsForKey && (
          <Button size="small" type="primary" onClick={() => useVaultStore.setState({ dialog: { kind: 'open' } })}>
            Set up encryption
          </Button>
        )}
        {request.waitsForSignature && !request.waitsForKey && (
          <Button
            size="small"
            type="primary"
            onClick={() => onSign(request)}
            aria-label={`Sign the request to ${companyName}`}
          >
            Sign
          </Button>
        )}
        <WithdrawRequest request={request} />
      </Flex>
    );
  if (!transferId || !expiry) return null;
  if (Date.parse(expiry) <= Date.now())
    return <RequestAgain transferId={transferId} companyName={companyName} onSign={onSign} />;
  const { pathname, search } = new URL(transferLink(location.origin, transferId, expiry));
  return (
    <Link to={pathname + search} aria-label={`Open the files from ${companyName}`}>
      Open
    </Link>
  );
}

interface RequestAgainProps {
  transferId: string;
  companyName: string;
  onSign: (request: RequestView) => void;
}

function RequestAgain({ transferId, companyName, onSign }: RequestAgainProps) {
  const again = useAskAgain();
  const toast = useToast();
  const ask = () =>
    again.mutate(transferId, {
      onSuccess: ({ request }) => {
        if (request.waitsForSignature && !request.waitsForKey) return onSign(request);
        toast.success({ title: 'Success', description: `${companyName} was asked for the files again.` });
      },
      onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
    });
  return (
    <Button
      size="small"
      loading={again.isPending}
      disabled={again.isSuccess}
      onClick={ask}
      aria-label={`Ask ${companyName} again`}
    >
      {again.isSuccess ? 'Asked' : 'Ask again'}
    </Button>
  );
}

function WithdrawRequest({ request: { id, companyName } }: { request: RequestView }) {
  const { modal } = App.useApp();
  const toast = useToast();
  const withdraw = useWithdraw();
  const ask = () =>
    modal.confirm({
      title: `Withdraw the request to ${companyName}?`,
      content: 'It disappears from their list. You can request the files again at any time.',
      okText: 'Withdraw',
      onOk: () =>
        withdraw.mutateAsync(id).then(
          ({ message }) => toast.success({ title: 'Success', description: message }),
          ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
        ),
    });
  return (
    <Button size="small" onClick={ask} aria-label={`Withdraw the request to ${companyName}`}>
      Withdraw
    </Button>
  );
}
