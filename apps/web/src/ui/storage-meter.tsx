import { Flex, Progress, Typography, theme } from 'antd';

const gigabyte = 1024 ** 3;

/** Bytes used of bytes allowed: green under 50 percent, yellow under 80, red from there. */
function storageTone(percent: number): 'green' | 'yellow' | 'red' {
  if (percent < 50) return 'green';
  return percent < 80 ? 'yellow' : 'red';
}

const words = { green: undefined, yellow: 'More than half is used', red: 'Almost full: delete files or empty the bin' };

export function StorageMeter({ used, total }: { used: number; total: number }) {
  const { token } = theme.useToken();
  const percent = total > 0 ? Math.min(100, (used / total) * 100) : 0;
  const tone = storageTone(percent);
  const color = { green: token.colorSuccess, yellow: '#d29a12', red: token.colorError }[tone];
  const shown = percent > 0 && percent < 1 ? '<1' : Math.floor(percent);
  return (
    <section aria-label="Storage">
      <Flex justify="space-between">
        <Typography.Text style={{ fontSize: 12 }}>Storage</Typography.Text>
        <Typography.Text className="numbers" style={{ fontSize: 12 }}>
          {shown}% used
        </Typography.Text>
      </Flex>
      <Progress
        percent={Number(percent.toFixed(2))}
        showInfo={false}
        strokeColor={color}
        size="small"
        aria-label={`Storage: ${shown}% used`}
      />
      <Typography.Text type="secondary" className="numbers" style={{ fontSize: 12, display: 'block' }}>
        {(used / gigabyte).toFixed(2)} GB used of {(total / gigabyte).toFixed(2)} GB total
      </Typography.Text>
      {words[tone] && <Typography.Text style={{ fontSize: 12, color: token.colorText }}>{words[tone]}</Typography.Text>}
    </section>
  );
}
