import { kycFieldLabel, type KycDocument, type KycReview } from '@tradepost/contracts/kyc';
import { Alert, Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatDate, formatDay } from '../../ui/feedback/format';
import { TimeText } from '../../ui/feedback/time-text';
import { VerifiedBadge } from '../../ui/layout/verified-badge';
import layout from '../../ui/layout/layout.module.css';
import styles from './review-banner.module.css';

interface ReviewBannerProps {
  review: KycReview;
  documents: KycDocument[];
  onGo: (field: string) => void;
  /** An approved registration is read-only until the person chooses to change it. */
  onUnlock: (() => void) | undefined;
}

/** The state of the review, above the form. */
export function ReviewBanner({ review, documents, onGo, onUnlock }: ReviewBannerProps) {
  const { status, submittedAt, decidedAt, reason, verified, reverifyAt } = review;
  const asked = [
    ...review.documents.map(({ id, reason: remark }) => ({
      field: `documents.${id}`,
      name: documents.find((document) => document.id === id)?.name ?? id,
      remark,
    })),
    ...review.fields.map(({ field, reason: remark }) => ({ field, name: kycFieldLabel(field), remark })),
  ];
  const decided = decidedAt && (
    <Typography.Text type="secondary">
      Decided <TimeText iso={decidedAt} />
    </Typography.Text>
  );
  const list = asked.length > 0 && (
    <ul className={styles.list}>
      {asked.map(({ field, name, remark }) => (
        <li key={field}>
          <Button type="link" size="small" disabled={false} onClick={() => onGo(field)} className={styles.link}>
            {name}
          </Button>
          {remark && `: ${remark}`}
        </li>
      ))}
    </ul>
  );

  if (status === 'Processing')
    return (
      <Banner type="info" title="Your registration is being reviewed">
        {submittedAt && `Under review since ${formatDate(submittedAt)}. `}Use Tradepost normally while we review. Saved
        changes are reviewed too.
      </Banner>
    );
  if (status === 'Changes requested' || status === 'Rejected')
    return (
      <Banner
        type={status === 'Rejected' ? 'error' : 'warning'}
        title={status === 'Rejected' ? 'Your registration was rejected' : 'Changes requested'}
      >
        <Flex vertical gap={8}>
          {reason && <span className={styles.reason}>{reason}</span>}
          {list}
          <span>
            Correct what is marked, then choose Save Changes to submit it again. Until then you can’t deliver anything
            new.
          </span>
          {decided}
        </Flex>
      </Banner>
    );
  if (status !== 'Approved') return null;
  return (
    <Banner
      type="success"
      title={
        <Flex gap={12} align="center" wrap>
          Your registration is approved <VerifiedBadge verified={verified} />
        </Flex>
      }
    >
      <Flex gap={12} align="center" justify="space-between" wrap>
        <span>
          {verified && `Since ${formatDay(verified.at)}; your partners see it too. `}
          {reverifyAt && `Next review due: ${formatDay(reverifyAt)}.`}
        </span>
        {onUnlock && (
          <Button disabled={false} onClick={onUnlock}>
            Change Registration
          </Button>
        )}
      </Flex>
    </Banner>
  );
}

interface BannerProps {
  type: 'info' | 'success' | 'warning' | 'error';
  title: ReactNode;
  children: ReactNode;
}

const Banner = ({ children, ...props }: BannerProps) => (
  <Alert showIcon role="status" {...props} description={children} className={layout.marginBottom16} />
);
