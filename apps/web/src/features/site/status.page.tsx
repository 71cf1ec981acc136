import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Spinner } from '../../ui/feedback/spinner';
import { readinessQuery, sitePageQuery } from './api';
import { MarkdownText } from './text-page';
import styles from './site.module.css';

const parts: Record<string, string> = {
  identity: 'Accounts and sign-in',
  kyc: 'Business registration',
  storage: 'Folders and files',
  requests: 'Requests and transfers',
  notification: 'Notifications',
  audit: 'Logs',
  'object-store': 'Upload and download',
  'at-rest-keys': 'Encryption of stored files',
  bus: 'Connection between the parts',
  postgres: 'Database',
  queue: 'Scheduled work',
};

/** The operator's message, and which parts of the installation answer now. */
export default function StatusPage() {
  const message = useQuery(sitePageQuery('status'));
  const { data, error, isPending, dataUpdatedAt, errorUpdatedAt } = useQuery(readinessQuery);
  const checkedAt = new Date(Math.max(dataUpdatedAt, errorUpdatedAt));
  return (
    <div className={styles.page}>
      <article className={`${styles.card} ${styles.text}`}>
        <h1>Status</h1>
        {message.data && (
          <section aria-label="Message of the operator" className={styles.message}>
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
            The server cannot be reached. Check your connection.
          </p>
        ) : (
          <>
            <p role="status" className={styles.summary}>
              {data.status === 'up' ? (
                <>
                  <CheckCircleFilled aria-hidden className={styles.up} /> Everything works
                </>
              ) : (
                <>
                  <ExclamationCircleFilled aria-hidden className={styles.down} /> Some parts do not work at the moment
                </>
              )}
            </p>
            <ul className={styles.parts}>
              {Object.entries(data.dependencies).map(([name, state]) => (
                <li key={name}>
                  <span>{parts[name] ?? name}</span>
                  <span className={styles[state]}>{state === 'up' ? 'Works' : 'Does not work'}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {!isPending && (
          <p className={styles.note}>Checked at {checkedAt.toLocaleTimeString()}. Checked again every 30 seconds.</p>
        )}
      </article>
    </div>
  );
}
