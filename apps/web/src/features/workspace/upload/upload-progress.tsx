import { Progress, Typography } from 'antd';
import { formatBytes } from '../../../ui/feedback/format';
import { useStalled } from '../../../ui/feedback/use-stalled';
import type { UploadItem } from './upload-item';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

function timeLeft(seconds: number): string {
  if (seconds < 1) return t('a moment left');
  if (seconds < 60) return t('{seconds} s left', { seconds: Math.ceil(seconds) });
  return t('{minutes} min left', { minutes: Math.ceil(seconds / 60) });
}

/** Bytes, speed and time left of the running upload. */
export function UploadProgress({ item: { file, loaded, bytesPerSecond, phase, terms } }: { item: UploadItem }) {
  const isStalled = useStalled(loaded) && phase === 'sending' && loaded < file.size;
  const percent = Math.floor((100 * loaded) / Math.max(1, file.size));
  return (
    <div>
      <Progress percent={percent} size="small" aria-label={file.name} className={layout.noMargin} />
      <Typography.Text type="secondary" className={`numbers ${layout.small}`}>
        {[
          ...(phase === 'reading' ? [t('Reading')] : []),
          ...(phase === 'sealing' ? [t('Encrypting')] : []),
          ...(phase === 'sending' && terms.mode === 'e2e' && loaded < file.size ? [t('Sending encrypted')] : []),
          loaded >= file.size && phase === 'sending'
            ? t('Checking and storing…')
            : t('{loaded} of {size}', { loaded: formatBytes(loaded), size: formatBytes(file.size) }),
          ...(isStalled ? [t('Waiting for the network')] : []),
          ...(!isStalled && bytesPerSecond > 0 && loaded < file.size
            ? [`${formatBytes(Math.round(bytesPerSecond))}/s`, timeLeft((file.size - loaded) / bytesPerSecond)]
            : []),
        ].join(' · ')}
      </Typography.Text>
    </div>
  );
}
