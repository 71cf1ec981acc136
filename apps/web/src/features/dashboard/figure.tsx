import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Card, Skeleton, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface FigureProps<T> {
  title: string;
  to: string;
  query: UseQueryResult<T>;
  value: (data: T) => ReactNode;
  note?: (data: T) => ReactNode;
}

/** One number and where it comes from. */
export function Figure<T>({ title, to, query: { data, error, refetch }, value, note }: FigureProps<T>) {
  return (
    <Card size="small" styles={{ body: { padding: '14px 18px' } }}>
      <Link to={to} style={{ fontSize: 13 }}>
        {title}
      </Link>
      {error && data === undefined ? (
        <div role="alert" style={{ fontSize: 13 }}>
          Could not be loaded.{' '}
          <Button type="link" size="small" onClick={() => void refetch()} style={{ padding: 0 }}>
            Retry
          </Button>
        </div>
      ) : data === undefined ? (
        <Skeleton.Button active size="small" style={{ display: 'block', marginTop: 8 }} />
      ) : (
        <>
          <div className="numbers" style={{ fontSize: 26, lineHeight: 1.3, fontWeight: 600 }}>
            {value(data)}
          </div>
          {note && (
            <Typography.Text type="secondary" style={{ fontSize: 13 }}>
              {note(data)}
            </Typography.Text>
          )}
        </>
      )}
    </Card>
  );
}
