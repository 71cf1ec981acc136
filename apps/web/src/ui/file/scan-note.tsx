import type { Scan } from '@tradepost/contracts/values/scan';
import { Tag, Tooltip, Typography } from 'antd';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';

const unscanned = t('This file was not scanned for malware. Open it with care.');

/** The result of the malware scan of a file. */
export function ScanNote({ scan }: { scan: Scan }) {
  return scan === 'clean' ? <Typography.Text>{t('Scanned, nothing found')}</Typography.Text> : <NotScanned />;
}

/** Shows a tag only for a file that was not scanned. */
export const UnscannedNote = ({ scan }: { scan: Scan | null }) => (scan === 'none' ? <NotScanned /> : null);

const NotScanned = () => (
  <Tooltip title={unscanned} trigger={['hover', 'focus']}>
    <Tag tabIndex={0} className={`tone-grey ${layout.marginEndNone}`}>
      {t('Not scanned')}
    </Tag>
  </Tooltip>
);
