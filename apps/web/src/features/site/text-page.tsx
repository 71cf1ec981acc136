import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Outcome } from '../../ui/feedback/outcome';
import { Spinner } from '../../ui/busy/spinner';
import { ownTextQuery, sitePageQuery, type OwnPage } from './api';
import { t } from '../../i18n/t';
import styles from './site.module.css';

export const MarkdownText = lazy(() => import('./markdown'));

/** A page of the operator, or the product's own text while there is none: in English when its translation cannot be loaded. */
export function TextPage({ page, own }: { page: OwnPage; own: string }) {
  const text = useQuery(sitePageQuery(page));
  const translation = useQuery({ ...ownTextQuery(page), enabled: text.data === null });
  return (
    <div className={styles.page}>
      <article className={styles.card}>
        {text.isPending || translation.isLoading ? (
          <Spinner />
        ) : text.error ? (
          <Outcome
            isPage
            role="alert"
            icon="!"
            tone="error"
            title={t('This page could not be loaded')}
            text={t('Check your connection and try again.')}
            action={<Button onClick={() => void text.refetch()}>{t('Retry')}</Button>}
          />
        ) : (
          <div className={styles.text}>
            <Suspense fallback={<Spinner />}>
              <MarkdownText text={text.data ?? translation.data ?? own} />
            </Suspense>
          </div>
        )}
      </article>
    </div>
  );
}
