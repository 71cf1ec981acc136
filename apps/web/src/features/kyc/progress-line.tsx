import { CheckCircleOutlined, CloudSyncOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Flex, Progress, Typography, theme } from 'antd';
import dayjs from 'dayjs';

interface ProgressLineProps {
  percent: number;
  fields: number;
  documents: number;
}

const some = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** How far the registration is, and what is still missing. */
export function ProgressLine({ percent, fields, documents }: ProgressLineProps) {
  const missing = [
    ...(fields > 0 ? [some(fields, 'field')] : []),
    ...(documents > 0 ? [some(documents, 'document')] : []),
  ].join(' and ');
  return (
    <Flex gap={16} align="center" wrap style={{ marginBottom: 12 }}>
      <Progress
        percent={percent}
        showInfo={false}
        aria-label="Registration complete"
        style={{ flex: '1 1 220px', margin: 0 }}
      />
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

/** Whether what stands on the screen is stored. */
export function SaveState({ dirty, saving, failed, savedAt, onRetry }: SaveStateProps) {
  const { token } = theme.useToken();
  if (failed && dirty)
    return (
      <span role="alert" style={{ color: token.colorError }}>
        <WarningOutlined aria-hidden /> Not saved{' '}
        <Button
          type="link"
          size="small"
          loading={saving}
          onClick={onRetry}
          style={{ paddingInline: 4, textDecoration: 'underline' }}
        >
          Try again
        </Button>
      </span>
    );
  const [icon, words] = saving
    ? [<CloudSyncOutlined key="icon" />, 'Saving...']
    : dirty
      ? [null, 'Not saved yet']
      : savedAt
        ? [<CheckCircleOutlined key="icon" />, `Saved ${dayjs(savedAt).format('HH:mm')}`]
        : [null, null];
  return (
    words && (
      <Typography.Text type="secondary" className="numbers">
        {icon} {words}
      </Typography.Text>
    )
  );
}
