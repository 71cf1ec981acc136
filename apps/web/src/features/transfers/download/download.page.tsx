import { LockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { TransferView } from '@tradepost/contracts/requests';
import { Alert, Button, Card, Flex, Result, Spin, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '@tradepost/client/api/api-error';
import { ChangedKey, KnownKey } from '../../../sealing/key-check';
import { formatBothClocks, formatBytes, formatDate } from '../../../ui/feedback/format';
import { useToast } from '../../../ui/feedback/use-toast';
import { PartnerName } from '../../../ui/layout/partner-name';
import { ArchiveProgress } from './archive-progress';
import { transferQuery } from '../api';
import { Countdown } from './countdown';
import { ManagedArchive, SealedArchive } from './download-all';
import { FileRow } from './file-row';
import { useAskSenderAgain } from '../list/lists.api';
import { statedMode } from './stated-mode';
import { footerOf, TransferLabel } from './transfer-label';
import { useOpenedTransfer } from './use-opened-transfer';
import layout from '../../../ui/layout/layout.module.css';
import styles from './download.module.css';

const expiredText = 'The file transfer has expired and is no longer available.';

export default function DownloadPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  const transfer = useQuery(transferQuery(id));
  const [isOver, setOver] = useState(false);
  if (!id) return <Denied reason="Invalid or missing Id." />;
  if (Number.isNaN(Date.parse(params.get('expiry') ?? '')))
    return <Denied reason="Invalid or missing expiration date" />;
  if (transfer.isPending) return <Verifying />;
  if (transfer.error && !(transfer.data && isTemporary(transfer.error)))
    return <Refused id={id} error={transfer.error} onRetry={transfer.refetch} />;
  if (!transfer.data || transfer.data.files.length === 0) return <Denied reason="Invalid or missing Id." />;
  if (isOver) return <Denied reason={expiredText} nextStep={<AskSenderAgain id={id} />} />;
  return <Ready transfer={transfer.data} onOver={() => setOver(true)} />;
}

/** The sender's company: a key begins with its id. */
const companyOf = ({ files }: TransferView) => files[0]?.key.split('/')[0] ?? null;

const isTemporary = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** A text and a next step for each error. */
function Refused({ id, error, onRetry }: { id: string; error: Error; onRetry: () => unknown }) {
  if (isTemporary(error))
    return <Denied reason={error.message} nextStep={<Button onClick={() => onRetry()}>Retry</Button>} />;
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'TRANSFER_EXPIRED') return <Denied reason={expiredText} nextStep={<AskSenderAgain id={id} />} />;
  if (code === 'TRANSFER_REVOKED') return <Denied reason={error.message} nextStep={<AskSenderAgain id={id} />} />;
  return <Denied reason={code === 'NOT_FOUND' ? 'Invalid or missing Id.' : error.message} />;
}

function Verifying() {
  return (
    <Card role="status" className={styles.page}>
      <Result
        icon={<Spin size="large" />}
        title="Verifying Access"
        subTitle="Please wait while we verify your access..."
      />
    </Card>
  );
}

function Denied({ reason, nextStep }: { reason: string; nextStep?: ReactNode }) {
  return (
    <Card role="alert" className={styles.page}>
      <Result
        icon={<LockOutlined aria-hidden />}
        title="Access Denied"
        subTitle={reason}
        extra={nextStep ?? <Link to="/">Go to the dashboard</Link>}
      />
    </Card>
  );
}

/** Requests the files of the transfer again. */
function AskSenderAgain({ id, label = 'Ask again' }: { id: string; label?: string }) {
  const again = useAskSenderAgain();
  const toast = useToast();
  if (again.data?.request.waitsForSignature)
    return (
      <Typography.Text>
        Sign the new request under <Link to="/my-requests">My Requests</Link>. Then the sender can accept it.
      </Typography.Text>
    );
  if (again.isSuccess)
    return <Typography.Text>The sender was asked for the files again. You'll get the answer by email.</Typography.Text>;
  return (
    <Button
      type="primary"
      loading={again.isPending}
      className={layout.wrappingButton}
      onClick={() =>
        again.mutate(id, { onError: ({ message }) => toast.destructive({ title: 'Error', description: message }) })
      }
    >
      {label}
    </Button>
  );
}

function Ready({ transfer, onOver }: { transfer: TransferView; onOver: () => void }) {
  const { id, expiry, files, archive, senderCompany, licences, intendedUse, maxDownloads, keyLost } = transfer;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const mode = statedMode(transfer);
  const opened = useOpenedTransfer(transfer, mode !== 'managed');
  return (
    <Card className={styles.page}>
      <Flex vertical gap={24}>
        <header className={styles.head}>
          <Typography.Title level={1} className={styles.title}>
            Your Files Are Ready
          </Typography.Title>
          <Typography.Text component="div" className={styles.sender}>
            <PartnerName companyId={companyOf(transfer)} companyName={`From ${senderCompany}`} />
          </Typography.Text>
          {!keyLost && <TransferLabel mode={mode} opened={opened} />}
        </header>
        <Flex align="center" justify="space-between" gap="8px 24px" wrap className={styles.deadline}>
          <Countdown until={expiry} onOver={onOver} />
          <Typography.Text type="secondary" title={formatBothClocks(expiry)}>
            Expires {formatDate(expiry)} ({Intl.DateTimeFormat().resolvedOptions().timeZone})
          </Typography.Text>
        </Flex>
        <section aria-label="Files">
          <Typography.Title level={2} className={styles.filesTitle}>
            Files ({files.length})<span className={`numbers ${styles.total}`}>{formatBytes(total)}</span>
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
        <Typography.Text type="secondary" className={layout.centered}>
          {maxDownloads !== null &&
            `Each file and the archive may be downloaded ${maxDownloads === 1 ? 'once' : `${maxDownloads} times`}. `}
          {footerOf({ mode, opened })}
        </Typography.Text>
      </Flex>
    </Card>
  );
}

/** The files were sealed for a key of the receiver that no longer exists. */
function KeyLost({ id }: { id: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title="Your new key can't open these files"
      description={
        <Flex vertical gap={12} align="flex-start">
          They were sent before you started over with new keys. The sender can deliver the same files again, encrypted
          for your new key.
          <AskSenderAgain id={id} label="Ask the sender to deliver again" />
        </Flex>
      }
    />
  );
}

/** Licences and intended use, as recorded at the acceptance. */
function Terms({ licences, intendedUse }: Pick<TransferView, 'licences' | 'intendedUse'>) {
  if (licences.length === 0 && !intendedUse) return null;
  return (
    <section aria-label="Terms" className={styles.terms}>
      {licences.map(({ folderName, terms }) => (
        <div key={folderName} className={layout.marginBottom12}>
          <Typography.Text strong>Licence terms of {folderName}</Typography.Text>
          <div className={layout.preLine}>{terms}</div>
        </div>
      ))}
      {intendedUse && (
        <div>
          <Typography.Text strong>Intended use</Typography.Text>
          <div className={layout.preLine}>{intendedUse}</div>
        </div>
      )}
    </section>
  );
}
