import { CloudOutlined, LockFilled, PieChartOutlined } from '@ant-design/icons';
import type { TransferMode } from '@tradepost/contracts/encryption/sealed';
import { Tag, Tooltip } from 'antd';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './mode-badge.module.css';

const badges = {
  e2e: {
    text: t('End-to-end encrypted'),
    icon: <LockFilled aria-hidden />,
    tone: 'green',
    explanation: t(
      'Encrypted in the sender’s browser. Only the sender and the recipient can open it; Tradepost can’t.',
    ),
  },
  managed: {
    text: t('Standard encryption'),
    icon: <CloudOutlined aria-hidden />,
    tone: 'grey',
    explanation: t('Encrypted in transit and at rest. The operator holds the keys.'),
  },
  mixed: {
    text: t('Partly end-to-end encrypted'),
    icon: <PieChartOutlined aria-hidden />,
    tone: 'grey',
    explanation: t('Some of these files are end-to-end encrypted. The operator holds the keys of the others.'),
  },
} as const;

/** Shows who can read a file or a group of files. */
export function ModeBadge({ mode }: { mode: TransferMode }) {
  const { text, icon, tone, explanation } = badges[mode];
  return (
    <Tooltip title={explanation} trigger={['hover', 'focus']}>
      <Tag tabIndex={0} icon={icon} className={`tone-${tone} ${styles.badge} ${layout.marginEndNone}`}>
        {text}
      </Tag>
    </Tooltip>
  );
}

/** The badge as a symbol, for rows. */
export function ModeMark({ mode }: { mode: TransferMode }) {
  const { text, icon, tone, explanation } = badges[mode];
  return (
    <Tooltip title={`${text}. ${explanation}`} trigger={['hover', 'focus']}>
      <span role="img" aria-label={text} tabIndex={0} className={`tone-${tone} ${styles.mark}`}>
        {icon}
      </span>
    </Tooltip>
  );
}
