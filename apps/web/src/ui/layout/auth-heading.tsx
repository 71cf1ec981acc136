import { Typography } from 'antd';
import type { ReactNode } from 'react';
import styles from './auth-heading.module.css';

/** Title and tagline above a form of `AuthLayout`. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.heading}>
      <Typography.Title level={1} className={styles.title}>
        {title}
      </Typography.Title>
      {children && (
        <Typography.Paragraph type="secondary" className={styles.subtitle}>
          {children}
        </Typography.Paragraph>
      )}
    </header>
  );
}
