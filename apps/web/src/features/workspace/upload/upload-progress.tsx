import { Progress } from 'antd';
import { formatBytes } from '../../../ui/feedback/format';
import { timeLeftText } from '../../../ui/busy/time-left';
import { useStalled } from '../../../ui/busy/use-stalled';
import { Text } from '../../../ui/text/text';
import { bytesOf, type UploadItem } from './upload-item';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Bytes, speed and time left of the running upload. */
export function UploadProgress({ item }: { item: UploadItem }) {
  const { file, loaded, bytesPerSecond, phase, terms } = item;
  const size = bytesOf(item);
  const isStalled = useStalled(loaded) && phase === 'sending' && loaded < size;
  const percent = Math.floor((100 * loaded) / Math.max(1, size));
  const sendingText = size < file.size ? t('Sending what has changed') : t('Sending encrypted');
  return (
    <div>
      <Progress percent={percent} size="small" aria-label={file.name} className={layout.noMargin} />
      <Text type="secondary" className={`numbers ${layout.small}`}>
        {[
          ...(phase === 'reading' ? [t('Reading')] : []),
          ...(phase === 'comparing' ? [t('Comparing with the previous version')] : []),
          ...(phase === 'sealing' ? [t('Encrypting')] : []),
          ...(phase === 'sending' && terms.mode === 'e2e' && loaded < size ? [sendingText] : []),
          loaded >= size && phase === 'sending'
            ? t('Checking and storing…')
            : t('{loaded} of {size}', { loaded: formatBytes(loaded), size: formatBytes(size) }),
          ...(isStalled ? [t('Waiting for the network')] : []),
          ...(!isStalled && bytesPerSecond > 0 && loaded < size
            ? [`${formatBytes(Math.round(bytesPerSecond))}/s`, timeLeftText((size - loaded) / bytesPerSecond)]
            : []),
        ].join(' · ')}
      </Text>
    </div>
  );
}
