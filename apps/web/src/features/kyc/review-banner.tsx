import { kycFieldLabel, type KycDocument, type KycReview } from '@tradepost/contracts/kyc';
import { Alert, Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { formatDate, formatDay } from '../../ui/feedback/format';
import { TimeText } from '../../ui/feedback/time-text';
import { VerifiedBadge } from '../../ui/layout/verified-badge';
import { Rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
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
      name: t(documents.find((document) => document.id === id)?.name ?? id),
      remark,
    })),
    ...review.fields.map(({ field, reason: remark }) => ({ field, name: t(kycFieldLabel(field)), remark })),
  ];
  const decided = decidedAt && (
    <Typography.Text type="secondary">
      <Rich text={'Decided <0/>'} parts={[<TimeText iso={decidedAt} />]} />
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
      <Banner type="info" title={t('Your registration is being reviewed')}>
        {submittedAt
          ? t(
              'Under review since {submittedAt}. Use Tradepost normally while we review. Saved changes are reviewed too.',
              { submittedAt: formatDate(submittedAt) },
            )
          : t('Use Tradepost normally while we review. Saved changes are reviewed too.')}
      </Banner>
    );
  if (status === 'Changes requested' || status === 'Rejected')
    return (
      <Banner
        type={status === 'Rejected' ? 'error' : 'warning'}
        title={status === 'Rejected' ? t('Your registration was rejected') : t('Changes requested')}
      >
        <Flex vertical gap={8}>
          {reason && <span className={styles.reason}>{reason}</span>}
          {list}
          <span>
            {asked.length > 0
              ? t(
                  'Correct the marked items, then choose Save Changes to submit the registration again. Until then you can’t deliver anything new.',
                )
              : t(
                  'Correct the registration, then choose Save Changes to submit it again. Until then you can’t deliver anything new.',
                )}
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
          {t('Your registration is approved')} <VerifiedBadge verified={verified} />
        </Flex>
      }
    >
      <Flex gap={12} align="center" justify="space-between" wrap>
        <span>
          {verified
            ? reverifyAt
              ? t('Since {at}; your partners see it too. Next review due: {reverifyAt}.', {
                  at: formatDay(verified.at),
                  reverifyAt: formatDay(reverifyAt),
                })
              : `${t('Since {at}; your partners see it too.', { at: formatDay(verified.at) })} `
            : reverifyAt
              ? t('Next review due: {reverifyAt}.', { reverifyAt: formatDay(reverifyAt) })
              : null}
        </span>
        {onUnlock && (
          <Button disabled={false} onClick={onUnlock}>
            {t('Change Registration')}
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
