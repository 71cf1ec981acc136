import { fieldNameOf, type KycDocument, type KycReview } from '@tradepost/contracts/kyc';
import { Alert, Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatDate, formatDay } from '../../ui/format';
import { TimeText } from '../../ui/time-text';
import { VerifiedBadge } from '../../ui/verified-badge';

interface ReviewBannerProps {
  review: KycReview;
  documents: KycDocument[];
  onGo: (field: string) => void;
  /** An approved registration is opened for changes only when asked for. */
  onUnlock: (() => void) | undefined;
}

/** Where the review stands, above the form. */
export function ReviewBanner({ review, documents, onGo, onUnlock }: ReviewBannerProps) {
  const { status, submittedAt, decidedAt, reason, verified, reverifyAt } = review;
  const asked = [
    ...review.documents.map(({ id, reason: words }) => ({
      field: `documents.${id}`,
      name: documents.find((document) => document.id === id)?.name ?? id,
      words,
    })),
    ...review.fields.map(({ field, reason: words }) => ({ field, name: fieldNameOf(field), words })),
  ];
  const decided = decidedAt && (
    <Typography.Text type="secondary">
      Decided <TimeText iso={decidedAt} />
    </Typography.Text>
  );
  const list = asked.length > 0 && (
    <ul style={{ margin: 0, paddingInlineStart: 18 }}>
      {asked.map(({ field, name, words }) => (
        <li key={field}>
          <Button
            type="link"
            size="small"
            disabled={false}
            onClick={() => onGo(field)}
            style={{ paddingInline: 0, textDecoration: 'underline', fontWeight: 600 }}
          >
            {name}
          </Button>
          {words && `: ${words}`}
        </li>
      ))}
    </ul>
  );

  if (status === 'Processing')
    return (
      <Banner type="info" title="Your registration is being reviewed">
        {submittedAt && `Under review since ${formatDate(submittedAt)}. `}You can use Tradepost meanwhile. What you
        change here is reviewed too, once you save changes.
      </Banner>
    );
  if (status === 'Changes requested' || status === 'Rejected')
    return (
      <Banner
        type={status === 'Rejected' ? 'error' : 'warning'}
        title={status === 'Rejected' ? 'Your registration was rejected' : 'Changes requested'}
      >
        <Flex vertical gap={8}>
          {reason && <span style={{ whiteSpace: 'pre-wrap' }}>{reason}</span>}
          {list}
          <span>
            Correct what is asked for, then choose Save Changes to have it reviewed again. Until then nothing new can be
            delivered.
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
          {reverifyAt && `It is to be looked at again by ${formatDay(reverifyAt)}.`}
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
  <Alert showIcon role="status" {...props} description={children} style={{ marginBottom: 16 }} />
);
