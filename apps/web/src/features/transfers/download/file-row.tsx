import { DownloadOutlined } from '@ant-design/icons';
import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { Button, Flex } from 'antd';
import { lazy, Suspense } from 'react';
import { withAllStyles } from '../../../ui/layout/all-styles';
import { FileIcon } from '../../../ui/file/file-icon';
import { fileType, formatBytes } from '../../../ui/feedback/format';
import { useStalled } from '../../../ui/busy/use-stalled';
import { useToast } from '../../../ui/notice/use-toast';
import { displayName, fileUrl, rangesOf } from '../api';
import { PreviewButton } from '../preview/preview-button';
import { checkManaged } from './fetch/check-managed';
import type { Progress } from './fetch/progress';
import { useDownload } from './fetch/use-download';
import { statedMode } from './stated-mode';
import { isQuiet, type OpenedQuery } from './use-opened-transfer';
import { useSealedDownload } from './fetch/use-sealed-download';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './download.module.css';

const ModeBadge = lazy(async () => ({
  default: (await withAllStyles(import('../../../ui/file/mode-badge'))).ModeBadge,
}));

interface FileRowProps {
  transfer: TransferView;
  file: TransferFile;
  opened: OpenedQuery;
}

/** One file with its own download button; its bytes are checked against the sender's hash. */
export function FileRow({ transfer, file, opened }: FileRowProps) {
  const sealed = file.mode === 'e2e' ? file.sealed : null;
  const isClosed = sealed !== null && opened.proof.state === 'closed';
  return (
    <Flex align="center" className={`list-row ${styles.fileRow}`}>
      <FileIcon mimetype={file.contentType} name={file.name} />
      <div className={`${layout.grow} ${layout.shrinkable}`}>
        <span className={`${layout.block} ${layout.breakWords}`}>
          <bdi>{displayName(file)}</bdi>
        </span>
        <Flex gap="2px 8px" align="center" wrap>
          <span className={`${layout.secondary} ${layout.small}`}>{fileType(displayName(file))}</span>
          {statedMode(transfer) === 'mixed' && (!sealed || opened.proof.state === 'proven') && (
            <Suspense>
              <ModeBadge mode={file.mode} />
            </Suspense>
          )}
        </Flex>
      </div>
      {!isClosed && <PreviewButton transfer={transfer} file={file} opened={opened} />}
      {isClosed ? null : sealed ? (
        <SealedFileButton transfer={transfer} file={file} sealedSize={sealed.sealedSize} opened={opened} />
      ) : (
        <ManagedFileButton transferId={transfer.id} file={file} />
      )}
    </Flex>
  );
}

function ManagedFileButton({ transferId, file }: { transferId: string; file: TransferFile }) {
  const name = displayName(file);
  const { isPending, progress, mutate } = useDownload({
    url: () => fileUrl(transferId, file.fileId),
    size: file.size,
    name: () => name,
    check: checkManaged(file),
  });
  const toasts = useSaveToasts(t('{name} was downloaded.', { name }));
  return (
    <FileButton
      name={name}
      size={file.size}
      isPending={isPending}
      progress={progress}
      onStart={() => mutate(undefined, toasts)}
    />
  );
}

function SealedFileButton({ transfer, file, sealedSize, opened }: FileRowProps & { sealedSize: number }) {
  const { id, keyLost } = transfer;
  const name = displayName(file);
  const { isPending, progress, stalled, mutate } = useSealedDownload({
    as: 'file',
    plan: async () => {
      const { planFile } = await import('./fetch/sealed-transfer');
      return [await planFile(await opened.open(), file.fileId, name, sealedSize)];
    },
    url: () => fileUrl(id, file.fileId),
    askForRanges: rangesOf(id, file.fileId),
    size: sealedSize,
    name: () => name,
  });
  const toasts = useSaveToasts(t('{name} was downloaded and verified.', { name }));
  return (
    <FileButton
      name={name}
      size={file.size}
      isDisabled={keyLost}
      isPending={isPending}
      isStopped={!!stalled}
      progress={progress}
      onStart={() => (stalled ? stalled.resume() : mutate(undefined, toasts))}
    />
  );
}

function useSaveToasts(description: string) {
  const toast = useToast();
  return {
    onSuccess: () => toast.success({ title: t('Success'), description }),
    onError: (error: Error) => isQuiet(error) || toast.destructive({ title: t('Error'), description: error.message }),
  };
}

interface FileButtonProps {
  name: string;
  size: number;
  isPending: boolean;
  /** The connection stayed broken, and the next click resumes. */
  isStopped?: boolean;
  progress: Progress;
  isDisabled?: boolean;
  onStart: () => void;
}

function FileButton({ name, size, isPending, isStopped = false, progress, isDisabled, onStart }: FileButtonProps) {
  // what was measured before the start does not count
  const hasStalled = useStalled(isPending && progress);
  const isWaiting = isPending && (isStopped || hasStalled);
  return (
    <>
      <span className={`numbers ${layout.secondary} ${isWaiting ? styles.waiting : layout.noWrap} ${styles.size}`}>
        {isWaiting ? t('Waiting for the network') : isPending ? `${progress.percent} %` : formatBytes(size)}
      </span>
      <Button
        type="text"
        icon={<DownloadOutlined aria-hidden />}
        loading={isPending && !isStopped}
        disabled={!!isDisabled}
        aria-label={isStopped ? t('Resume the download of {name}', { name }) : t('Download {name}', { name })}
        onClick={onStart}
      />
    </>
  );
}
