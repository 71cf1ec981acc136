import type { RequestDetails } from '@tradepost/contracts/requests';
import { Card, Typography } from 'antd';
import type { ReactNode } from 'react';
import { BackLink } from '../layout/back-link';
import { PageHeader } from '../layout/page-header';
import { Timeline } from './timeline';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './exchange.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** A second line. */
  note?: string;
}

interface ExchangePageProps {
  details: RequestDetails;
  title: string;
  subtitle: ReactNode;
  /** Where Back leads without a list to return to. */
  back: { to: string; text: string };
  actions: ReactNode;
  facts: Fact[];
  /** Leads from a transfer to its request. */
  related?: ReactNode;
  children: ReactNode;
}

/** The page of a request or a transfer: its key figures, its contents, and what happened to it. */
export function ExchangePage({ details, title, subtitle, back, actions, facts, related, children }: ExchangePageProps) {
  return (
    <div className={styles.page}>
      <BackLink to={back.to}>{back.text}</BackLink>
      <PageHeader title={title} subtitle={subtitle} actions={actions} />
      <Card styles={{ body: { padding: 0 } }} className={layout.marginBottom20}>
        <dl className={styles.facts}>
          {facts.map(({ label, value, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="numbers">
                {value}
                {note && <span className={styles.note}>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <div className={styles.columns}>
        <div className={styles.main}>{children}</div>
        <Card title={<h2 className={styles.cardTitle}>{t('Timeline')}</h2>} extra={related}>
          <Timeline details={details} />
        </Card>
      </div>
    </div>
  );
}

/** A card with a heading of the page. */
export function ExchangeCard({ title, children, isFlush }: { title: string; children: ReactNode; isFlush?: boolean }) {
  return (
    <Card title={<h2 className={styles.cardTitle}>{title}</h2>} {...(isFlush && { className: styles.flush as string })}>
      {children}
    </Card>
  );
}

/** Texts that the parties wrote; nothing without any. */
export function ExchangeTexts({ texts }: { texts: { title: string; text: string | null }[] }) {
  const given = texts.filter(({ text }) => text);
  if (given.length === 0) return null;
  return (
    <ExchangeCard title={t('Terms and notes')}>
      <div className={styles.texts}>
        {given.map(({ title, text }) => (
          <div key={title}>
            <Typography.Text type="secondary" className={layout.small}>
              {title}
            </Typography.Text>
            <div className={layout.preLine}>{text}</div>
          </div>
        ))}
      </div>
    </ExchangeCard>
  );
}
