import styles from './progress-bar.module.css';

interface ProgressBarProps {
  percent: number;
  label: string;
}

/** antd's Progress with the few bytes that the download page needs. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  return (
    <div className={styles.row}>
      <progress max={100} value={percent} aria-label={label} className={styles.bar} />
      <span className="numbers">{percent}%</span>
    </div>
  );
}
