import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Spinner } from '../../../ui/busy/spinner';
import { Outcome } from '../../../ui/feedback/outcome';
import { t } from '../../../i18n/t';
import styles from './download.module.css';

export const expiredText = t('The file transfer has expired and is no longer available.');

export function Verifying() {
  return (
    <div data-loading className={styles.page}>
      <Outcome
        isPage
        role="status"
        icon={<Spinner />}
        title={t('Verifying Access')}
        text={t('Please wait while we verify your access...')}
      />
    </div>
  );
}

export function Denied({ reason, nextStep }: { reason: ReactNode; nextStep?: ReactNode }) {
  return (
    <div className={styles.page}>
      <Outcome
        isPage
        role="alert"
        icon={<LockOutlined aria-hidden />}
        title={t('Access Denied')}
        text={reason}
        action={nextStep ?? <Link to="/">{t('Go to the dashboard')}</Link>}
      />
    </div>
  );
}
