import { Flex, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { formatDayAndMonth } from '../../ui/feedback/format';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './dashboard.module.css';

const height = 96;
const gap = 3;
const barWidth = 12;

/** Counts the times per local day, for the last days up to today. */
export function perDay(times: string[], days: number, now = dayjs()): { day: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const time of times) {
    const day = dayjs(time).format('YYYY-MM-DD');
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return Array.from({ length: days }, (_, i) => {
    const day = now.subtract(days - 1 - i, 'day').format('YYYY-MM-DD');
    return { day, count: counts.get(day) ?? 0 };
  });
}

interface DayBarsProps {
  label: string;
  bars: { day: string; count: number }[];
}

/** One bar per day, with a text alternative. */
export function DayBars({ label, bars }: DayBarsProps) {
  const { token } = theme.useToken();
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const width = bars.length * (barWidth + gap) - gap;
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className={layout.noMargin}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('{label}: {total} in {count} days, at most {highest} a day', {
          label,
          total,
          count: bars.length,
          highest,
        })}
      >
        {bars.map(({ day, count }, i) => {
          const barHeight = count === 0 ? 2 : Math.max(6, (count / highest) * height);
          return (
            <rect
              key={day}
              x={i * (barWidth + gap)}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              rx={2}
              fill={count === 0 ? token.colorBorderSecondary : token.colorPrimary}
            >
              <title>{`${formatDayAndMonth(day)}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <Flex justify="space-between" component="figcaption" className={styles.chartDays}>
        <Typography.Text type="secondary" className={layout.small}>
          {bars[0] && formatDayAndMonth(bars[0].day)}
        </Typography.Text>
        <Typography.Text type="secondary" className={layout.small}>
          {t('Today')}
        </Typography.Text>
      </Flex>
    </figure>
  );
}

interface Share {
  name: string;
  value: number;
  /** Shown next to the name. */
  text: string;
}

const shareHeight = 6;

/** Horizontal bars that compare a few values. */
export function ShareBars({ shares }: { shares: Share[] }) {
  const highest = Math.max(1, ...shares.map(({ value }) => value));
  return (
    <Flex vertical gap={12} component="ul" className={styles.shares}>
      {shares.map(({ name, value, text }) => (
        <li key={name}>
          <Flex justify="space-between" gap={12}>
            <Typography.Text ellipsis={{ tooltip: name }}>{name}</Typography.Text>
            <Typography.Text type="secondary" className={`numbers ${layout.noWrap}`}>
              {text}
            </Typography.Text>
          </Flex>
          <svg aria-hidden width="100%" height={shareHeight} className={styles.share}>
            <rect width="100%" height={shareHeight} rx={shareHeight / 2} className={styles.shareTrack} />
            <rect
              width={`${(100 * value) / highest}%`}
              height={shareHeight}
              rx={shareHeight / 2}
              className={styles.shareBar}
            />
          </svg>
        </li>
      ))}
    </Flex>
  );
}
