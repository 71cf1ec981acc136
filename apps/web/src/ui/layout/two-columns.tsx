import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

/** Columns side by side when there is room, else stacked. */
export function TwoColumns({ children, min = 180 }: { children: ReactNode; min?: number }) {
  return (
    <div className={styles.columns} style={{ '--min': `${min}px` }}>
      {children}
    </div>
  );
}
