import { CheckCircleOutlined, CloudSyncOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Flex, Progress, Typography } from 'antd';
import dayjs from 'dayjs';
import { countOf } from '../../ui/feedback/format';
import layout from '../../ui/layout/layout.module.css';
import styles from './progress-line.module.css';

interface ProgressLineProps {
  percent: number;
  fields: number;
  documents: number;
}

/** The progress of the registration and what is missing. */
export function ProgressLine({ percent, fields, documents }: ProgressLineProps) {
  const missing = [
    ...(fields > 0 ? [countOf(fields, 'field')] : []),
    ...(documents > 0 ? [countOf(documents, 'document')] : []),
  ].join(' and ');
  return (
    <Flex gap={16} align="center" wrap className={layout.marginBottom12}>
      <Progress percent={percent} showInfo={false} aria-label="Registration complete" className={styles.progress} />
      <Typography.Text className="numbers">
        <strong>{percent}% complete</strong>
        {missing && <Typography.Text type="secondary"> · {missing} to go</Typography.Text>}
      </Typography.Text>
    </Flex>
  );
}

interface SaveStateProps {
  dirty: boolean;
  saving: boolean;
  failed: boolean;
  savedAt: Date | null;
  onRetry: () => void;
}

/** Whether the current values are saved. */
export function SaveState({ dirty, saving, failed, savedAt, onRetry }: SaveStateProps) {
  if (failed && dirty)
    return (
      <span role="alert" className={layout.error}>
        <WarningOutlined aria-hidden /> Not saved{' '}
        <Button type="link" size="small" loading={saving} onClick={onRetry} className={styles.link}>
          Try again
        </Button>
      </span>
    );
  const [icon, text] = saving
    ? [<CloudSyncOutlined key="icon" />, 'Saving...']
    : dirty
      ? [null, 'Not saved yet']
      : savedAt
        ? [<CheckCircleOutlined key="icon" />, `Saved ${dayjs(savedAt).format('HH:mm')}`]
        : [null, null];
  return (
    text && (
      <Typography.Text type="secondary" className="numbers">
        {icon} {text}
      </Typography.Text>
    )
  );
}
