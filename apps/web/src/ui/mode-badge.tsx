import { CloudOutlined, LockFilled, PieChartOutlined } from '@ant-design/icons';
import type { TransferMode } from '@tradepost/contracts/sealed';
import { Tag, Tooltip } from 'antd';

const badges = {
  e2e: {
    text: 'End-to-end encrypted',
    icon: <LockFilled aria-hidden />,
    tone: 'green',
    words: 'Encrypted in the sender’s browser. Only the sender and the recipient can open it; the operator cannot.',
  },
  managed: {
    text: 'Managed',
    icon: <CloudOutlined aria-hidden />,
    tone: 'grey',
    words: 'Encrypted in transit and at rest. The operator holds the keys.',
  },
  mixed: {
    text: 'Partly end-to-end encrypted',
    icon: <PieChartOutlined aria-hidden />,
    tone: 'grey',
    words: 'Some of these files are end-to-end encrypted. Of the others, the operator holds the keys.',
  },
} as const;

/** Who could read a file, or several together. */
export function ModeBadge({ mode }: { mode: TransferMode }) {
  const { text, icon, tone, words } = badges[mode];
  return (
    <Tooltip title={words} trigger={['hover', 'focus']}>
      <Tag tabIndex={0} icon={icon} className={`tone-${tone}`} style={{ marginInlineEnd: 0 }}>
        {text}
      </Tag>
    </Tooltip>
  );
}
