import { DownloadOutlined } from '@ant-design/icons';
import type { TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { send } from '../../../api/send';
import { Notice } from '../../../ui/notice/notice';
import { ProgressBar } from '../../../ui/busy/progress-bar';
import { formatBytes, formatDate } from '../../../ui/feedback/format';
import { timeLeftText } from '../../../ui/busy/time-left';
import { useOnline } from '../../../ui/feedback/use-online';
import { useStalled } from '../../../ui/busy/use-stalled';
import { archiveRangesOf, archiveUrl } from '../api';
import { noProgress, type Progress } from './fetch/progress';
import { statedMode } from './stated-mode';
import layout from '../../../ui/layout/layout.module.css';
import { useDownload } from './fetch/use-download';
import { isQuiet, type OpenedQuery } from './use-opened-transfer';
import { useSealedDownload } from './fetch/use-sealed-download';
import { Rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';

const archiveName = () => `download_${Date.now()}.zip`;

/** Downloads the archive that the server packs. */
export function ManagedArchive({ transfer: { id, files, archive, expiry } }: { transfer: TransferView }) {
  const download = useDownload({
    url: () => archiveUrl(id),
    size: archive.size,
    name: archiveName,
    done: () => send(routes.recordDownload, { id, userId: files[0]?.key.split('/')[0] }),
  });
  return (
    <>
      {download.error && (
        <Notice tone="error" role="alert">
          {download.error.message}
        </Notice>
      )}
      {download.isPending && <DownloadProgress progress={download.progress} expiry={expiry} />}
      {download.data && <Downloaded name={download.data} expiry={expiry} />}
      <DownloadAll isPending={download.isPending} isBroken={!!download.error} onStart={() => download.mutate()} />
    </>
  );
}

/** Opens all files and packs the archive in this browser. */
export function SealedArchive({ transfer, opened }: { transfer: TransferView; opened: OpenedQuery }) {
  const { id, files, archive } = transfer;
  const { stalled, ...download } = useSealedDownload({
    as: 'zip',
    plan: async () => {
      const { planArchive } = await import('./fetch/sealed-transfer');
      return planArchive(transfer, await opened.open());
    },
    url: () => archiveUrl(id),
    askForRanges: archiveRangesOf(id),
    size: archive.size,
    name: archiveName,
    done: () => send(routes.recordDownload, { id, userId: files[0]?.key.split('/')[0] }),
  });
  const error = stalled?.error ?? download.error;
  return (
    <>
      {error && !isQuiet(error) && (
        <Notice tone="error" role="alert">
          {error.message}
        </Notice>
      )}
      {download.isPending && (
        <DownloadProgress progress={download.progress} expiry={transfer.expiry} isStopped={!!stalled} />
      )}
      {download.data && (
        // nobody but the operator vouches for managed files
        <Downloaded name={download.data} expiry={transfer.expiry} isVerified={statedMode(transfer) === 'e2e'} />
      )}
      <Flex gap={8}>
        <DownloadAll
          isPending={download.isPending && !stalled}
          isBroken={!!stalled}
          onStart={() => (stalled ? stalled.resume() : download.mutate())}
        />
        {download.isPending && (
          <Button size="large" onClick={download.cancel}>
            {t('Cancel')}
          </Button>
        )}
      </Flex>
    </>
  );
}

interface DownloadProgressProps {
  progress: Progress;
  expiry: string;
  isStopped?: boolean;
}

function DownloadProgress({ progress, expiry, isStopped = false }: DownloadProgressProps) {
  const { percent, left } = progress;
  const isOnline = useOnline();
  const hasStalled = useStalled(progress);
  const isStarting = progress === noProgress;
  const isTooSlow = left !== null && Date.now() + 1000 * left > Date.parse(expiry);
  // what comes before the first byte may take long without the network
  const isWaiting = isStopped || !isOnline || (hasStalled && !isStarting);
  return (
    <div>
      <ProgressBar percent={percent} label={t('Download')} />
      <span className={`numbers ${layout.secondary}`}>
        {isWaiting ? t('Waiting for the network') : isStarting ? t('Preparing…') : measuredText(progress)}
      </span>
      {!isWaiting && isTooSlow && (
        <Notice tone="warning" role="status">
          {t('At this speed the link expires before the download ends. Ask the sender for more time.')}
        </Notice>
      )}
    </div>
  );
}

const measuredText = ({ speed, left }: Progress): string =>
  left === null
    ? t('Downloading Files...')
    : t('{speed} a second, {left}', { speed: formatBytes(speed), left: timeLeftText(left) });

/** What was saved, and what to do next. */
function Downloaded({ name, expiry, isVerified }: { name: string; expiry: string; isVerified?: boolean }) {
  return (
    <Notice
      tone="success"
      role="status"
      title={isVerified ? t('Your files were downloaded and verified') : t('Your files were downloaded')}
    >
      <Rich
        text={
          'Find {name} in the downloads of your browser and unpack it. This link works until {expiry}; you also find it under <0>My Transfers</0>.'
        }
        values={{ name, expiry: formatDate(expiry) }}
        parts={[<Link to="/my-transfers" className={layout.underlined} />]}
      />
    </Notice>
  );
}

function DownloadAll({ isPending, isBroken, onStart }: { isPending: boolean; isBroken: boolean; onStart: () => void }) {
  return (
    <Button
      type="primary"
      size="large"
      block
      icon={<DownloadOutlined aria-hidden />}
      loading={isPending}
      onClick={onStart}
    >
      {isPending ? t('Downloading Files...') : isBroken ? t('Resume download') : t('Download All Files')}
    </Button>
  );
}
