import { ArrowRightOutlined } from '@ant-design/icons';
import { Card, Typography, theme } from 'antd';
import { Link } from 'react-router-dom';

export interface Step {
  title: string;
  text: string;
  to: string;
  done: boolean;
}

/** What is left of the way to the first trade; gone once it is walked. */
export function Steps({ steps }: { steps: Step[] }) {
  const { token } = theme.useToken();
  const left = steps.filter(({ done }) => !done);
  if (left.length === 0) return null;
  return (
    <Card
      title={<h2 style={{ font: 'inherit', margin: 0 }}>Next steps</h2>}
      extra={
        <Typography.Text type="secondary" className="numbers">
          {steps.length - left.length} of {steps.length} done
        </Typography.Text>
      }
      styles={{ body: { padding: 0 } }}
    >
      {left.map(({ title, text, to }) => (
        <Link key={title} to={to} className="list-row step-row" style={{ color: token.colorText }}>
          <span className="step-ring" />
          <span style={{ flex: 1 }}>
            <Typography.Text strong style={{ display: 'block' }}>
              {title}
            </Typography.Text>
            <Typography.Text type="secondary">{text}</Typography.Text>
          </span>
          <ArrowRightOutlined aria-hidden style={{ color: token.colorTextTertiary }} />
        </Link>
      ))}
    </Card>
  );
}
