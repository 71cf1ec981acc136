import { useQuery } from '@tanstack/react-query';
import type { SitePage } from '@tradepost/contracts/site';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Outcome } from '../../ui/feedback/outcome';
import { Spinner } from '../../ui/feedback/spinner';
import { sitePageQuery } from './api';
import { t } from '../../i18n/t';
import styles from './site.module.css';

export const MarkdownText = lazy(() => import('./markdown'));

/** A page of the operator, or the product's own text while there is none. */
export function TextPage({ page, own }: { page: SitePage; own: string }) {
  const text = useQuery(sitePageQuery(page));
  return (
    <div className={styles.page}>
      <article className={styles.card}>
        {text.isPending ? (
          <Spinner />
        ) : text.error ? (
          <Outcome
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
              <MarkdownText text={text.data ?? own} />
            </Suspense>
          </div>
        )}
      </article>
    </div>
  );
}
