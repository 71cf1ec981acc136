import { Flex, Progress, Typography, theme } from 'antd';

const gigabyte = 1024 ** 3;

/** Bytes used of bytes allowed: green under 50 percent, yellow under 80, red from there. */
export function StorageMeter({ used, total }: { used: number; total: number }) {
  const { token } = theme.useToken();
  const percent = total > 0 ? Math.min(100, (used / total) * 100) : 0;
  const color = percent < 50 ? token.colorSuccess : percent < 80 ? '#d29a12' : token.colorError;
  const shown = percent > 0 && percent < 1 ? '<1' : Math.round(percent);
  return (
    <div>
      <Flex justify="space-between">
        <Typography.Text style={{ fontSize: 12 }}>Storage</Typography.Text>
        <Typography.Text className="numbers" style={{ fontSize: 12 }}>
          {shown}% used
        </Typography.Text>
      </Flex>
      <Progress percent={percent} showInfo={false} strokeColor={color} size="small" aria-label={`Storage: ${shown}% used`} />
      <Typography.Text type="secondary" className="numbers" style={{ fontSize: 12 }}>
        {(used / gigabyte).toFixed(2)} GB of {(total / gigabyte).toFixed(2)} GB
      </Typography.Text>
    </div>
  );
}
