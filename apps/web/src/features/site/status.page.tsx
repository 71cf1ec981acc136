import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Spinner } from '../../ui/busy/spinner';
import { readinessQuery, sitePageQuery } from './api';
import { MarkdownText } from './text-page';
import { locale } from '../../i18n/language';
import { t } from '../../i18n/t';
import styles from './site.module.css';

const parts: Record<string, string> = {
  identity: t('Accounts and sign-in'),
  kyc: t('Business registration'),
  storage: t('Folders and files'),
  requests: t('Requests and transfers'),
  notification: t('Notifications'),
  audit: t('Logs'),
  'object-store': t('Upload and download'),
  'at-rest-keys': t('Encryption of stored files'),
  bus: t('Connection between the parts'),
  postgres: t('Database'),
  queue: t('Scheduled work'),
};

/** The operator's message, and which parts of the installation answer now. */
export default function StatusPage() {
  const message = useQuery(sitePageQuery('status'));
  const { data, error, isPending, dataUpdatedAt, errorUpdatedAt } = useQuery(readinessQuery);
  const checkedAt = new Date(Math.max(dataUpdatedAt, errorUpdatedAt));
  return (
    <div className={styles.page}>
      <article className={`${styles.card} ${styles.text}`}>
        <h1>{t('Status')}</h1>
        {message.data && (
          <section aria-label={t('Message from the operator')} className={styles.message}>
            <Suspense fallback={<Spinner />}>
              <MarkdownText text={message.data} />
            </Suspense>
          </section>
        )}
        {isPending ? (
          <Spinner />
        ) : error ? (
          <p role="status" className={styles.summary}>
            <ExclamationCircleFilled aria-hidden className={styles.down} />
            {t('The server cannot be reached. Check your connection.')}
          </p>
        ) : (
          <>
            <p role="status" className={styles.summary}>
              {data.status === 'up' ? (
                <>
                  <CheckCircleFilled aria-hidden className={styles.up} /> {t('All systems work')}
                </>
              ) : (
                <>
                  <ExclamationCircleFilled aria-hidden className={styles.down} />{' '}
                  {t('Some systems do not work at the moment')}
                </>
              )}
            </p>
            <ul className={styles.parts}>
              {Object.entries(data.dependencies).map(([name, state]) => (
                <li key={name}>
                  <span>{parts[name] ?? name}</span>
                  <span className={styles[state]}>{state === 'up' ? t('Works') : t('Does not work')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {!isPending && (
          <p className={styles.note}>
            {t('Checked at {time}. Checked again every 30 seconds.', {
              time: checkedAt.toLocaleTimeString(locale, { hourCycle: 'h23' }),
            })}
          </p>
        )}
      </article>
    </div>
  );
}
