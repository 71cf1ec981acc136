import { DownloadOutlined, LockOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Card, Flex, Progress, Result, Spin, Typography } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { send } from '../../api/send';
import { FileIcon } from '../../ui/file-icon';
import { formatBothClocks, formatBytes, formatDate } from '../../ui/format';
import { displayName, downloadArchive, transferQuery } from './api';
import { Countdown } from './countdown';

const expiredWords = 'The file transfer has expired and is no longer available.';

export default function DownloadPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const transfer = useQuery(transferQuery(id));
  const [isOver, setOver] = useState(false);
  if (!id) return <Denied reason="Invalid or missing Id." />;
  if (Number.isNaN(Date.parse(params.get('expiry') ?? ''))) return <Denied reason="Invalid or missing expiration date" />;
  if (transfer.isPending) return <Verifying />;
  if (transfer.error && !transfer.data) return <Denied reason={reasonOf(transfer.error)} onRetry={isPassing(transfer.error) ? transfer.refetch : undefined} />;
  if (!transfer.data || transfer.data.files.length === 0) return <Denied reason="Invalid or missing Id." />;
  if (isOver) return <Denied reason={expiredWords} />;
  return <Ready transfer={transfer.data} onOver={() => setOver(true)} />;
}

const isPassing = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.code === 'TRANSFER_EXPIRED') return expiredWords;
  return error.status === 404 ? 'Invalid or missing Id.' : error.message;
}

function Verifying() {
  return (
    <Card role="status">
      <Result icon={<Spin size="large" />} title="Verifying Access" subTitle="Please wait while we verify your access..." />
    </Card>
  );
}

function Denied({ reason, onRetry }: { reason: string; onRetry?: (() => unknown) | undefined }) {
  return (
    <Card role="alert">
      <Result status="403" icon={<LockOutlined />} title="Access Denied" subTitle={reason} extra={onRetry ? <Button onClick={() => onRetry()}>Retry</Button> : <Link to="/">Go to the dashboard</Link>} />
    </Card>
  );
}

function Ready({ transfer, onOver }: { transfer: TransferView; onOver: () => void }) {
  const { id, expiry, files, archive, senderCompany } = transfer;
  const [loaded, setLoaded] = useState(0);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const download = useMutation({
    mutationFn: async () => {
      setLoaded(0);
      // the addresses live for five minutes: fresh ones for each download
      const fresh = await send(routes.transfer, { id });
      if (!fresh.archive.url || fresh.archive.size === undefined) throw new Error('The archive is still being built. Please try again in a moment.');
      await downloadArchive(fresh.archive.url, fresh.archive.size, setLoaded);
      await send(routes.recordDownload, { id, userId: fresh.files[0]?.key.split('/')[0] });
    },
  });

  return (
    <Card style={{ maxWidth: 720, marginInline: 'auto' }}>
      <Flex vertical gap={24}>
        <div style={{ textAlign: 'center' }}>
          <Typography.Title level={1} style={{ fontSize: 28, margin: 0 }}>
            Your Files Are Ready
          </Typography.Title>
          <Typography.Text type="secondary">From {senderCompany}. Encrypted in transit; the operator could read the files.</Typography.Text>
        </div>
        <Flex vertical align="center" gap={4}>
          <Countdown until={expiry} onOver={onOver} />
          <Typography.Text type="secondary" title={formatBothClocks(expiry)}>
            Expires {formatDate(expiry)} ({Intl.DateTimeFormat().resolvedOptions().timeZone})
          </Typography.Text>
        </Flex>
        <section aria-label="Files">
          <Typography.Title level={2} style={{ fontSize: 16 }}>
            Files ({files.length}), {formatBytes(total)}
          </Typography.Title>
          {files.map((file) => (
            <Flex key={file.fileId} gap={12} align="center" className="list-row" style={{ padding: '10px 4px' }}>
              <FileIcon mimetype={file.contentType} name={file.name} />
              <Typography.Text style={{ flex: 1, wordBreak: 'break-word' }}>{displayName(file)}</Typography.Text>
              <Typography.Text type="secondary">{formatBytes(file.size)}</Typography.Text>
            </Flex>
          ))}
        </section>
        {archive.status === 'failed' && <Alert type="error" showIcon title="The archive could not be built. Please ask the sender to accept your request again." />}
        {download.error && <Alert type="error" showIcon title={download.error.message} />}
        {download.isPending && <Progress percent={archive.size ? Math.floor((100 * loaded) / archive.size) : 0} aria-label="Download" />}
        <Button type="primary" size="large" block icon={<DownloadOutlined />} disabled={archive.status !== 'ready'} loading={download.isPending || archive.status === 'building'} onClick={() => download.mutate()}>
          {download.isPending ? 'Downloading Files...' : archive.status === 'building' ? 'Preparing your archive...' : 'Download All Files'}
        </Button>
        <Typography.Text type="secondary" style={{ textAlign: 'center' }}>
          This link opens only for the sender and the recipient, after signing in.
        </Typography.Text>
      </Flex>
    </Card>
  );
}
