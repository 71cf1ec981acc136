import { ArrowRightOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { Link } from 'react-router-dom';
import { SectionCard } from '../../ui/card/section-card';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

export interface Step {
  title: string;
  text: string;
  to: string;
  done: boolean;
}

/** The open steps to the first trade; hidden once all are done. */
export function NextSteps({ steps }: { steps: Step[] }) {
  const left = steps.filter(({ done }) => !done);
  if (left.length === 0) return null;
  return (
    <SectionCard
      title={t('Next steps')}
      extra={
        <Typography.Text type="secondary" className="numbers">
          {t('{count} of {count2} done', { count: steps.length - left.length, count2: steps.length })}
        </Typography.Text>
      }
      styles={{ body: { padding: 0 } }}
    >
      {left.map(({ title, text, to }) => (
        <Link key={title} to={to} className={`list-row step-row ${layout.textColor}`}>
          <span className="step-ring" />
          <span className={layout.grow}>
            <Typography.Text strong className={layout.block}>
              {title}
            </Typography.Text>
            <Typography.Text type="secondary">{text}</Typography.Text>
          </span>
          <ArrowRightOutlined aria-hidden className={layout.tertiary} />
        </Link>
      ))}
    </SectionCard>
  );
}
