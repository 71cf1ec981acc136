import { Flex, Skeleton } from 'antd';
import { t } from '../../i18n/t';
import styles from './skeleton-list.module.css';

/** Placeholder for a list on its first load. */
export function SkeletonList({ rows = 5 }: { rows?: number | undefined }) {
  return (
    <Flex vertical gap={20} role="status" aria-label={t('Loading')} className={styles.list}>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton
          key={i}
          active
          title={{ width: `${70 - (i % 3) * 12}%` }}
          paragraph={{ rows: 1, width: `${45 - (i % 2) * 15}%` }}
        />
      ))}
    </Flex>
  );
}
