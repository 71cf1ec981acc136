import { CheckCircleOutlined, CloudSyncOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Flex, Progress, Typography } from 'antd';
import dayjs from 'dayjs';
import { listOf } from '../../ui/feedback/format';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './progress-line.module.css';

interface ProgressLineProps {
  percent: number;
  fields: number;
  documents: number;
}

/** The progress of the registration and what is missing. */
export function ProgressLine({ percent, fields, documents }: ProgressLineProps) {
  const missing = listOf([
    ...(fields > 0 ? [t('{fields, plural, one {# field} other {# fields}}', { fields })] : []),
    ...(documents > 0 ? [t('{documents, plural, one {# document} other {# documents}}', { documents })] : []),
  ]);
  return (
    <Flex gap={16} align="center" wrap className={layout.marginBottom12}>
      <Progress
        percent={percent}
        showInfo={false}
        aria-label={t('Registration complete')}
        className={styles.progress}
      />
      <Typography.Text className="numbers">
        <strong>{t('{percent}% complete', { percent })}</strong>
        {missing && <Typography.Text type="secondary"> {t('· {missing} to go', { missing })}</Typography.Text>}
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
        <WarningOutlined aria-hidden /> {`${t('Not saved')} `}{' '}
        <Button type="link" size="small" loading={saving} onClick={onRetry} className={styles.link}>
          {t('Try again')}
        </Button>
      </span>
    );
  const [icon, text] = saving
    ? [<CloudSyncOutlined key="icon" />, t('Saving...')]
    : dirty
      ? [null, t('Not saved yet')]
      : savedAt
        ? [<CheckCircleOutlined key="icon" />, t('Saved {savedAt}', { savedAt: dayjs(savedAt).format('HH:mm') })]
        : [null, null];
  return (
    text && (
      <Typography.Text type="secondary" className="numbers">
        {icon} {text}
      </Typography.Text>
    )
  );
}
