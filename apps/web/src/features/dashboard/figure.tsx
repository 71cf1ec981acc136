import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Card, Skeleton, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './dashboard.module.css';

interface FigureProps<T> {
  title: string;
  to: string;
  query: UseQueryResult<T>;
  value: (data: T) => ReactNode;
  note?: (data: T) => ReactNode;
}

/** One number with a link to its page. */
export function Figure<T>({ title, to, query: { data, error, refetch }, value, note }: FigureProps<T>) {
  return (
    <Card size="small" styles={{ body: { padding: '12px 16px' } }}>
      <Link to={to} className={`${layout.small} ${layout.ownLink}`}>
        {title}
      </Link>
      {error && data === undefined ? (
        <div role="alert" className={layout.small}>
          {`${t("Couldn't load this.")} `}{' '}
          <Button type="link" size="small" onClick={() => void refetch()} className={layout.noPadding}>
            {t('Retry')}
          </Button>
        </div>
      ) : data === undefined ? (
        // as high as the number and its note
        <div className={note && styles.figureLoading}>
          <div className={styles.figureValue}>
            <Skeleton.Button active size="small" />
          </div>
        </div>
      ) : (
        <>
          <div className={`numbers ${styles.figureValue}`}>{value(data)}</div>
          {note && (
            <Typography.Text type="secondary" className={layout.small}>
              {note(data)}
            </Typography.Text>
          )}
        </>
      )}
    </Card>
  );
}
