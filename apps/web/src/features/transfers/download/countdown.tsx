import { Flex } from 'antd';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './download.module.css';

const tickMs = 1_000;
/** Seconds. */
const soon = 86_400;
const units = [
  [t('days'), 86_400],
  [t('hours'), 3_600],
  [t('minutes'), 60],
  [t('seconds'), 1],
] as const;

/** Time left in days, hours, minutes and seconds. Calls `onOver` once at the end. */
export function Countdown({ until, onOver }: { until: string; onOver: () => void }) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / 1000));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return onOver();
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isOver, onOver]);

  return (
    <Flex gap={12} role="timer" aria-label={t('Time left')} className={left < soon ? styles.soon : undefined}>
      {units.map(([name, seconds], i) => {
        const larger = units[i - 1]?.[1];
        const value = Math.floor((larger ? left % larger : left) / seconds);
        return (
          <Flex key={name} vertical align="center" className={styles.timeUnit}>
            <strong className={styles.timeValue}>{String(value).padStart(2, '0')}</strong>
            <span className={`${layout.secondary} ${layout.small}`}>{name}</span>
          </Flex>
        );
      })}
    </Flex>
  );
}
