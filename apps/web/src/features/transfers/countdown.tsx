import { Flex, Typography } from 'antd';
import { useEffect, useState } from 'react';

const tickMs = 1_000;
const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** Time left in days, hours, minutes and seconds, each second; says once when it is over. */
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
    <Flex gap={16} role="timer" aria-label="Time left">
      {units.map(([name, seconds], i) => {
        const larger = units[i - 1]?.[1];
        const value = Math.floor((larger ? left % larger : left) / seconds);
        return (
          <Flex key={name} vertical align="center" style={{ minWidth: 56 }}>
            <Typography.Text strong style={{ fontSize: 28, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}>
              {String(value).padStart(2, '0')}
            </Typography.Text>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {name}
            </Typography.Text>
          </Flex>
        );
      })}
    </Flex>
  );
}
