import type { ReactNode } from 'react';
import layout from '../layout/layout.module.css';
import styles from './outcome.module.css';

interface OutcomeProps {
  icon: ReactNode;
  tone?: 'error' | 'calm';
  title: string;
  text: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** The whole content of a screen or part: an icon, what happened and what to do. */
export function Outcome({ icon, tone = 'calm', title, text, action, role }: OutcomeProps) {
  return (
    <div role={role} className={styles.outcome}>
      <div className={`${styles.icon} ${styles[tone]}`}>{icon}</div>
      <h4 className={layout.title}>{title}</h4>
      <div className={layout.secondary}>{text}</div>
      {action && <div className={layout.marginTop16}>{action}</div>}
    </div>
  );
}
