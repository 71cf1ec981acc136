import { useQuery } from '@tanstack/react-query';
import type { ArchiveStatus } from '@tradepost/contracts/requests';
import { Flex } from 'antd';
import { archiveProgressQuery } from '../../../api/queries';
import { ProgressBar } from '../../../ui/busy/progress-bar';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './download.module.css';

/** Progress of the transfer's archive while the server builds it. */
export function ArchiveProgress({ transferId, status }: { transferId: string; status: ArchiveStatus }) {
  const { data: percent } = useQuery(archiveProgressQuery(transferId));
  if (status !== 'building' || percent === undefined) return null;
  return (
    <Flex gap={8} align="center" className={layout.marginTop4}>
      <span className={`${layout.secondary} ${layout.small}`}>{t('Archive')}</span>
      <div className={styles.archiveBar}>
        <ProgressBar percent={percent} label={t('Archive being built')} />
      </div>
    </Flex>
  );
}
