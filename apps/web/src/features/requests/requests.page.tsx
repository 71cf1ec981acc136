import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RequestView } from '@tradepost/contracts/requests';
import { App, Button, Card, Flex, Modal, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useUser } from '../../session/auth.store';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes } from '../../ui/format';
import { PageHeader } from '../../ui/page-header';
import { StatusTag, type Tone } from '../../ui/status-tag';
import { TimeText } from '../../ui/time-text';
import { useToast } from '../../ui/use-toast';
import { AcceptDialog } from './accept-dialog';
import { requestsQuery, useReject, type RequestListState } from './api';

const pageSizes = [5, 10, 25, 50];
const tones: Record<RequestView['status'], Tone> = { pending: 'yellow', accepted: 'green', rejected: 'red' };
const sortable = new Set(['companyName', 'status']);

export default function RequestsPage() {
  const user = useUser();
  const toast = useToast();
  const [state, setState] = useState<RequestListState>({ page: 1, pageSize: 5 });
  const [accepting, setAccepting] = useState<RequestView>();
  const [shown, setShown] = useState<RequestView>();
  const requests = useQuery(requestsQuery(user, state));
  const refresh = () => {
    toast.success({ title: 'Refreshing', description: 'Fetching the latest requests...' });
    void requests.refetch();
  };

  const columns: TableColumnsType<RequestView> = [
    { title: 'Company Name', dataIndex: 'companyName', sorter: true },
    { title: 'Receiver Email', dataIndex: 'receiverEmail' },
    { title: 'Status', dataIndex: 'status', sorter: true, render: (status: RequestView['status']) => <StatusTag tone={tones[status]} text={status} /> },
    { title: 'Created At', dataIndex: 'createdAt', render: (iso: string) => <TimeText iso={iso} /> },
    {
      title: 'Files',
      key: 'files',
      render: (_, request) => (
        <Button type="link" size="small" onClick={() => setShown(request)} aria-label={`Files for ${request.companyName}`}>
          {request.fileIds.length} {request.fileIds.length === 1 ? 'file' : 'files'}
        </Button>
      ),
    },
    { title: 'Actions', key: 'actions', render: (_, request) => request.status === 'pending' && <Actions request={request} onAccept={() => setAccepting(request)} /> },
  ];

  return (
    <>
      <PageHeader
        title="Request Management"
        subtitle="Who asks for which of your files."
        actions={
          <Button icon={<ReloadOutlined />} loading={requests.isFetching} onClick={refresh}>
            Refresh
          </Button>
        }
      />
      <Card styles={{ body: { padding: 0 } }}>
        {requests.error && !requests.data ? (
          <ErrorState error={requests.error} onRetry={requests.refetch} />
        ) : (
          <Table
            rowKey="id"
            columns={columns}
            dataSource={requests.data?.items ?? []}
            loading={requests.isPending}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: requests.isPending ? ' ' : <EmptyState title="No requests found" text="When a partner asks for files, the request appears here." /> }}
            pagination={{ current: state.page, pageSize: state.pageSize, total: requests.data?.total ?? 0, pageSizeOptions: pageSizes, showSizeChanger: true, style: { padding: '0 16px' } }}
            onChange={({ current = 1, pageSize = 5 }, _, sorter) => {
              const { field, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
              const sort = order && sortable.has(String(field)) ? `${order === 'descend' ? '-' : ''}${String(field)}` : undefined;
              setState({ page: current, pageSize, ...(sort && { sort }) });
            }}
          />
        )}
      </Card>
      {accepting && <AcceptDialog request={accepting} onClose={() => setAccepting(undefined)} />}
      {shown && (
        <Modal open title={`Files for ${shown.companyName}`} footer={null} onCancel={() => setShown(undefined)}>
          <Flex vertical gap={12}>
            {shown.files.map(({ id, name, mimetype, size }) => (
              <Flex key={id} gap={10} align="center">
                <FileIcon mimetype={mimetype} name={name} />
                <span style={{ flex: 1, wordBreak: 'break-word' }}>{name}</span>
                <span>{mimetype.split('/').at(-1)?.split('.').at(-1)}</span>
                <span>{formatBytes(size)}</span>
              </Flex>
            ))}
          </Flex>
        </Modal>
      )}
    </>
  );
}

function Actions({ request, onAccept }: { request: RequestView; onAccept: () => void }) {
  const { modal } = App.useApp();
  const toast = useToast();
  const reject = useReject();
  const askReject = () =>
    modal.confirm({
      title: `Reject the request of ${request.companyName}?`,
      content: `${request.receiverEmail} is told by mail.`,
      okText: 'Reject',
      okButtonProps: { danger: true },
      onOk: () =>
        reject.mutateAsync(request.id).then(
          () => toast.success({ title: 'Request Rejected', description: 'The file request has been rejected.' }),
          ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
        ),
    });
  return (
    <Flex gap={8}>
      <Button size="small" type="primary" onClick={onAccept} aria-label={`Accept the request of ${request.companyName}`}>
        Accept
      </Button>
      <Button size="small" danger onClick={askReject} aria-label={`Reject the request of ${request.companyName}`}>
        Reject
      </Button>
    </Flex>
  );
}
