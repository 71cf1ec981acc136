import { DownloadOutlined, LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Alert, Button, Card, Flex, Progress, Result, Spin, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { sha256Of } from '../../api/bytes';
import { send } from '../../api/send';
import { FileIcon } from '../../ui/file-icon';
import { formatBothClocks, formatBytes, formatDate } from '../../ui/format';
import { useToast } from '../../ui/use-toast';
import { ArchiveProgress } from './archive-progress';
import { archiveAddress, displayName, fileAddress, transferQuery } from './api';
import { Countdown } from './countdown';
import { useAskAgain } from './lists.api';
import { useDownload } from './use-download';

const expiredWords = 'The file transfer has expired and is no longer available.';

export default function DownloadPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const transfer = useQuery(transferQuery(id));
  const [isOver, setOver] = useState(false);
  if (!id) return <Denied reason="Invalid or missing Id." />;
  if (Number.isNaN(Date.parse(params.get('expiry') ?? ''))) return <Denied reason="Invalid or missing expiration date" />;
  if (transfer.isPending) return <Verifying />;
  if (transfer.error && !(transfer.data && isPassing(transfer.error))) return <Refused id={id} error={transfer.error} onRetry={transfer.refetch} />;
  if (!transfer.data || transfer.data.files.length === 0) return <Denied reason="Invalid or missing Id." />;
  if (isOver) return <Denied reason={expiredWords} wayOn={<AskAgain id={id} />} />;
  return <Ready transfer={transfer.data} onOver={() => setOver(true)} />;
}

const isPassing = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Each kind of refusal with its next step. */
function Refused({ id, error, onRetry }: { id: string; error: Error; onRetry: () => unknown }) {
  if (isPassing(error)) return <Denied reason={error.message} wayOn={<Button onClick={() => onRetry()}>Retry</Button>} />;
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'TRANSFER_EXPIRED') return <Denied reason={expiredWords} wayOn={<AskAgain id={id} />} />;
  if (code === 'TRANSFER_REVOKED') return <Denied reason={error.message} wayOn={<AskAgain id={id} />} />;
  return <Denied reason={code === 'NOT_FOUND' ? 'Invalid or missing Id.' : error.message} />;
}

function Verifying() {
  return (
    <Card role="status">
      <Result icon={<Spin size="large" />} title="Verifying Access" subTitle="Please wait while we verify your access..." />
    </Card>
  );
}

function Denied({ reason, wayOn }: { reason: string; wayOn?: ReactNode }) {
  return (
    <Card role="alert">
      <Result icon={<LockOutlined />} title="Access Denied" subTitle={reason} extra={wayOn ?? <Link to="/">Go to the dashboard</Link>} />
    </Card>
  );
}

/** Makes a new request for the same files, for whoever the transfer was for. */
function AskAgain({ id }: { id: string }) {
  const again = useAskAgain();
  const toast = useToast();
  if (again.isSuccess) return <Typography.Text>The sender was asked for the files again. You get a mail with the answer.</Typography.Text>;
  return (
    <Button type="primary" loading={again.isPending} onClick={() => again.mutate(id, { onError: ({ message }) => toast.destructive({ title: 'Error', description: message }) })}>
      Ask again
    </Button>
  );
}

function Ready({ transfer, onOver }: { transfer: TransferView; onOver: () => void }) {
  const { id, expiry, files, archive, senderCompany, licences, intendedUse, maxDownloads } = transfer;
  const download = useDownload({
    address: () => archiveAddress(id),
    size: archive.size,
    name: () => `download_${Date.now()}.zip`,
    done: () => send(routes.recordDownload, { id, userId: files[0]?.key.split('/')[0] }),
  });
  const total = files.reduce((sum, { size }) => sum + size, 0);

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
            <FileRow key={file.fileId} transferId={id} file={file} />
          ))}
        </section>
        <Terms licences={licences} intendedUse={intendedUse} />
        <ArchiveProgress transferId={id} status={archive.status} />
        {download.error && <Alert type="error" showIcon role="alert" title={download.error.message} />}
        {download.isPending && (
          <div>
            <Progress percent={download.progress.percent} aria-label="Download" />
            <Typography.Text type="secondary" className="numbers">
              {formatBytes(download.progress.speed)} a second, {download.progress.left} s left
            </Typography.Text>
          </div>
        )}
        <Button type="primary" size="large" block icon={<DownloadOutlined />} loading={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? 'Downloading Files...' : download.error ? 'Go on downloading' : 'Download All Files'}
        </Button>
        <Typography.Text type="secondary" style={{ textAlign: 'center' }}>
          {maxDownloads !== null && `Each file and the archive may be downloaded ${maxDownloads === 1 ? 'once' : `${maxDownloads} times`}. `}
          This link opens only for the sender and the recipient, after signing in.
        </Typography.Text>
      </Flex>
    </Card>
  );
}

/** One file, which can be had by itself; its bytes are checked against the sender's hash. */
function FileRow({ transferId, file }: { transferId: string; file: TransferFile }) {
  const name = displayName(file);
  const toast = useToast();
  const download = useDownload({
    address: () => fileAddress(transferId, file.fileId),
    size: file.size,
    name: () => name,
    check: async (blob) => {
      const hash = await sha256Of(blob);
      if (hash !== undefined && hash !== file.sha256) throw new Error(`${name} did not arrive as it was sent. Please try again.`);
    },
  });
  return (
    <Flex gap={12} align="center" className="list-row" style={{ padding: '10px 4px' }}>
      <FileIcon mimetype={file.contentType} name={file.name} />
      <Typography.Text style={{ flex: 1, overflowWrap: 'anywhere' }}>{name}</Typography.Text>
      <Typography.Text type="secondary" className="numbers">
        {download.isPending ? `${download.progress.percent} %` : formatBytes(file.size)}
      </Typography.Text>
      <Button
        type="text"
        icon={<DownloadOutlined />}
        loading={download.isPending}
        aria-label={`Download ${name}`}
        onClick={() =>
          download.mutate(undefined, {
            onSuccess: () => toast.success({ title: 'Success', description: `${name} arrived as it was sent.` }),
            onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
          })
        }
      />
    </Flex>
  );
}

/** What both sides agreed to, as it stood when the request was accepted. */
function Terms({ licences, intendedUse }: Pick<TransferView, 'licences' | 'intendedUse'>) {
  if (licences.length === 0 && !intendedUse) return null;
  return (
    <section aria-label="Terms">
      {licences.map(({ folderName, terms }) => (
        <div key={folderName} style={{ marginBottom: 12 }}>
          <Typography.Text strong>Licence terms of {folderName}</Typography.Text>
          <div style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{terms}</div>
        </div>
      ))}
      {intendedUse && (
        <div>
          <Typography.Text strong>Intended use</Typography.Text>
          <div style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{intendedUse}</div>
        </div>
      )}
    </section>
  );
}
