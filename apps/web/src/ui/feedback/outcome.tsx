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
  /** The page has no other heading. */
  isPage?: boolean;
}

/** The whole content of a screen or part: an icon, what happened and what to do. */
export function Outcome({ icon, tone = 'calm', title, text, action, role, isPage = false }: OutcomeProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div role={role} className={styles.outcome}>
      <div className={`${styles.icon} ${styles[tone]}`}>{icon}</div>
      <Title className={layout.title}>{title}</Title>
      <div className={layout.secondary}>{text}</div>
      {action && <div className={layout.marginTop16}>{action}</div>}
    </div>
  );
}
