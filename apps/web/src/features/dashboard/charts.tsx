import { Flex, Typography, theme } from 'antd';
import dayjs from 'dayjs';

const height = 96;
const gap = 3;
const barWidth = 12;

/** How many of these moments fell on each of the last days; the last is today. */
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

/** A bar a day; what it says stands in words for those who cannot see it. */
export function DayBars({ label, bars }: DayBarsProps) {
  const { token } = theme.useToken();
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const width = bars.length * (barWidth + gap) - gap;
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${total} in ${bars.length} days, at most ${highest} a day`}
      >
        {bars.map(({ day, count }, i) => {
          const tall = count === 0 ? 2 : Math.max(6, (count / highest) * height);
          return (
            <rect
              key={day}
              x={i * (barWidth + gap)}
              y={height - tall}
              width={barWidth}
              height={tall}
              rx={2}
              fill={count === 0 ? token.colorBorderSecondary : token.colorPrimary}
            >
              <title>{`${dayjs(day).format('D MMM')}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <Flex justify="space-between" component="figcaption" style={{ marginTop: 6 }}>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {dayjs(bars[0]?.day).format('D MMM')}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          Today
        </Typography.Text>
      </Flex>
    </figure>
  );
}

interface Share {
  name: string;
  value: number;
  /** Beside the bar. */
  text: string;
}

/** Bars that compare a few things by length. */
export function ShareBars({ shares }: { shares: Share[] }) {
  const { token } = theme.useToken();
  const highest = Math.max(1, ...shares.map(({ value }) => value));
  return (
    <Flex vertical gap={12} component="ul" style={{ listStyle: 'none', margin: '8px 0 0', padding: 0 }}>
      {shares.map(({ name, value, text }) => (
        <li key={name}>
          <Flex justify="space-between" gap={12}>
            <Typography.Text ellipsis={{ tooltip: name }}>{name}</Typography.Text>
            <Typography.Text type="secondary" className="numbers" style={{ whiteSpace: 'nowrap' }}>
              {text}
            </Typography.Text>
          </Flex>
          <div aria-hidden style={{ height: 6, borderRadius: 3, marginTop: 4, background: token.colorFillSecondary }}>
            <div
              style={{
                height: 6,
                borderRadius: 3,
                width: `${(100 * value) / highest}%`,
                background: token.colorPrimary,
              }}
            />
          </div>
        </li>
      ))}
    </Flex>
  );
}
