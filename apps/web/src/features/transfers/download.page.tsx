import { LockFilled, LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { TransferView } from '@tradepost/contracts/requests';
import { Alert, Button, Card, Flex, Result, Spin, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '@tradepost/client/api-error';
import { ChangedKey, KnownKey } from '../../sealing/key-check';
import { formatBothClocks, formatBytes, formatDate } from '../../ui/format';
import { useToast } from '../../ui/use-toast';
import { ArchiveProgress } from './archive-progress';
import { transferQuery } from './api';
import { Countdown } from './countdown';
import { ManagedArchive, SealedArchive } from './download-all';
import { FileRow } from './file-row';
import { useAskAgain } from './lists.api';
import { useOpenedTransfer } from './use-opened-transfer';

const expiredWords = 'The file transfer has expired and is no longer available.';

export default function DownloadPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const transfer = useQuery(transferQuery(id));
  const [isOver, setOver] = useState(false);
  if (!id) return <Denied reason="Invalid or missing Id." />;
  if (Number.isNaN(Date.parse(params.get('expiry') ?? '')))
    return <Denied reason="Invalid or missing expiration date" />;
  if (transfer.isPending) return <Verifying />;
  if (transfer.error && !(transfer.data && isPassing(transfer.error)))
    return <Refused id={id} error={transfer.error} onRetry={transfer.refetch} />;
  if (!transfer.data || transfer.data.files.length === 0) return <Denied reason="Invalid or missing Id." />;
  if (isOver) return <Denied reason={expiredWords} wayOn={<AskAgain id={id} />} />;
  return <Ready transfer={transfer.data} onOver={() => setOver(true)} />;
}

const isPassing = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Each kind of refusal with its next step. */
function Refused({ id, error, onRetry }: { id: string; error: Error; onRetry: () => unknown }) {
  if (isPassing(error))
    return <Denied reason={error.message} wayOn={<Button onClick={() => onRetry()}>Retry</Button>} />;
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'TRANSFER_EXPIRED') return <Denied reason={expiredWords} wayOn={<AskAgain id={id} />} />;
  if (code === 'TRANSFER_REVOKED') return <Denied reason={error.message} wayOn={<AskAgain id={id} />} />;
  return <Denied reason={code === 'NOT_FOUND' ? 'Invalid or missing Id.' : error.message} />;
}

function Verifying() {
  return (
    <Card role="status">
      <Result
        icon={<Spin size="large" />}
        title="Verifying Access"
        subTitle="Please wait while we verify your access..."
      />
    </Card>
  );
}

function Denied({ reason, wayOn }: { reason: string; wayOn?: ReactNode }) {
  return (
    <Card role="alert">
      <Result
        icon={<LockOutlined />}
        title="Access Denied"
        subTitle={reason}
        extra={wayOn ?? <Link to="/">Go to the dashboard</Link>}
      />
    </Card>
  );
}

/** Makes a new request for the same files, for whoever the transfer was for. */
function AskAgain({ id, label = 'Ask again' }: { id: string; label?: string }) {
  const again = useAskAgain();
  const toast = useToast();
  if (again.isSuccess)
    return <Typography.Text>The sender was asked for the files again. You get a mail with the answer.</Typography.Text>;
  return (
    <Button
      type="primary"
      loading={again.isPending}
      style={{ whiteSpace: 'normal', height: 'auto', minHeight: 36, paddingBlock: 4 }}
      onClick={() =>
        again.mutate(id, { onError: ({ message }) => toast.destructive({ title: 'Error', description: message }) })
      }
    >
      {label}
    </Button>
  );
}

/** What is said of who can read the files; of a sealed transfer, and of no other, that only its parties can. */
const modeWords: Record<TransferView['mode'], { title: string; footer: string }> = {
  e2e: {
    title: 'Secure transfer with end-to-end encryption',
    footer: 'Only the sender and the recipient can access the files.',
  },
  mixed: {
    title: 'Encrypted in transit and at rest. The operator holds the keys.',
    footer:
      'The operator holds no keys to the files marked end-to-end encrypted. This link opens only for the sender and the recipient, after signing in.',
  },
  managed: {
    title: 'Encrypted in transit and at rest. The operator holds the keys.',
    footer: 'This link opens only for the sender and the recipient, after signing in.',
  },
};

function Ready({ transfer, onOver }: { transfer: TransferView; onOver: () => void }) {
  const { id, expiry, files, archive, senderCompany, licences, intendedUse, maxDownloads, mode, keyLost } = transfer;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const opened = useOpenedTransfer(transfer);
  const { title, footer } = modeWords[mode];
  return (
    <Card style={{ maxWidth: 720, marginInline: 'auto' }}>
      <Flex vertical gap={24}>
        <div style={{ textAlign: 'center' }}>
          <Typography.Title level={1} style={{ fontSize: 28, margin: 0 }}>
            Your Files Are Ready
          </Typography.Title>
          <Typography.Paragraph style={{ margin: 0 }}>
            {mode === 'e2e' && <LockFilled aria-hidden />} {title}
          </Typography.Paragraph>
          <Typography.Text type="secondary">From {senderCompany}</Typography.Text>
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
            <FileRow key={file.fileId} transfer={transfer} file={file} opened={opened} />
          ))}
        </section>
        <Terms licences={licences} intendedUse={intendedUse} />
        <ArchiveProgress transferId={id} status={archive.status} />
        {opened.changed && (
          <ChangedKey
            contact={opened.changed}
            who={senderCompany}
            blocked="Nothing is downloaded until you confirm it."
            onAccepted={opened.confirmed}
          />
        )}
        {keyLost ? (
          <KeyLost id={id} />
        ) : mode === 'managed' ? (
          <ManagedArchive transfer={transfer} />
        ) : (
          <SealedArchive transfer={transfer} opened={opened} />
        )}
        {opened.sender && <KnownKey contact={opened.sender} who={senderCompany} />}
        <Typography.Text type="secondary" style={{ textAlign: 'center' }}>
          {maxDownloads !== null &&
            `Each file and the archive may be downloaded ${maxDownloads === 1 ? 'once' : `${maxDownloads} times`}. `}
          {footer}
        </Typography.Text>
      </Flex>
    </Card>
  );
}

/** The sender gave the files to a key that is gone with the vault before. */
function KeyLost({ id }: { id: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title="These files were encrypted to a key you do not have any more"
      description={
        <Flex vertical gap={12} align="flex-start">
          You started over with new keys after they were sent. The sender can deliver the same files again, encrypted to
          your new key.
          <AskAgain id={id} label="Ask the sender to deliver again" />
        </Flex>
      }
    />
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
