import { Button, Flex, Typography } from 'antd';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './file.module.css';

const shown = 5;

interface PeopleFoundProps {
  emails: string[];
  /** Absent for people who may not change the access. */
  onOpen: (() => void) | undefined;
}

/** The partners with access to the folder that a search finds. */
export function PeopleFound({ emails, onOpen }: PeopleFoundProps) {
  if (emails.length === 0) return null;
  return (
    <Flex gap="4px 12px" wrap align="center" role="group" aria-label={t('People')} className={styles.people}>
      <Typography.Text type="secondary">{t('Delivered to')}</Typography.Text>
      {emails.slice(0, shown).map((email) => (
        <Typography.Text key={email} className={layout.breakWords}>
          {email}
        </Typography.Text>
      ))}
      {emails.length > shown && (
        <Typography.Text>{t('and {count} more', { count: emails.length - shown })}</Typography.Text>
      )}
      {onOpen && (
        <Button size="small" onClick={onOpen}>
          {t('Show access')}
        </Button>
      )}
    </Flex>
  );
}
