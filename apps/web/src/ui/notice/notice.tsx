import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const icons = { error: CloseCircleFilled, success: CheckCircleFilled, warning: ExclamationCircleFilled };

interface NoticeProps {
  tone: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  /** Announced when it appears. */
  role?: 'alert' | 'status';
  className?: string | undefined;
}

/** What happened, in a box within the page: antd's Alert with the few bytes that sign-in and download page need. */
export function Notice({ tone, title, children, role, className = '' }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={`${styles.notice} ${styles[tone]} ${className}`}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {title && <div className={children ? styles.title : undefined}>{title}</div>}
        {children}
      </div>
    </div>
  );
}
